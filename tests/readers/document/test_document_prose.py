"""What people say in sentences, in signs and in tables, where no heading or label says it."""

from __future__ import annotations

import json

import pytest

from pickup_tui import readers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pickup_tui.handoff import Handoff

TOP = "# Handoff: the mast\n\n2026-05-01. We mended the port side of the hull and wrote down what is left.\n\n"
PATH = "/p/boat/HANDOFF.md"


def one(text: str, path: str = PATH) -> Handoff:
    (found,) = readers.read("project", path, text).handoffs
    return found


class TestSteps:
    @pytest.mark.parametrize(
        ("text", "wanted"),
        [
            ("I finished the hull. The next thing to do is the jib: see `jib.py`. Then rest.\n", "The next thing to do is the jib: see `jib.py`."),
            ("The hull is done. Next step: sew the jib. Then the docs.\n", "sew the jib."),
            ("Il carrello è finito. Prossimo passo: gestire il coupon, poi i test.\n", "gestire il coupon, poi i test."),
            ("Il reste à traiter le coupon côté serveur, puis les tests.\n", "Il reste à traiter le coupon côté serveur, puis les tests."),
            ("El casco ya está. Falta coser el foque y pintar.\n", "Falta coser el foque y pintar."),
            ("Falta de tests en el casco es un riesgo.\n", None),
            ("船体は直った。次は帆を縫う作業から始める。\n", "次は帆を縫う作業から始める。"),
            ("船体已经修好。下一步是缝前帆，然后油漆。\n", "下一步是缝前帆，然后油漆。"),
            ("선체는 고쳤다. 다음 작업은 돛을 꿰매는 것이다.\n", "다음 작업은 돛을 꿰매는 것이다."),
            ("Morgen zuerst: die Fock nähen. Danach streichen.\n", "die Fock nähen. Danach streichen."),
            ("To continue: sew the jib in `jib.py`, then paint.\n", "sew the jib in `jib.py`, then paint."),
            ("Todo for whoever picks this up:\n- sew the jib\n- paint\n", "sew the jib"),
            ("Your first task is the jib. Sew it.\n\nThen:\n- paint\n", "Your first task is the jib."),
            ("### Progress\n✅ hull\n✅ mast\n🔲 jib sail\n🔲 paint\n", "jib sail"),
            ("## Plan\n\n1. [DONE] hull\n2. [WIP] jib\n", "jib"),
            ("## If you only do one thing\n\nSew the jib.\n\n## Later\n\n- paint\n", "Sew the jib."),
            ("## 4. Tasks\n\n### 4.1 Completed\n- hull\n### 4.2 In Progress\n- none\n### 4.3 Pending\n1. Jib\n", "Jib"),
            ("## 4. Tasks\n\n### 4.1 Completed\n- hull\n### 4.2 In Progress\n- Jib\n", "Jib"),
            ("## Was ich nicht geschafft habe\n\n- Fock nähen\n", "Fock nähen"),
            ("### Didn't get to\n\n- the jib\n", "the jib"),
            ("## Priority 1: the jib\nIt is torn.\n\n## Priority 2: paint\nIt peels.\n", "the jib"),
            ("## Priority 1\n- the jib\n\n## Priority 2\n- paint\n", "the jib"),
            ("## Now\n\nSewing the jib.\n\n## Later\n\n- paint\n", "Sewing the jib."),
            ("## Now\n\nThe hull holds.\n\n## Open points\n\n- sew the jib\n", "sew the jib"),
            ("**Not completed:**\n- paint\n\n**First thing to do next session:** sew the jib\n", "sew the jib"),
            ("## Ask\n\nPlease sew the jib.\n", "Please sew the jib."),
            ("Next Claude: please sew the jib.\n", "please sew the jib."),
            ("次やること\n- 帆を縫う\n", "帆を縫う"),
            ("What is next\n\n1. sew the jib\n", "sew the jib"),
            ("What is next in the world of boats\n- a talk\n", None),
            ("➡️ **Next:** sew the jib\n", "sew the jib"),
            ("## Next steps\n\nNone.\n", None),
            ("| Stage | | |\n|---|---|---|\n| 1 | hull | ✅ done |\n| 2 | jib sail | ← **you are here** |\n| 3 | paint | |\n", "jib sail"),
            ("## Start here\n\n### Look around\n\n```\ngit log\n```\n\n## Open points\n\n- sew\n", "sew"),
            ("## Start here\n\n### Look around\n\n```\ngit log\n```\n", "Look around"),
            ("## Next\n\n### Mend the build\n\n```\nmake\n```\n\n## Open points\n\n- sew\n", "Mend the build"),
            ("The next step is always written down before you stop.\n\n## Open\n\n- sew\n", "sew"),
        ],
    )
    def test_step(self, text: str, wanted: str | None) -> None:
        assert one(TOP + text).brief.next_step == wanted

    @pytest.mark.parametrize(
        "items",
        [
            "1️⃣ sew the jib\n2️⃣ paint", "[1] sew the jib\n[2] paint", "– sew the jib\n– paint", "- **DONE** hull\n- sew the jib", "- (done) hull\n- sew the jib", "- (已完成) hull\n- sew the jib",
            "👉 sew the jib\n👉 paint", "1: sew the jib\n2: paint", "1) sew the jib\n2) paint", "🔴 sew the jib\n🟡 paint", "- hull — done\n- sew the jib", "☐ sew the jib\n☐ paint",
        ],
    )  # fmt: skip
    def test_marks_of_lists(self, items: str) -> None:
        assert one(f"{TOP}## Next steps\n\n{items}\n").brief.next_step in ("sew the jib", "sew the jib 👉 paint", "sew the jib 🟡 paint", "sew the jib ☐ paint", "sew the jib 2: paint")

    @pytest.mark.parametrize("mark", ["Step {}: ", "**Step {}:** ", "P{} - ", "ステップ{}：", "Schritt {}. "])
    def test_lines_that_are_counted_by_words_are_one_each(self, mark: str) -> None:
        step = one(f"{TOP}## Next steps\n\n{mark.format(1)}sew the jib\n{mark.format(2)}paint\n").brief.next_step
        assert step is not None
        assert step.endswith("sew the jib")

    def test_frontmatter_that_says_how_to_go_on_makes_a_short_text_a_handoff(self) -> None:
        found = one("---\nname: the mast\ncreated: 2026-05-01\nlast_active: 2026-05-02\nresume_with: sew the jib\n---\nThe hull holds.\n")
        assert (found.topic, found.brief.next_step, found.declared) == ("the mast", "sew the jib", "2026-05-02")

    def test_a_text_to_paste_may_be_all_there_is(self) -> None:
        text = "# Next session prompt\n\nPaste this:\n\n```\nGo on with the mast. Read docs/PLAN.md first.\nBranch: mast-v2. Next: sew the jib in `jib.py`.\n```\n"
        found = one(text, "/p/boat/NEXT_SESSION.md")
        assert (found.brief.next_step, found.branch) == ("sew the jib in `jib.py`.", "mast-v2")

    def test_a_short_text_that_says_that_nothing_is_left_is_a_row(self) -> None:
        assert one("# Status\n\nAll merged.\n\n## Next steps\n\nNone.\n").brief.next_step is None


