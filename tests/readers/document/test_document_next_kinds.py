"""Kinds of writing that say what is next, and why it stopped: which place wins, and what of it is the step."""

from __future__ import annotations

import time

import pytest

from pickup_tui import readers
from pickup_tui.handoff import Brief
from pickup_tui.readers.document import phrases
from pickup_tui.readers.document.ranking import rank

FILL = "\n## Notes\n\nThe parser was moved into a file of its own, and its tests with it; nothing else was touched in this session.\n"
YAML = '```yaml\nnext_step: "mend the sail"\nwhy_stopped: "no needle"\nplan_progress: 3/7\ndate: 2026-11-28\n```\n'


def brief(text: str, name: str = "HANDOFF.md") -> Brief:
    (found,) = readers.read("project", f"/p/boat/{name}", text).handoffs
    return found.brief


def step(text: str) -> str | None:
    return brief(f"# Sails\n\n{text}{FILL}").next_step


class TestWhichPlace:
    @pytest.mark.parametrize(
        ("text", "wanted"),
        [
            ("## Sails — the next big thing\n\n- a\n\n## Remaining\n\n- b\n", "b"),  # a word behind a dash
            ("**Next for the mast:** a\n\n## Remaining\n\n- b\n", "b"),  # a label of a part
            ("## Start here\n\nThis session was of masts.\n\n## Remaining\n\n- b\n", "b"),  # prose of a start
            ("## Start here\n\nMend it.\n", "Mend it."),
            ("## Start here next session\n\n- a is done\n\n**Next: nothing is queued.** Rest.\n", None),
            ("## Current task\n\nSails and masts.\n", None),  # what is done is not what is next
            ("## Current task\n\n- [ ] b\n", "b"),
            ("## In progress\n\n- Nothing mid-flight; all clean\n\n## Pending\n\n- b\n", "b"),
            ("## The store (planned)\n\n- a\n", None),  # a remark on when it comes
            ("## Known problems and to do\n\n### High priority problems\n\n- b\n\n### Medium priority\n\n- c\n", "b"),
            ("## Medium priority\n\n- c\n\n## High priority\n\n- b\n", "b"),
            ("## Known blocker and next actions\n\n- b\n", "b"),
            ("## Notes to remember for next steps\n\n- a\n", None),
            ("## Summary for the next agent\n\n- a\n", None),
            ("## For the next session\n\n- b\n", "b"),
            ("## Tasks for the next agent\n\n- b\n", "b"),
            ("> **To the next reader:** all is below.\n", None),
            ("## Next steps\n\n## Open items\n\n- b\n", "b"),  # empty
            ("## Next steps\n\nSee section 5.\n\n## 5. Remaining work\n\n- b\n", "b"),
            ("## Next steps\n\n→ see `TODO.md`\n\n## Open items\n\n- b\n", "b"),
            ("## Next steps\n\n- see `TODO.md`\n", "see `TODO.md`"),  # the only thing said
            ("## Decision: start with the mast\n\nIt pays most.\n", "start with the mast"),
            ("## Next task: mend the mast\n\n| | oak | pine |\n|---|---|---|\n| price | 3 | 2 |\n", "mend the mast"),
            ("## Prompt for the next session\n\n> Mend the mast. Read\n> the plan first.\n", "Mend the mast. Read the plan first."),
            ("## Prompt\n\n```\nI have a boat.\n\nWHAT I WANT YOU TO DO\n1. Mend the mast.\n```\n", "Mend the mast."),
        ],
    )
    def test_it_is(self, text: str, wanted: str | None) -> None:
        assert step(text) == wanted

    def test_bare_words_of_the_page(self) -> None:
        for heading in ("次", "次へ", "Nächste", "Próximos", "Siguientes", "Prochaine", "Prossimi"):
            assert step(f"## {heading}\n\n- mend the sail\n") == "mend the sail"

    def test_a_phrase_that_counts_only_alone(self) -> None:
        assert (rank("queue"), rank("queue service"), rank("tasks (3)"), rank("tasks api")) == (1.0, None, 1.0, None)


