"""Rules that must not take too much: what only looks like a step, a banner, a branch or filler, and stays what it is."""

from __future__ import annotations

import json
import sys

import pytest

from pickup_tui import readers
from pickup_tui.readers.document import status

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pickup_tui.handoff import Handoff

TOP = "# Handoff: the mast\n\n2026-05-01. We mended the port side of the hull and wrote down what is left.\n\n"
PATH = "/p/boat/HANDOFF.md"


def one(text: str, path: str = PATH) -> Handoff:
    (found,) = readers.read("project", path, text).handoffs
    return found


def in_json(**values: object) -> Handoff:
    return one(json.dumps(values), "/p/boat/.planning/HANDOFF.json")


class TestSteps:
    @pytest.mark.parametrize(
        ("text", "wanted"),
        [
            ("## Next\n\n- Review: `plan.md`\n- sew\n", "Review: `plan.md`"),
            ("## Next\n\n- Read the whole plan: `docs/mast.md`\n- sew\n", "Read the whole plan: `docs/mast.md`"),
            ("## Next\n\n- Plan: `docs/mast.md`\n- sew\n", "sew"),
            ("## Next\n\n**Important.**\n\n- mend the mast\n", "mend the mast"),
            ("## Next\n\n- [ ] mend the mast\n\n```\n1. not this\n```\n", "mend the mast"),
            ("## Next\n\n```\n1. ls\n2. pwd\n```\n\n- mend the mast\n", "mend the mast"),
            ("## Next\n\n```\n1. [x] cut\n2. sew\n```\n", "sew"),
            ("## Next\n\n- Fix 3 sails\n- sew\n", "Fix 3 sails"),
            ("## Next\n\n### Fix 3: sew the jib\n", "sew the jib"),
            ("## Next\n\n### Task 2 — sew the jib\n", "sew the jib"),
            ("| Where | Which |\n|---|---|\n| port | Next |\n\n## Next\n\n- sew\n", "sew"),
            ("| What | Status |\n|---|---|\n| hull | done |\n| sew the jib | Next |\n", "sew the jib"),
            ("## Next — exact sequence\n\n### 1. Mend the mast\n\nwords\n", "Mend the mast"),
            ("## NEXT TASK — publish\n\n- [ ] mend the mast\n", "mend the mast"),
            ("## Next\n\n- A.b is the module to split\n", "A.b is the module to split"),
            ("The next step is not clear. We wait.\n", None),
            ("The next step is described in the plan.\n", None),
            ("Der nächste Schritt ist unten beschrieben.\n", None),
            ("The next step is to sew the jib. All else waits.\n", "The next step is to sew the jib."),
            ("## Prompt to resume\n\n```\nclaude --resume\n```\n", None),
            ("## Prompt to resume\n\n```\nGo on with the mast, and then sew the jib.\n```\n", "Go on with the mast, and then sew the jib."),
            ("## Prompt to resume\n\n```\nYou know the boat. Next steps:\n- sew the jib\n```\n", "sew the jib"),
            ("## Next\n\n- Done this session: the hull\n- sew\n", "sew"),
            ("## Next\n\nBegin here:\n\n```\n1. mend the mast\n2. sew\n```\n", "mend the mast"),
            ("## 当前应优先做什么\n\n建议从这里开始：\n\n```text\n1. 修桅杆\n2. 缝帆\n```\n", "修桅杆"),
            ("## Pending work\n\n### P1: Mend the mast\n\nwords\n\n### P3: Choose the next plank\n\n- oak\n", "P1: Mend the mast"),
            ("下一步B01：修桅杆；不得覆盖。\n", "修桅杆；不得覆盖。"),
            ("## 2. Pendências\n\n- costurar\n\n## 5. Como retomar (dicas)\n\n- usar a corda\n", "costurar"),
            ("## Next up: the jib\n\n**Roadmap**: `docs/mast.md` (part 2)\n", "the jib"),
        ],
    )
    def test_it_is(self, text: str, wanted: str | None) -> None:
        assert one(TOP + text).brief.next_step == wanted

    @pytest.mark.parametrize("name", ["open_actions", "actionItems", "follow-ups", "nextUp"])
    def test_names_in_json(self, name: str) -> None:
        assert in_json(**{name: ["sew", "rig"]}).brief.next_step == "sew"

    def test_an_entry_of_a_list_in_json_that_is_done(self) -> None:
        assert in_json(next_steps=[{"task": "cut", "done": True}, {"task": "sew", "status": "completed"}, {"Task": "rig"}]).brief.next_step == "rig"