class TestBranch:
    @pytest.mark.parametrize(
        ("text", "wanted"),
        [
            ("Branch is rename-foo.\n", "rename-foo"),
            ("Work happens on branch rename-foo.\n", "rename-foo"),
            ("Der Branch ist feat/umbau.\n", "feat/umbau"),
            ("当前分支是 feat/refonte。\n", "feat/refonte"),
            ("ブランチは feat/refonte です。\n", "feat/refonte"),
            ("_Last updated 2026-05-01 by A. Branch **boat/mast**._\n", "boat/mast"),
            ("The docs are in branch **old** names.\n", None),
            ("**HEAD:** abc1234 on boat/mast\n", "boat/mast"),
            ("Merge of abc1234 on boat/mast failed.\n", None),
            ("| Branch | Commit |\n|---|---|\n| `boat/mast` | abc1234 |\n", "boat/mast"),
            ("| Branch | Commit |\n|---|---|\n| `boat/mast` | abc1234 |\n| `boat/jib` | abc1235 |\n", None),
            ("Branch: up-to-date\n", None),
            ("🌿 **Branch:** boat/mast\n", "boat/mast"),
            ("- 🌿 **Branch:** boat/mast\n", "boat/mast"),
            ("🌿 Branch: boat/mast\n", "boat/mast"),
            ("All is pushed to `laden/korb`.\n", "laden/korb"),
            ("Alles gepusht auf `laden/korb`.\n", "laden/korb"),
            ("Written to `docs/plan`.\n", None),
        ],
    )
    def test_branch(self, text: str, wanted: str | None) -> None:
        assert one(TOP + text).branch == wanted


class TestDate:
    @pytest.mark.parametrize(
        ("text", "wanted"),
        [
            ("Prepared by: A (B), 2026-05-02T18:30:00+01:00\n\nWords.\n", "2026-05-02T18:30:00+01:00"),
            ("Due by 2026-05-02.\n\nWords.\n", None),
            ("## Log\n\n| Date | What |\n|---|---|\n| 2026-05-01 | hull |\n| 2026-05-03 | mast |\n| 2026-05-02 | jib |\n", "2026-05-03"),
            ("## Log\n\n| What | Until |\n|---|---|\n| hull | 2026-05-01 |\n", None),
        ],
    )
    def test_date(self, text: str, wanted: str | None) -> None:
        assert one(f"# Handoff: the mast\n\nWe mended the port side of the hull and wrote down what is left to do.\n\n{text}").declared == wanted

    def test_json_whose_session_is_a_day(self) -> None:
        path = "/p/boat/HANDOFF.json"
        assert one(json.dumps({"session": "2026-05-02", "next_steps": ["sew"]}), path).declared == "2026-05-02"
        assert one(json.dumps({"session": "14", "next_steps": ["sew"], "created": "2026-05-03"}), path).declared == "2026-05-03"
        assert one(json.dumps({"handoff": {"date": "2026-05-02", "next": ["sew"]}}), path).declared == "2026-05-02"
        assert one(json.dumps({"updated": "soon", "next_steps": ["sew"], "created": "2026-05-03"}), path).declared == "2026-05-03"


class TestRows:
    @pytest.mark.parametrize(
        ("title", "status"),
        [
            ("Handoff (archived 2026-03-02)", "superseded"),
            ("Handoff of the mast [superseded by v2]", "superseded"),
            ("Handoff: chats (archived chats too)", None),
            ("Handoff of the mast (done)", None),
        ],
    )
    def test_a_title_that_says_in_brackets_that_it_no_longer_counts(self, title: str, status: str | None) -> None:
        assert one(f"# {title}\n\nWe mended the port side of the hull.\n\n## Next\n\n- sew the jib\n").status == status

    def test_rules_that_say_what_a_label_holds_are_no_handoff(self) -> None:
        text = "# Handoff Protocol\n\nEvery agent that stops writes a handoff of this form:\n\n- **Branch**: name\n- **Next**: one step\n\nKeep it short.\n"
        assert readers.read("project", PATH, text).handoffs == ()
