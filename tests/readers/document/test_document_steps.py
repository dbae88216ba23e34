"""The next step of a document: which place wins, and which item of it."""

from __future__ import annotations

import textwrap

import pytest

from pickup_tui import readers

FILL = "\n## Notes\n\nThe parser was moved into a file of its own, and its tests with it; nothing else was touched in this session.\n"


def step(text: str) -> str | None:
    (found,) = readers.read("project", "/p/boat/HANDOFF.md", "# Sails\n\n" + textwrap.dedent(text) + FILL).handoffs
    return found.brief.next_step


class TestHeadings:
    @pytest.mark.parametrize(
        "heading",
        [
            "Next steps", "Immediate Recommended Next Steps", "🚀 Next Steps (in order)", "3. What to do next", "Remaining work to mission DONE",
            "TODO", "What's pending", "Priorities for next session", "Resume steps", "下一步", "待办事项", "7. 次のアクション", "残タスク", "次回の再開ポイント",
            "다음 세션에서 할 일 (제안 순서)", "남은 작업", "✅ PRÓXIMOS PASSOS (ordem exata)", "Pendente", "Onde paramos", "Siguientes pasos", "Prochaine étape",
            "Reste à faire", "Was als Nächstes zu tun ist", "Offen", "Prossimi passi", "Pending alta priorita", "Bước tiếp theo", "Việc còn lại",
        ],
    )  # fmt: skip
    def test_every_language(self, heading: str) -> None:
        assert step(f"## Done\n\n- old thing\n\n## {heading}\n\n1. mend the sail\n2. rest\n") == "mend the sail"

    def test_the_surer_heading_wins_wherever_it_stands(self) -> None:
        assert step("## Ideas\n\n- a\n\n## Remaining\n\n- b\n\n## Next steps\n\n- c\n") == "c"

    def test_a_heading_of_more_than_the_next_step_gives_way(self) -> None:
        assert step("## Current state and next steps\n\n- a\n\n## Remaining\n\n- b\n") == "b"

    @pytest.mark.parametrize("heading", ["Suggested skills for the next session", "Files to review next session", "Completed", "Blockers", "Commands to resume"])
    def test_what_speaks_of_something_else(self, heading: str) -> None:
        assert step(f"## {heading}\n\n- a\n") is None

    def test_the_words_after_todo(self) -> None:
        assert step("## TODO: mend the sail (next)\n\n### What was planned\n\n- a\n") == "mend the sail (next)"


class TestItems:
    @pytest.mark.parametrize(
        ("items", "wanted"),
        [
            ("- [x] a\n- [ ] b", "b"),
            ("1. ~~a~~\n2. b", "b"),
            ("- ✅ a\n- b", "b"),
            ("- a ✅\n- b", "b"),
            ("- DONE: a\n- b", "b"),
            ("- a — **done**\n- b", "b"),
            ("- 完了: a\n- b", "b"),
            ("(0) b\n\nwords\n\n(1) c", "b"),
            ("① b\n② c", "b"),
            ("* **b** — at once", "b — at once"),
            ("- b goes on\n  over a line\n- c", "b goes on over a line"),
            ("In this order:\n\n1. b", "b"),
            ("| # | Task | State |\n|---|---|---|\n| 1 | a thing | done |\n| 2 | b thing | open |", "b thing"),
            ("| [#9](x) | sink the boat | why |\n|---|---|---|\n| [#4](x) | raise the boat | why |", "raise the boat"),
            ("### 1. mend the sail\n\n- how", "mend the sail"),
            ("### PASSO 1: mend the sail\n\n- how", "mend the sail"),
            ("### ✅ Done: a\n\n- x\n\n### 2. b it\n", "b it"),
            ("### Immediate\n\n- b", "b"),
            ("### A. 優先度高\n\n- b", "b"),
            ("**Waits for the user**\n\n- [ ] b\n", "b"),
            ("**1. mend the sail (1 day)**\n- how\n", "mend the sail (1 day)"),
            ("Mend the sail, rebuild, and run the tests.", "Mend the sail, rebuild, and run the tests."),
            ("```\n- no\n```\n\n- b", "b"),
            ("- [pending] b", "b"),
            ("- b\n" + "x" * 3000, "b " + "x" * 498),
        ],
    )
    def test_the_first_that_is_open(self, items: str, wanted: str) -> None:
        assert step(f"## Next steps\n\n{items}\n") == wanted

    @pytest.mark.parametrize("items", ["- Nothing — all is done.", "None.", "- なし", "- Keine", "- nada", "**None**", "- Nothing pending"])
    def test_nothing_is_no_step(self, items: str) -> None:
        assert step(f"## Next steps\n\n{items}\n\n## Ideas\n\n- a\n") is None

    def test_something_that_starts_like_nothing(self) -> None:
        assert step("## Next steps\n\n1. Nothing is blocked on you.\n") == "Nothing is blocked on you."