class TestStatus:
    @pytest.mark.parametrize(
        ("line", "hidden"),
        [
            ("> Remplacé le 12 mars", True),
            ("> Remplacé le lundi 3 mars 2026", True),
            ("> Remplacé le 1er mars", True),
            ("> Substituído em maio de 2026", True),
            ("> Ersetzt am 12. Mai 2026", True),
            ("> Remplace le fichier 3", False),
            ("> ARCHIVE — superseded by B.md", True),
            ("**ARCHIVE** — do not use", True),
            ("**Archive:** docs/old/", False),
            ("## ARCHIVE (tasks)", False),
            ("- Архив: docs/old", False),
            ("## Goal\n\nMend it.\n\n## ⛔ SUPERSEDED", True),
            ("## Goal\n\nMend it.\n\n## Archived — see B.md", True),
            ("## Goal\n\nMend it.\n\n## Superseded (old tasks)", False),
            ("> 只读副本的设计", False),
            ("> 只读文档", True),
            ("> 旧版の設計", False),
            ("> 旧版です", True),
            ("- Read-only: the replica", False),
            ("* Deprecated: the old parser", False),
            ("- **Superseded by:** B.md", True),
            ("- Archived: 2026-03-03", True),
        ],
    )
    def test_banners(self, line: str, hidden: bool) -> None:
        assert (one(f"{TOP}{line}\n\n## Next\n\n- sew\n").status == status.HIDDEN) is hidden

    @pytest.mark.parametrize("text", ["# ARCHIVE\n\n- sew\n", "# ARCHIVE: Handoff of the sails\n\n- sew\n", "---\nstatus: archive\n---\n# Handoff of the sails\n\n- sew\n"])
    def test_the_whole_is_an_archive(self, text: str) -> None:
        assert one(text).status == status.HIDDEN


class TestTopics:
    @pytest.mark.parametrize(
        ("title", "topic"),
        [
            ("# Handoff: snapshot format", "snapshot format"),
            ("# Handoff: {{ user.name }} is escaped twice", "{{ user.name }} is escaped twice"),
            ("# Handoff: the mast (branch: feat/mast) and the jib", "the mast and the jib"),
            ("# Handoff — the mast · branch: feat/mast (at 1a2b3c4)", "the mast"),
            ("# Retomada — Vela Azul (pausa em 2026-09-19)", "Vela Azul (pausa)"),
        ],
    )
    def test_a_title_says(self, title: str, topic: str) -> None:
        found = readers.read("project", PATH, TOP.replace("# Handoff: the mast", title) + "## Next\n\n- sew\n").handoffs
        assert [handoff.topic for handoff in found] == [topic]


    @pytest.mark.parametrize(
        ("text", "topic"),
        [
            ("## Completed today\n\n1. **Mast and boom mended.**\n   - with oak\n", "Mast and boom mended"),
            ("## ✅ Done (27 May 2026)\n\n### Mending of sails\n\n- [x] jib\n", "Mending of sails"),
            ("## What was accomplished\n\n- `1a2b3c4` / `2b3c4d5`: created the sail plan, and more.\n", "created the sail plan, and more"),
            ("## 今回やったこと\n\n- 帆布の縫い直し。風待ち。\n", "帆布の縫い直し"),
            ("## What we did\n\n- n/a\n", "boat"),
            ("**Session:** mend the mast and then the jib\n", "mend the mast and then the jib"),
            ("> **세션 범위**: 돛대 수리와 돛 꿰매기\n", "돛대 수리와 돛 꿰매기"),
            ("**Session:** 12\n", "boat"),
            ("**Session:** Claude Code (Opus)\n", "boat"),
        ],
    )
    def test_a_title_that_says_nothing(self, text: str, topic: str) -> None:
        assert one(f"# Session Handoff — 2026-05-01\n\n{text}\n## Next\n\n- sew\n").topic == topic

    def test_the_project_in_the_frontmatter(self) -> None:
        assert one("---\nproject: Blue Sail\n---\n\n# Session handoff\n\n## Next\n\n- sew\n").topic == "Blue Sail"


