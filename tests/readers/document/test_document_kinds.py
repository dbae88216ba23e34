"""Kinds of writing that many people share: each rule of the reader that was earned by one of them."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import pytest

from pickup_tui import readers

if TYPE_CHECKING:
    from pickup_tui.handoff import Handoff, Reading

FILL = "\n## Background\n\nThe parser was moved into a file of its own, and its tests with it; nothing else was touched in this session.\n"


def reading(text: str, path: str = "/p/boat/HANDOFF.md") -> Reading:
    return readers.read("project", path, textwrap.dedent(text) + FILL)


def one(text: str, path: str = "/p/boat/HANDOFF.md") -> Handoff:
    (found,) = reading(text, path).handoffs
    return found


def step(text: str) -> str | None:
    return one("# Sails\n\n" + textwrap.dedent(text)).brief.next_step


class TestNamesThatAreNoNextStep:
    @pytest.mark.parametrize("heading", ["Frontend (Next.js)", "The next/image loader", "next-auth setup", "Resume parser", "Resume upload page"])
    def test_products(self, heading: str) -> None:
        assert step(f"## {heading}\n\n- cut\n\n## Ideas\n\n- mend\n") == "mend"

    @pytest.mark.parametrize("heading", ["Recommended Next Agent", "Next owner"])
    def test_who_comes_next(self, heading: str) -> None:
        assert step(f"## {heading}\n\nAnybody.\n\n## Pending\n\n- mend\n") == "mend"


class TestGroups:
    @pytest.mark.parametrize(
        "below",
        [
            "### Boat work\n1. mend\n",
            "### If the wind holds:\n\n- mend\n",
            "### Hull\n- mend\n",
            "### 実機\n\n1. mend\n",
            "### Small repairs\n- [x] cut\n- [ ] mend\n",
            "### If time is left:\n1. ✅ cut\n2. mend\n",
        ],
    )
    def test_a_short_heading_with_steps_below_only_groups_them(self, below: str) -> None:
        assert step("## Next steps\n\n" + below) == "mend"

    def test_one_that_says_what_to_do_is_the_step(self) -> None:
        assert step("## Next steps\n\n### Mend the sail\n- with thread\n") == "Mend the sail"

    def test_an_entry_of_a_tracker(self) -> None:
        assert step("## Open items\n\n### BLOCKER-1 — the mast — RESOLVED\n\nwords\n\n### OPEN-2 — the sail is torn\n\nwords\n") == "OPEN-2 — the sail is torn"


class TestWhereElseAStepStands:
    @pytest.mark.parametrize("label", ["- Exact next step: mend the sail", "- Goal: x\n- Immediate next action: mend the sail", "| Next step | mend the sail |\n| Port | none |"])
    def test_labels_of_facts(self, label: str) -> None:
        assert step(label + "\n") == "mend the sail"

    def test_the_header_of_a_table_is_no_label(self) -> None:
        assert step("| Next step | Owner |\n|---|---|\n| mend | me |\n") is None

    def test_the_first_open_box_where_nothing_says_what_is_next(self) -> None:
        assert step("## Before sailing\n\n- [x] cut\n- [ ] mend\n- [ ] rig\n") == "mend"


class TestTags:
    def test_a_text_of_tags_is_about_what_its_state_says(self) -> None:
        found = one("---\nstatus: in_progress\n---\n\n<current_state>\nThe sail is cut and sewn. No ropes yet.\n</current_state>\n\n<next_action>\nTie the ropes.\n</next_action>\n")
        assert (found.topic, found.brief.next_step) == ("The sail is cut and sewn", "Tie the ropes.")


class TestDates:
    @pytest.mark.parametrize(
        "text",
        [
            "# Sails\n\nÉtat au **08/05/2026** : prêt.\n",
            "# Velas\n\nEstado al 8/5/2026: listo para salir de la bahía con el viento.\n",
            "# Sails\n\n> 2026-05-08 rigging: done.\n\n> 2026-05-06 update: cut.\n",
            "# Sails\n\n> ## State (2026-05-08) — start here\n>\n> words\n\n**2026-05-01 batch.** cut\n",
            "# Sails (2026-05-01)\n\n## Ropes (2026-05-08)\n\nwords\n\n## Cloth (2026-05-02)\n\nwords\n",
            "---\npaused: 2026-05-08\n---\n# Sails\n",
            "# Паруса\n\n## Состояние на 8 мая 2026\n\nwords\n",
            "# Yelken\n\nSon güncelleme: 8 Mayıs 2026\n",
            "# Sails\n\n기록 기준: 2026-05-08 14:28 KST, Windows\n",
        ],
    )
    def test_forms_and_places(self, text: str) -> None:
        assert (one(text).declared or "")[:10] == "2026-05-08"

    def test_a_snapshot_that_a_tool_took_stands_back_behind_what_was_written(self) -> None:
        text = "## Sails 2026-05-08 — cut\n\n- Branch: main\n\n## Log: 2026-05-01T10:00:00Z (auto-saved)\n\nold\n\n## Log: 2026-05-09T10:00:00Z (auto-saved)\n\nlater\n"
        assert (one(text).declared or "")[:10] == "2026-05-08"

    def test_but_not_one_of_days_later(self) -> None:
        text = "## Sails 2026-05-08 — cut\n\n- Branch: main\n\n## Log: 2026-05-19T10:00:00Z (auto-saved)\n\nlater\n"
        assert (one(text).declared or "")[:10] == "2026-05-19"


class TestBranch:
    def test_a_name_that_the_line_was_broken_before(self) -> None:
        assert one("# Sails\n\nStand: 2026-05-08, neue Leinen (Branch\n`feat/ropes`).\n").branch == "feat/ropes"


class TestLanguages:
    @pytest.mark.parametrize(("heading", "branch"), [("Что ещё нужно сделать", "Ветка"), ("Следующие шаги", "Текущая ветка"), ("Sıradaki tek iş", "Dal"), ("Yapılacaklar", "Mevcut dal")])
    def test_russian_and_turkish(self, heading: str, branch: str) -> None:
        found = one(f"# Sails\n\n**{branch}**: feat/x\n\n## {heading}\n\n1. mend\n")
        assert (found.branch, found.brief.next_step) == ("feat/x", "mend")

    @pytest.mark.parametrize("heading", ["9. 残っている宿題", "下一个具体动作", "Continuar por (ordem)", "Phase-8 Aufgaben", "Ordre conseillé", "PARTE B — Ripartenza", "次チャットで最初にすること"])
    def test_more_ways_to_say_next(self, heading: str) -> None:
        assert step(f"## {heading}\n\n1. mend\n") == "mend"


class TestNoHandoff:
    GUIDE = "# Sail Mending Guide\n\nHow sails are mended with thread and needle, for beginners and others.\n\n## Tools\n\n- thread\n"

    def test_a_guide(self) -> None:
        assert reading(self.GUIDE).handoffs == ()

    @pytest.mark.parametrize("more", ["\n## Next steps\n\n- mend\n", "\n**Status:** half done\n", "\nThis handoff is for whoever comes next.\n"])
    def test_unless_it_has_something_of_a_handoff(self, more: str) -> None:
        head, _, tail = self.GUIDE.partition("\n## Tools")
        assert len(reading(head + more + "\n## Tools" + tail).handoffs) == 1

    @pytest.mark.parametrize("name", ["README.md", "README.zh.md", "readme_en.md"])
    def test_readmes_in_any_language(self, name: str) -> None:
        assert reading("# Sails\n\n## Next\n\n- go\n", f"/p/boat/{name}").handoffs == ()

    def test_but_no_handoff_with_the_word_in_its_name(self) -> None:
        assert len(reading("# Sails\n\n## Next\n\n- go\n", "/p/boat/README_HANDOFF.md").handoffs) == 1

    def test_a_name_and_a_description_do_not_make_a_skill_of_what_lives(self) -> None:
        assert len(reading("---\nname: sails\ndescription: where the sails stand\nlast_updated: 2026-05-08\n---\n# Sails\n").handoffs) == 1


class TestNastyKinds:
    def test_of_two_branches_that_are_named_the_first_counts(self) -> None:
        assert one("# Sails\n\n**Branch**: feat/ropes\n\n## Notes\n\n**Branch**: feat/old\n").branch == "feat/ropes"

    def test_metadata_written_as_titles(self) -> None:
        found = one("# Date: 2026-05-08\n# Branch: feat/ropes\n# Status: open\n\n# Sails\n\n## Next\n\n- mend\n")
        assert (found.topic, found.declared, found.branch) == ("Sails", "2026-05-08", "feat/ropes")

    def test_signs_of_yaml_in_a_plain_value(self) -> None:
        assert one("---\ntitle: sails: cut #2 of the cloth\nupdated: 2026-05-08\n---\n").topic == "sails: cut #2 of the cloth"


class TestWhichCounts:
    def test_a_title_says_more_than_the_part_of_a_plan(self) -> None:
        assert one("---\nphase: 2 of 5\n---\n# Continue here — sail plan\n").topic == "sail plan"
        assert one("---\nphase: 02-rigging\n---\n# Continue here\n").topic == "02-rigging"

    def test_none_with_a_remark_is_none(self) -> None:
        assert one("---\nfeature: none — only a talk so far\n---\n# Handoff: sail plan\n").topic == "sail plan"

    def test_a_label_of_this_session(self) -> None:
        assert one("State as of: 1a2b3c4 · Branch: main\nThis session: SAIL_PLAN · Copy: docs/old.md\n\n# START HERE\n").topic.startswith("SAIL")

    @pytest.mark.parametrize("name", ["work_unit", "work_item", "milestone_name", "position"])
    def test_fields_of_json_that_say_what_it_is_about(self, name: str) -> None:
        (found,) = readers.read("project", "/p/boat/.planning/HANDOFF.json", f'{{"{name}": "mend the sails", "next_action": "cut cloth"}}').handoffs
        assert found.topic == "mend the sails"

    def test_fields_of_json_with_humps_and_one_level_down(self) -> None:
        text = '{\n"lastUpdated": "2026-05-01",\n"gitBranch": "feat/x",\n"currentTask": "Mend the mast",\n"nextSteps": ["cut", "sew"]\n}'
        found = readers.read("project", "/p/boat/.planning/HANDOFF.json", text)
        assert [(reason.field, reason.line) for reason in found.reasons] == [("topic", 4), ("date", 2), ("branch", 3), ("next_step", 5)]
        (one,) = found.handoffs
        assert (one.topic, one.declared, one.branch, one.brief.next_step) == ("Mend the mast", "2026-05-01", "feat/x", "cut")
        (one,) = readers.read("project", "/p/boat/.planning/HANDOFF.json", '{"next_action": "sew", "notes": "All is done. Branch: feat/jib."}').handoffs
        assert one.branch == "feat/jib"
        (one,) = readers.read("project", "/p/boat/.planning/HANDOFF.json", '{"next_action": "sew", "notes": "see branch docs/plan.md, branch origin/feat/x"}').handoffs
        assert one.branch == "feat/x"
        text = '{"metadata": {"lastUpdated": "2026-05-01", "branchContext": "feat/x"}, "work": {"activeTaskTitle": "the mast"}, "pipe": {"nextRecommended": "sew"}}'
        (one,) = readers.read("project", "/p/boat/.planning/HANDOFF.json", text).handoffs
        assert (one.topic, one.declared, one.branch, one.brief.next_step) == ("the mast", "2026-05-01", "feat/x", "sew")

    def test_json_without_any_is_called_by_its_project(self) -> None:
        (found,) = readers.read("project", "/p/boat/.planning/HANDOFF.json", '{"next_action": "cut cloth"}').handoffs
        assert found.topic == "boat"

    def test_words_with_a_slash_are_no_branch(self) -> None:
        assert one("# Sails\n\n## 未完事項/注意\n\n1. 縫う\n").branch is None
        assert one("# Sails\n\n## feat/jib\n\n1. sew\n").branch == "feat/jib"

    @pytest.mark.parametrize("line", ["Resume after the audit. Branch: **`sail-plan`**.", "Branch — `sail-plan`, pushed.", "Branch: `sail-plan`"])
    def test_a_branch_named_in_a_line(self, line: str) -> None:
        assert one(f"# Sails\n\n{line}\n").branch == "sail-plan"

    def test_a_date_in_the_midst_of_a_sentence_is_no_label(self) -> None:
        text = "# Session handoff — 2026-09-29\n\nWhere things stand. The history of the\nfirst session (2026-09-28, remote) is below.\n"
        assert (one(text).declared or "")[:10] == "2026-09-29"

    def test_a_date_below_its_heading_wherever_that_is(self) -> None:
        text = "# Sails\n" + "".join(f"\n## Part {part}\n\nWords about part {part} of the sails.\n" for part in range(20))
        assert (one(text + "\n## Session date\n17 December 2025\n").declared or "")[:10] == "2025-12-17"

    def test_who_worked_last_says_when(self) -> None:
        assert (one("# Sails\n\n**Last worked:** 2026-07-02 by Ann\n").declared or "")[:10] == "2026-07-02"

    def test_what_is_open_comes_before_what_nobody_verified(self) -> None:
        assert step("## What is not verified\n\n- the jib in a gale\n\n## Open items\n\n- sew the mainsail\n") == "sew the mainsail"
        assert step("## What is not verified\n\n- the jib in a gale\n") == "the jib in a gale"