class TestOtherPlaces:
    @pytest.mark.parametrize(
        "text",
        [
            "**Next**: mend the sail\n",
            "**Next:** mend the sail\n",
            "Next: mend the sail\n",
            "**Next steps (in order):**\n1. mend the sail\n2. rest\n",
            "**Next**:\n\n- [x] old\n- mend the sail\n",
            "**下一步**：mend the sail\n",
            "<next_action>\n1. mend the sail\n</next_action>\n",
            "<next_action>\n\n## Choice\n\nmend the sail\n</next_action>\n",
            "```markdown\n# State\n\n## Next Steps\n- mend the sail\n```\n",
        ],
    )
    def test_labels_tags_and_quoted_documents(self, text: str) -> None:
        assert step(text) == "mend the sail"

    def test_frontmatter(self) -> None:
        (found,) = readers.read("project", "/p/HANDOFF.md", "---\nnext_action: mend the sail\n---\n# x\n" + FILL).handoffs
        assert found.brief.next_step == "mend the sail"

    def test_a_label_in_a_list_speaks_of_that_list(self) -> None:
        assert step("## State\n\n- **First action:** look\n\n## Remaining\n\n- mend the sail\n") == "mend the sail"


class TestNewestSession:
    NEW = "## Session 3 (2026-05-03)\n\n**Branch:** `feat/new`\n\n### Next steps\n\n- new step\n\n"
    OLD = "## Session 2 (2026-05-02)\n\n**Branch:** `feat/old`\n\n### Next steps\n\n- old step\n\n"
    OLDER = "## Session 1 (2026-05-01)\n\n### Next steps\n\n- older step\n\n"

    @pytest.mark.parametrize("order", [(NEW, OLD, OLDER), (OLDER, OLD, NEW), (OLD, NEW, OLDER)])
    def test_its_fields_count_wherever_it_stands(self, order: tuple[str, ...]) -> None:
        (found,) = readers.read("project", "/p/HANDOFF.md", "# Sails\n\n" + "".join(order)).handoffs
        assert (found.declared, found.branch, found.brief.next_step) == ("2026-05-03", "feat/new", "new step")

    def test_below_a_log_that_grows_at_the_top_is_history(self) -> None:
        new = self.NEW.replace("### Next steps\n\n- new step", "All done.")
        (found,) = readers.read("project", "/p/HANDOFF.md", f"# Sails\n\n{new}{self.OLD}{self.OLDER}## Next session\n\n- stale\n").handoffs
        assert found.brief.next_step is None

    def test_a_dated_heading_above_the_log(self) -> None:
        text = f"# Handoff\n\n## Start here next session — 2026-05-03 (sail plan)\n\n- new step\n\n## History\n\n{self.NEW}{self.OLD}".replace("## Session", "### Session")
        (found,) = readers.read("project", "/p/HANDOFF.md", text).handoffs
        assert (found.topic, found.brief.next_step) == ("sail plan", "new step")


class TestBranches:
    TEXT = "# Boat Handoff\n\n## feat/sails\n\n**Last session**: 2026-05-02 — sails cut\n\n### Next steps\n\n- sew\n\n## main\n\nOld state of things.\n"

    def test_sections_named_like_branches_are_rows(self) -> None:
        found = readers.read("project", "/p/HANDOFF.md", self.TEXT).handoffs
        assert [(one.branch, one.anchor, one.line, one.declared) for one in found] == [
            ("feat/sails", "feat/sails", 3, "2026-05-02"),
            ("main", "main", 11, "2026-05-02"),
        ]
        assert (found[0].topic, found[0].brief.next_step) == ("sails cut", "sew")

    @pytest.mark.parametrize("heading", ["Summary", "Known issues", "notes"])
    def test_one_other_heading_and_it_is_a_document(self, heading: str) -> None:
        assert len(readers.read("project", "/p/HANDOFF.md", self.TEXT + f"\n## {heading}\n\nwords\n").handoffs) == 1