class TestBranches:
    @pytest.mark.parametrize(
        ("text", "branch"),
        [
            ("```\necho x > dev/null\n```\n", None),
            ("Commands:\n\n```\nfeat/keel\n```\n", None),
            ("Go on with the branch:\n\n```\nfeat/keel\n```\n", "feat/keel"),
            ("```\ngit push origin --delete branch feat/keel\n```\n", None),
            ("```\nmerge branch feat/keel\n```\n", None),
            ("```\nGo on. The branch feat/keel was deleted\n```\n", None),
            ("```\nGo on, branch feat/keel\n```\n", "feat/keel"),
            ("## Traps\n\n- **Branch mismatch:** dev happens on the other one\n", None),
            ("**Branch:** dev is where we work\n", None),
            ("**Branch:** dev (pushed)\n", "dev"),
            ("目录 D:\\\\boat；分支 b/keel。其余未动。\n", "b/keel"),
            ("Tudo já está commitado e enviado para `main`.\n", "main"),
            ("| `feat/keel` | 1a2b3c4 | yes | no |\n|---|---|---|---|\n", None),
        ],
    )
    def test_it_is(self, text: str, branch: str | None) -> None:
        assert one(TOP + text).branch == branch

    @pytest.mark.parametrize(
        ("values", "branch"),
        [
            ({"note": "the branch and/or the tag"}, None),
            ({"note": "Base branch: feat/keel"}, None),
            ({"note": "All is pushed. Branch: feat/keel."}, "feat/keel"),
            ({"notes": {"deep": "Branch: feat/keel"}}, None),
            ({"branch": "none"}, None),
            ({"branch": "`feat/keel` (pushed)"}, "feat/keel"),
        ],
    )
    def test_in_json(self, values: dict[str, object], branch: str | None) -> None:
        assert in_json(next="sew", **values).branch == branch


class TestRows:
    @pytest.mark.parametrize(
        ("text", "rows"),
        [
            ("# Session handoff protocol\n\nWritten 2026-01-02, changed 2026-02-03 and\n2026-03-04: how we hand over the work, day by day.\n", 0),
            ("# Session handoff protocol\n\n- 2026-01-02 cut\n- 2026-02-03 sewn\n\n## Next\n\n- rig the boat\n", 1),
            ("# Boat\n\n## Next\n\n---\n", 0),
            ("# Boat\n\n## Next\n\n<!-- say it -->\n", 0),
            ("# Boat\n\n## Next\n\n### Rig the boat\n", 1),
            ("---\nname: handoff\ndescription: writes one\ntype: skill\n---\n# Handoff\n\n- ask\n", 0),
            ("---\nname: handoff\ndescription: of the boat\ntype: handoff\n---\n# Handoff\n\n- sew\n", 1),
        ],
    )
    def test_how_many(self, text: str, rows: int) -> None:
        assert len(readers.read("project", PATH, text).handoffs) == rows


class Counted:
    """A profile function that counts calls, of C functions too."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, frame: object, event: str, arg: object) -> None:
        self.calls += event in ("call", "c_call")


class TestLinear:
    @pytest.mark.parametrize(
        "piece",
        ["What is left, in order:\n1. mend\n", "Next:\n\n", "- Next:\n", "## Next\n\n", "## Next — x\n\n", "**a:**\n- **b:**\n", "- a:\n  - b:\n    - c:\n", "| a | Next |\n"],
    )
    def test_four_times_the_text_is_no_more_than_five_times_the_steps(self, piece: str) -> None:
        assert_linear(lambda size: TOP + piece * (size // len(piece)), PATH)

    @pytest.mark.parametrize(
        "piece",
        ['"k%d": "none"', '"kA%d": {"aB": "none", "b": {"c": "d"}}', '"' + "aB" * 400 + '%d": "x"', '"n%d": "branch branch branch "'],
        ids=["many", "objects", "long", "branches"],
    )
    def test_names_of_json(self, piece: str) -> None:
        assert_linear(lambda size: '{"next": "sew", ' + ", ".join(piece % number for number in range(size // len(piece))) + "}", "/p/.planning/HANDOFF.json")


def assert_linear(make: object, path: str) -> None:
    """That four times the text takes at most five times the calls, past what is looked at of any text."""
    counts = []
    for size in (1 << 17, 1 << 19):
        counted = Counted()
        content = make(size)  # type: ignore[operator]
        readers.read("project", path, content[:1000])  # tables are compiled once
        sys.setprofile(counted)
        try:
            readers.read("project", path, content)
        finally:
            sys.setprofile(None)
        counts.append(counted.calls)
    assert counts[1] <= counts[0] * 5 + 2000, counts
