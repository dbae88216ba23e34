"""What is a row and what is none, the nasty kinds, JSON, and that nothing makes the reader fail or crawl."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from pickup_tui import readers, text
from support import APP

if TYPE_CHECKING:
    from pickup_tui.handoff import Handoff, Reading

FOUR_MIB = 1 << 22
WILD = Path(__file__).resolve().parents[4] / "shared" / "wild" / "files"
FILL = "\n## Notes\n\nThe parser was moved into a file of its own, and its tests with it; nothing else was touched in this session.\n"


def read(content: str | bytes, path: str = "/p/boat/HANDOFF.md") -> Reading:
    return readers.read("project", path, text.decode(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass")))


def one(content: str | bytes, path: str = "/p/boat/HANDOFF.md") -> Handoff:
    (found,) = read(content, path).handoffs
    return found


class TestNoHandoff:
    @pytest.mark.parametrize(
        "content",
        [
            "# Handoff Template\n" + FILL,
            "# Session Handoff Template\n\n**Date:** 2026-01-01\n" + FILL,
            "# 交接文档模板\n" + FILL,
            "# Plantilla de traspaso\n" + FILL,
            "# Sails\n\n**Date**: -\n**Status**: Template installed\n" + FILL,
            "# Handoff\n\n**Date:** YYYY-MM-DD\n**Branch:** <branch>\n\n## Next\n\n- [first step]\n- [second step]\n",
            "# Handoff\n\n## Done\n\n- {{item}}\n\n## Next\n\n1. [to fill] [confirm]\n\n## Risks\n\n- ...\n\n## Files\n\n- TBD\n" + FILL,
            "# Session Handoff Protocol\n\nEach session ends by writing a file. The file says what was done and what comes next, and who goes on.\n",
            "# 引き継ぎ運用ルール\n\nセッションの終わりに必ず書くこと。何をしたか、次に何をするか、誰が続けるかを書く。それ以外は書かない。\n",
            "# Session handoffs\n\nThis folder holds the notes that one session leaves for the next one, so that nobody has to find out again.\n",
            "---\nname: handoff\ndescription: writes a handoff\n---\n# Handoff\n" + FILL,
            "# Handoff — test project\n\nFixture.\n",
            "",
            "\n\n",
        ],
    )
    def test_templates_instructions_and_empty_files(self, content: str) -> None:
        found = read(content)
        assert found.handoffs == ()
        assert [reason.field for reason in found.reasons] == ["row"]

    @pytest.mark.parametrize("name", ["README.md", "readme.txt", "index.md", "SKILL.md", "_index.md"])
    def test_readmes_and_indexes(self, name: str) -> None:
        assert read("# Sails\n\n## Next\n\n- go\n" + FILL, f"/p/docs/handoffs/{name}").handoffs == ()

    @pytest.mark.parametrize(
        "content",
        [
            "# Next session\n\n**Still to check:**\n- the mast\n\n**Known:**\n- the jib\n\n**Waiting:**\n- the oak\n" + FILL,
            "# Handoff\n\n- **State**: \n    - the mast is up\n- **Known**:\n    - nothing\n- **Next**:\n    - **the jib**:\n        - sew it\n",
            "# Handoff\n\n## Next steps\n\n### Step 1 — mend the sail\n",  # short, but it says what is next
            "---\nname: mast\ndescription: what was done\ntype: project\n---\n# Mast\n\n- oak\n" + FILL,  # a note, no skill
            "# HANDOFF.md - 工作交接指南\n\n**產生**：x\n\n## 完成\n\n- 桅杆，2026-02-18\n- 船帆，2026-02-17\n\n## 下一步\n\n- 龍骨\n" + FILL,
            "# Handoff: mail template rework\n" + FILL,
            "# Handoff\n\nNext: mend the sail\n",
            "# Handoff\n\n- mend the sail\n",
            "# Session Handoff Protocol\n\n**Date:** 2026-01-02\n**Branch:** `feat/x`\n\n## Next\n\n- go on with the sails\n" + FILL,
            "# Handoff\n\n**Date:** 2026-01-01\n**Blocked by:** TBD\n\n## Next\n\n- mend the sail\n" + FILL,
        ],
    )
    def test_what_only_looks_like_one_stays(self, content: str) -> None:
        assert len(read(content).handoffs) == 1

    def test_what_replaces_another_is_not_replaced(self) -> None:
        for line, status in (("**Archive:** docs/old/", None), ("**Archivé** (voir B.md)", "superseded"), ("Ce fichier remplace le prompt de reprise.", None), ("Remplacé le 3 mars 2026.", "superseded"), ("Ce fichier est remplacé par B.md.", "superseded")):
            (found,) = read(f"# Passation · Voiles\n\n> {line}\n\n## Pour reprendre\n\n1. coudre\n" + FILL).handoffs
            assert found.status == status, line

    @pytest.mark.parametrize(
        ("parts", "status"),
        [
            ("## SUPERSEDED (2026-03-03)\n\nRead B.md.\n", "superseded"),
            ("## Goal\n\nMend it.\n\n## Superseded (old tasks)\n\n- a\n", None),  # a part of the text
            ("## ARCHIVE (tasks)\n\n- a\n", None),  # the noun, not what French folds to it
        ],
    )
    def test_a_part_that_is_archived(self, parts: str, status: str | None) -> None:
        (found,) = read(f"# Handoff — sails\n\n{parts}\n## Next\n\n- sew\n" + FILL).handoffs
        assert found.status == status

    def test_a_section_file_is_no_document(self) -> None:
        found = read("# Handoff\n\n## main (updated 2026-01-02)\n\n**What**: sails\n").handoffs
        assert [handoff.kind for handoff in found] == ["section"]


class TestNasty:
    def test_crlf_bom_and_wide_signs(self) -> None:
        found = one("\ufeff# 引き継ぎ：帆の修理の件\r\n\r\n最終更新：2026/06/05\u3000ステータス：✅ 完了\r\n\r\n## 残タスク\r\n\r\n- [ ] 縫う\r\n".encode())
        assert (found.topic, found.declared, found.status, found.brief.next_step) == ("帆の修理の件", "2026-06-05", "完了", "縫う")

    @pytest.mark.parametrize("data", [b"# Caf\xe9 sails\n\n- b\xff\xfe\x00\n", "# CafÃ© sails\n\n- go\n".encode(), "# Sails\n\n- go\n".encode("utf-16")])
    def test_other_encodings(self, data: bytes) -> None:
        assert "ails" in one(data).topic

    def test_a_rule_at_the_top_is_no_frontmatter(self) -> None:
        assert one("---\n\n## Handoff: 2026-06-19 — sails *cut*\n\n**Branch:** `feat/x`\n\n---\n\nmore\n" + FILL).topic == "sails cut"

    def test_a_comment_before_frontmatter(self) -> None:
        assert one("<!-- SPDX\n license -->\n\n---\ntitle: sails\n---\n" + FILL).topic == "sails"

    def test_yaml_that_fails_still_gives_its_lines(self) -> None:
        found = read("---\ntitle: sails: the #2 plan\nbranch: [feat/x\nstatus: active\n---\n# Handoff\n" + FILL)
        assert found.handoffs[0].topic == "sails: the #2 plan"
        assert [problem.line for problem in found.problems] == [2]

    def test_a_key_that_stands_twice_is_told(self) -> None:
        found = read("---\ntitle: a b c\ntitle: sails\n---\n" + FILL)
        assert (found.handoffs[0].topic, len(found.problems)) == ("sails", 1)

    def test_headings_in_fences_are_none(self) -> None:
        assert one("~~~~md x\n# no\n```\n# no\n~~~~\n\n# Sails\n\n```sh\n# Next steps\n- no\n```\n" + FILL).topic == "Sails"

    def test_a_fence_that_is_never_closed(self) -> None:
        found = one("# Sails\n\n## Next\n\n- go\n\n```\n# no\n## Next steps\n- no\n")
        assert (found.topic, found.brief.next_step) == ("Sails", "go")

    def test_long_lines_and_large_files(self) -> None:
        found = one("# Sails\n\n" + "x" * 2000 + "\n\n## Next\n\n- " + "go " * 700 + "\n\n" + "filler text\n" * 14_000)
        assert found.topic == "Sails"
        assert found.brief.next_step is not None
        assert len(found.brief.next_step) <= 500

    def test_tabs_and_nul(self) -> None:
        assert one(b"#\tSa\x00ils\n\n## Next\n\n-\tgo\n" + FILL.encode()).brief.next_step == "go"

    def test_too_many_lines_are_told(self) -> None:
        found = readers.read("project", "/p/boat/HANDOFF.md", "# Sails\n" + "x\n" * (readers.LINES + 5))
        assert [handoff.topic for handoff in found.handoffs] == ["Sails"]
        assert [problem.what for problem in found.problems] == [f"has more than {readers.LINES} lines"]


class TestJson:
    def test_fields(self) -> None:
        values = {
            "version": "1.0", "timestamp": "2026-04-30T19:05:05.274Z", "phase": "67", "phase_name": "sail plan", "status": "paused", "git": {"branch": "feat/x"},
            "next_action": "mend the sail", "blockers": [{"description": "no needle"}], "commit": "1958e194",
        }  # fmt: skip
        found = one(json.dumps(values), "/p/boat/.planning/HANDOFF.json")
        assert (found.topic, found.declared, found.branch, found.status) == ("sail plan", "2026-04-30T19:05:05+00:00", "feat/x", "paused")
        assert (found.brief.next_step, found.brief.why_stopped, found.brief.hash) == ("mend the sail", "no needle", "1958e194")

    def test_open_items_of_a_list(self) -> None:
        values: dict[str, Any] = {"task": {"goal": "sails"}, "remaining_tasks": [{"name": "a", "status": "done"}, {"name": "mend", "status": "open"}]}
        assert one(json.dumps(values), "/p/h.json").brief.next_step == "mend"

    @pytest.mark.parametrize("content", ["[]", '"x"', "{}", '{"name": "x", "version": "1"}', '{"scripts": {"next": "x"}}'])
    def test_what_is_no_handoff(self, content: str) -> None:
        assert read(content, "/p/handoff-x.json").handoffs == ()

    @pytest.mark.parametrize("content", ["{", "", '{"a": 1}}', "[" * 100_000, '{"n": ' + "9" * 10_000 + "", "NaN{"])
    def test_what_cannot_be_read_is_a_row_and_told(self, content: str) -> None:
        found = read(content, "/p/sail-handoff.json")
        assert [handoff.topic for handoff in found.handoffs] == ["sail"]
        assert len(found.problems) == 1


class TestLazy:
    def test_a_section_file_loads_none_of_this(self) -> None:
        code = "import sys; from pickup_tui import readers; readers.read('project', '/p/HANDOFF.md', '## main (updated 2026-01-02)\\n\\n**What**: x\\n'); print([name for name in sys.modules if 'document' in name or name == 'pickup_tui.dates'])"
        done = subprocess.run([sys.executable, "-c", code], env={"PYTHONPATH": APP}, capture_output=True, text=True, check=True, timeout=60)
        assert done.stdout.strip() == "[]"


PIECES = st.sampled_from(
    (
        "# ", "## ", "Next steps", "次にやること", "**Branch:** ", "`feat/x`", "- [ ] ", "- [x] ", "1. ", "| a | b |", "|---|", "```", "~~~markdown", "---", "> ",
        "title: x", "<next_action>", "</next_action>", "<!--", "-->", "2026-01-02", "2025-02-XX", "Updated ", "：", "\u3000", "\t", "\n", "\n\n", "**", "_", "`", "[", "](",
        "{", "}", '"', "&a *a", "~~", "✅", "①", "\x00", "\ud800", "x" * 50, " ", "Status: ", "superseded", "Session 3", "main", "(", ")", "TODO: ", "None",
    ),
)  # fmt: skip


class TestFuzz:
    @given(st.lists(PIECES, max_size=60).map("".join), st.sampled_from(["/p/HANDOFF.md", "/p/.planning/HANDOFF.json", "/p/handoffs/2026-01-02.md", "x"]))
    @hypothesis_settings(max_examples=150)
    def test_pieces(self, content: str, path: str) -> None:
        for handoff in read(content, path).handoffs:
            assert handoff.topic.strip()
            assert 1 <= handoff.line <= handoff.end
            assert handoff.brief.next_step is None or handoff.brief.next_step.strip()

    @pytest.mark.skipif(not WILD.is_dir(), reason="the real handoffs are not here (../shared/wild/files)")
    @given(st.data())
    @hypothesis_settings(max_examples=60)
    def test_mutations_of_real_files(self, data: st.DataObject) -> None:
        content = bytearray(data.draw(st.sampled_from(sorted(WILD.iterdir()))).read_bytes()[:12_000])
        for _ in range(data.draw(st.integers(1, 12))):
            at = data.draw(st.integers(0, len(content)))
            if data.draw(st.booleans()):
                content[at:at] = data.draw(PIECES).encode("utf-8", "surrogatepass")
            else:
                del content[at : at + data.draw(st.integers(1, 300))]
        assert all(handoff.topic for handoff in read(bytes(content)).handoffs)


class Counted:
    """Counts the regular expression engine's calls by the interpreter's own profile events: steps, not seconds."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, frame: object, event: str, argument: object) -> None:
        self.calls += event in ("call", "c_call")