class TestWhichItem:
    @pytest.mark.parametrize(
        ("items", "wanted"),
        [
            ("### Key decisions\n\n- a\n\n### Mast\n\n- b\n", "b"),
            ("### Fix the documentation of the whole mast\n\nwords\n", "Fix the documentation of the whole mast"),
            ("### Phase 2 — mend the sail\n\nwords\n", "Phase 2 — mend the sail"),
            ("### Phase 2\n\n- b\n", "b"),
            ("### Phase 1: sails\n\nwords\n\n- [ ] b\n", "b"),
            ("### P1: Tell the crew\n\nSend it:\n", "P1: Tell the crew"),
            ("### P0: Sails and masts\n\n- b\n", "b"),
            ("### A. Stage 2 of the sail\n\nwords\n", "Stage 2 of the sail"),
            ("### Of the owner — needs an account\n\nAll of it is in a file.\n\n1. b\n2. c\n", "b"),
            ("**Phase 1 — keel.** ✅ Done.\n\n**Phase 2 — sail.** Mend it.\n- how\n", "Phase 2 — sail. Mend it."),
            ("| # | Owner | Task | Status |\n|---|---|---|---|\n| 1 | Alice | keel | done |\n| 2 | Boris | mend it | open |\n", "mend it"),
            ("> | Owner | Task |\n> |---|---|\n> | Boris | mend it |\n", "mend it"),
        ],
    )
    def test_it_is(self, items: str, wanted: str) -> None:
        assert step(f"## Next steps\n\n{items}\n") == wanted

    def test_one_step_said_in_prose(self) -> None:
        text = "\n\nMend the sail before the mast.\n\nRead first:\n\n- `a.md`\n"
        assert step(f"## Next step{text}") == "Mend the sail before the mast."
        assert step(f"## Next steps{text}") == "`a.md`"


class TestKeysAndValues:
    @pytest.mark.parametrize(
        "text",
        [
            f"# Handoff: sails\n\n## Context\n\n{YAML}",
            YAML,
            f"## main (updated 2026-11-02 14:30)\n\n{YAML}",
            f"---\nkind: handoff\ntitle: Sails\n---\n\n## Last session brief\n\n{YAML}",
            f"# Sails\n\n## Next steps\n\n- another\n\n{YAML}",
        ],
    )
    def test_a_brief_as_this_program_writes_it(self, text: str) -> None:
        found = brief(text)
        assert (found.next_step, found.why_stopped, found.plan_progress) == ("mend the sail", "no needle", "3/7")

    def test_lines_of_a_brief(self) -> None:
        found = brief("# Sails\n\nnext_step: mend the sail: all of it\n- **why_stopped**: `no needle`\n" + FILL)
        assert (found.next_step, found.why_stopped) == ("mend the sail: all of it", "no needle")

    @pytest.mark.parametrize("fence", ["```yaml\nnext: build\nresume: true\n```\n", "```json\nnext_step: a\n```\n", "```yaml\nsteps:\n  next_step_timeout: 3\n```\n"])
    def test_other_fences_are_none(self, fence: str) -> None:
        assert brief(f"# Sails\n\n{fence}{FILL}").next_step is None

    def test_tags(self) -> None:
        text = "<current_state>half of the mast stands</current_state>\n\n<next_action>mend the sail</next_action>\n"
        assert (brief(text).next_step, brief(text).why_stopped) == ("mend the sail", "half of the mast stands")
        assert brief("<next-action>\nmend the sail\n</next-action>\n\nSome more words, so that it is no stub of a file that nobody wrote.").next_step == "mend the sail"

    def test_json_below(self) -> None:
        assert brief('{"status": "paused", "topic": "x", "session": {"next_action": "mend"}}', "HANDOFF.json").next_step == "mend"


class TestWhyStopped:
    @pytest.mark.parametrize(
        ("text", "wanted"),
        [
            ("Stand: 2026-11-07\n\n## Stand der Dinge\n\nDer Mast steht.\n", "Der Mast steht."),
            ("**Status**: 2026-11-07\n\n## Status\n\nThe mast stands.\n", "The mast stands."),
            ("**Status**: 2026-11-07 14:30 UTC\n", None),
            ("## Blockers\n\n| Issue | Why |\n|---|---|\n| a | b |\n\nNo needle.\n", "No needle."),
            ("## Current state\n\nThese stand:\n\n- the mast\n", "the mast"),
            ("## Test status\n\n- green\n", None),
            ("## Branch status\n\n- 3 ahead\n", None),
            ("## 当前进展\n\n桅杆已立。\n", "桅杆已立。"),
            ("## 止めた理由\n\n針がない。\n", "針がない。"),
        ],
    )
    def test_it_is(self, text: str, wanted: str | None) -> None:
        assert brief(f"# Sails\n\n{text}{FILL}").why_stopped == wanted