class TestLinear:
    @pytest.mark.parametrize(
        "piece",
        ["# a\n", "## 2026-01-02 x\n", "## Next steps\n- [x] a\n", "**Next**: x\n", "**Branch:** y\n", "- [ ] x\n", "| a | b |\n", "```\n", "> - ", "words and words\n", "分支：main\n", "1. "],
    )
    def test_four_times_the_text_is_no_more_than_five_times_the_steps(self, piece: str) -> None:
        counts = []
        for size in (1 << 12, 1 << 14):
            counted = Counted()
            content = piece * (size // len(piece))
            readers.read("project", "/p/HANDOFF.md", content)  # tables are compiled once
            sys.setprofile(counted)
            try:
                readers.read("project", "/p/HANDOFF.md", content)
            finally:
                sys.setprofile(None)
            counts.append(counted.calls)
        assert counts[1] <= counts[0] * 5 + 2000, counts

    @pytest.mark.parametrize(
        ("head", "piece"),
        [
            ("# Sails\n\n## Next\n\n- go\n\n", "words and more words in a line, and again more words than anybody would read in one go\n"),
            ("# 帆\n\n## 下一步\n\n- go\n\n", "帆布を縫い直してからロープを結び、風を待って港を出る予定だがまだ決まっていない。\n"),
            ("# Sails\n\n## Next\n\n- go\n\n", "next step branch: main 2026-07-01 **x** `y` "),
            ("# 帆\n\n## 下一步\n\n- go\n\n", "下一步：分支 main 2026年7月7日 "),
        ],
        ids=["lines", "dense lines", "one line", "one dense line"],
    )
    def test_four_mebibytes_are_read(self, head: str, piece: str) -> None:
        found = readers.read("project", "/p/HANDOFF.md", head + piece * (FOUR_MIB // len(piece.encode())))
        assert [handoff.brief.next_step for handoff in found.handoffs] == ["go"]

    @pytest.mark.parametrize("content", ['{"next_action": "go", "done": [' + ", ".join(['{"name": "a", "status": "done"}'] * 120_000) + "]}", "[" * (1 << 22)], ids=["long", "deep"])
    def test_four_mebibytes_of_json(self, content: str) -> None:
        assert len(readers.read("project", "/p/.planning/HANDOFF.json", content).handoffs) == 1