class TestSpeed:
    def test_long_texts_of_next_words_take_linear_time(self) -> None:
        def taken(times: int) -> float:
            text = "# Sails\n\n" + "## Next steps: see section 5\n\n**Next:** see `a.md`\n\nnext_step:\n<next_action>\n" * times
            best = 9.0
            for _ in range(3):
                start = time.process_time()
                readers.read("project", "/p/HANDOFF.md", text)
                best = min(best, time.process_time() - start)
            return best

        assert taken(1600) < 4 * 2.5 * max(taken(400), 0.01)

    def test_phrases_find_the_longest_at_each_place(self) -> None:
        found = phrases.Phrases({"en": "next|next step|=later", "ja": "次の|次の作業"})
        assert [("next step 次の作業 later"[start:end]) for start, end in found.spans("next step 次の作業 later")] == ["next step", "次の作業"]
        assert found.without("the next steps") == "the   steps"
        assert "later" in found.alone


class TestWhatOnlySoundsNext:
    """Each text has the wrong place first: the rule must pass it over."""

    @pytest.mark.parametrize(
        ("text", "wanted"),
        [
            ("## Lo que sigue sin arreglarse, y es tuyo elegir el modo\n\n- a\n\n## Próximos pasos\n\n- b\n", "b"),
            ("## Siguiente resultado esperado\n\n- a\n\n## Punto exacto para retomar\n\nCoser la vela.\n", "Coser la vela."),
            ("## Pendências resolvidas\n\n- a\n", None),
            ("## Resolved open issues\n\n- a\n", None),
            ("## Open, each of them a choice\n\n- a\n", "a"),
            ("## Decisions still required\n\n- a\n", "a"),
            ("## Decisions still required\n\n- a\n\n## Remaining\n\n- b\n", "b"),
            ("## Prioritats immediates\n\n- a\n", "a"),
            ("## Tasques pendents\n\n- a\n", "a"),
            ("**Nächster sinnvoller Schritt ·** Das Segel nähen.\n", "Das Segel nähen."),
            ("## 下一步\n\n船帆均已修复。\n**待用户实测**：风大时的帆\n", "风大时的帆"),
            ("## Next step\n\n**Sew the new sail** — a prompt for it:\n\n```\nsew\n```\n\n**Backlog**:\n- a\n", "Sew the new sail"),
            ("## In progress\n\n- Draft of the sail waits\n\n## Pending\n\n- b\n", "b"),  # a state, beside work
            ("## In progress\n\n- a\n", "a"),
            ("## Decisiones pendientes\n\n1. a\n\n## Restante\n\n- b\n", "b"),
            ("## Estado\n\nResumen de lo que falta, en orden:\n1. b\n2. c\n\n## Decisiones de la dueña pendientes\n\n1. a\n", "b"),
            ("## State\n\nDefaults (pending a word of hers):\n1. a\n\n## Remaining\n\n- b\n", "b"),
            ("## Next\n\n- **High priority:**\n  - b\n- c\n", "b"),  # an item that only names those below it
            ("## 引き継ぎ\n\n## 今後\n\n- **次回着手推奨**:\n    - 特になし。\n", None),
            ("## Next up: mend the mast\n\n- Plan: `docs/mast.md` (part 2)\n- b\n", "b"),  # where something stands
            ("## First move next session\n\n```\n1. mend the mast\n2. rest\n```\n\nHave a good evening.\n", "mend the mast"),
            ("## Sails — remaining to do\n\nDone this session: the jib.\n\nStill open:\n- b\n", "b"),
            ("## Rappel pour la prochaine session\n\nCoudre la voile.\n", "Coudre la voile."),
            ("## Next steps (part 2: the mast)\n\n### 1. Mend the mast\n\n- oak\n", "Mend the mast"),  # a colon within brackets
            ("## Next phase\n\n### Mast links page\n\nGoal: all of them.\n\n## Later phases\n\n### Phase 1 — hull\n\n- a\n", "Mast links page"),
            ("## Next phase\n\n### Links to read\n\n- a\n\n### Mast\n\n- b\n", "b"),
            ("The next work must begin with the mast. All else waits.\n", "The next work must begin with the mast."),  # no heading for it
            ("El siguiente paso es coser la vela.\n", "El siguiente paso es coser la vela."),
            ("Work on the next step was hard.\n", None),
            ("## Reprise directive\n\n- Work only on the mast.\n\n## Remaining\n\n- b\n", "b"),
            ("## Backlog\n\n| # | Item | Status |\n|---|---|---|\n| 1 | a | ✅ |\n| 2 | Sew the jib | ▶ Next |\n\n## Open decisions\n\n- Oak or pine?\n", "Sew the jib"),
            ("## How to start the next session\n\n1. open the shed\n\n## Pending action (owner)\n\n### 1. Pay for the oak\n\nwords\n", "Pay for the oak"),
            ("## Also open (from last week)\n\n- b\n", "b"),
            ("## Start here\n\nThe mast is oak.\n\n- the old plan\n\n## Next session\n\nMend the mast.\n", "Mend the mast."),
            ("## 6. Open items\n\n### 6.1 Sew the jib\n\nIt has a tear as long as an arm, right below the upper batten.\n", "Sew the jib"),
            ("## Resume instructions\n\n1. open the shed\n\n## Remaining\n\n- b\n", "b"),
            ("## A crack\n\n**Priority:** medium, nobody sees it\n\n## Remaining\n\n- b\n", "b"),
            ("## Next\n\n- Read the whole plan: `docs/mast.md`\n", "Read the whole plan: `docs/mast.md`"),
            ("## Next step\n\n**These three things** are left:\n\n- a\n- b\n", "a"),
            ("## DO THIS NEXT — exact sequence\n\n### 1 — Wait for the glue\n\n```\nls\n```\n\n### 2 — Mend the mast\n", "Wait for the glue"),
            ("## Do these first (in order)\n\n### 1. Mend the mast — the open one\n\nIt is old.\n\n## Then (later)\n\n- b\n", "Mend the mast — the open one"),
            ("## Rules\n\n- a\n\n## 6. Current Queue\n\nCurrent likely queue:\n\n1. b\n", "b"),
            ("### What exists today\n\n- a\n\n### What needs to happen to share it\n\n1. b\n", "b"),
            ("## À faire\n\n### Étape 1 : réparer le mât (PROCHAINE ÉTAPE)\n\n- a\n", "réparer le mât"),
            ("## Quick start (next session)\n\n- b\n", "b"),
            ("## How to continue after a break\n\n1. ask\n\n## Unfinished (next session)\n\n- b\n", "b"),
            ("## Section 1 — bugs to fix\n\n### Bug 1: a mast that leans\n\n- b\n\n## Section 2 — git tasks remaining\n\n- c\n", "Bug 1: a mast that leans"),
            ("## 下一步\n\n### 🔴 優先級 1：修理桅杆\n\n**步驟**：\n1. a\n", "修理桅杆"),
            ("## Lo que más costó, y que sigue vivo\n\n- a\n\n## Lo que está abierto\n\n- b\n", "b"),
            ("## Follow-up jobs\n\n### 1. ~~Mend the mast~~ DONE (2026-07-03)\n\nwords\n\n### 2. Sew the jib\n\nwords\n", "Sew the jib"),
            ("## Your goal\n\nWork in this order.\n\n### 0. Mend the mast\n\nwords\n\n### 5. The remaining sails\n\n- c\n", "Mend the mast"),
            ("## Next step — read this first\n\nExecute the plan, plank by plank.\n\n## What the hull still owes\n\n- c\n", "Execute the plan, plank by plank."),
            ("<next_action>\n**For the next session:**\n\n1. mend the mast\n2. sew\n</next_action>\n", "mend the mast"),
            ("## 约束\n\n- a\n\n## 执行步骤\n1. 修桅杆\n", "修桅杆"),
            ("## Onde paramos\n\n### Já feito (não commitado)\n\n- a\n\n### Falta fazer\n\n1. b\n", "b"),
            ("## TODO — three new tasks from the cook (NOT started)\n\n### 1. Mend the mast\n\nwords\n", "Mend the mast"),
            ("## Three pending fixes — do all three\n\n### Fix 1 — Log the wind\n\nwords\n", "Log the wind"),
            ("## 3. NEXT / IN PROGRESS — the sail plan\n\n## Backlog\n\n- c\n", "the sail plan"),
            ("## NEXT TASK — publish\n\nWhat it has:\n\n1. a hero\n", "publish"),
            ("## Où on en est\n\n### 2.1 Coque — stable\n\nwords\n\n## Ce qui reste à faire\n\n### T1 — Réparer le mât\n\nwords\n", "T1 — Réparer le mât"),
            ("## Open points\n\n### Batch 1: Mend the mast\n\n**Constraints:**\n- quick\n", "Batch 1: Mend the mast"),
            ("## Next — the mast\n\n### Wood\n\noak\n", "the mast"),
            ("## Следующие шаги\n\n### Шаг 1 — сшить парус\n```\nls\n```\n", "сшить парус"),
        ],
    )
    def test_passed_over(self, text: str, wanted: str | None) -> None:
        (found,) = readers.read("project", "/p/boat/HANDOFF.md", "# Sails\n\n" + text + "\n## Notes\n\nThe parser was moved into a file of its own, and its tests with it.\n").handoffs
        assert found.brief.next_step == wanted

    def test_steps_in_order_below_a_title_of_next_steps(self) -> None:
        text = "# {}\n\nWords.\n\n## Prerequisites\n\n- oak\n\n## Step 1: Fell the tree ✅\n\nwords\n\n## Step 2: Mend the mast\n\nwords\n"
        for title, wanted in (("Next session: the mast", "Mend the mast"), ("Building a boat: handoff", None)):
            (found,) = readers.read("project", "/p/boat/HANDOFF.md", text.format(title) + FILL).handoffs
            assert found.brief.next_step == wanted

    def test_how_a_log_is_kept_is_not_what_it_says(self) -> None:
        text = (
            "# Handoff — agent protocol\n\n## What an entry has\n\n| Field | Meaning |\n|---|---|\n| Next step | what comes first |\n\n"
            "## Log\n\n## 2026-10-02 — sewing the jib\n- **Next step**: sew\n\n## 2026-10-01 — buying the cloth\n- **Next step**: buy\n"
        )
        (found,) = readers.read("project", "/p/boat/HANDOFF.md", text).handoffs
        assert (found.topic, found.brief.next_step) == ("sewing the jib", "sew")

    def test_titles_of_branches_and_questions(self) -> None:
        for text, topic in (
            ("# Handoff — 2026-06-29 · branch: feat/mast (at 1a2b3c), clean\n\n## 지금 작업\nThe mast is oak now.\n", "The mast is oak now"),
            ("# Handoff — mast rework (snapshot: 2026-06-29 ~10:00 UTC)\n", "mast rework"),
            ("# Round 4 is done (planks #110–#119, 2026-06-29)\n", "Round 4 is done (planks #110–#119)"),
            ("---\ncontext: The mast\nstatus: paused\n---\n\nWords of it.\n", "The mast"),
            ("# Handoff\n\nLast updated: 2026-06-29\n\n## In-flight task: make the mast stand\n\nwords\n", "make the mast stand"),
            ("# 인수인계 (2026-08-01 갱신)\n", "boat"),
            ("# Handoff\n\nLast updated: 2026-06-29\n\n## What's NOT working yet\n\n- words\n", "boat"),
            ("# {{PROJECT_NAME}}: mast handoff\n\nLast updated: 2026-06-29\n", "mast"),
            ("# HANDOFF — read this, then start\n\nLast updated: 2026-06-29\n", "boat"),
            ("# プロジェクト引き継ぎマニュアル: 帆船一括検索\n", "帆船一括検索"),
            ("# Handoff\n\n> Date: 2026-06-29\n\n## Project overview\n\n| Part | Of |\n|---|---|\n| mast | oak |\n", "boat"),
            ("# Session handoff\n\nLast updated: 2026-06-29\n\n## What's Next\n\n1. mend the mast\n2. and the hull below it\n", "boat"),
        ):
            (found,) = readers.read("project", "/p/boat/HANDOFF.md", text + FILL).handoffs
            assert found.topic == topic
