"""A project that somebody hostile wrote: nothing of it is run, written to, read past its folder, or hidden from the person."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from hostile.hostility import READING, SECRET, Hostile, tree
from made import handoff
from pickup_tui import brief, hardened, readers, run, text
from pickup_tui.picker import preview
from pickup_tui.since import references
from support import APP, FORBIDDEN, section

if TYPE_CHECKING:
    from support import Home


@pytest.fixture
def hostile(home: Home) -> Hostile:
    home.environ["PATH"] = f".::bin:{home.environ['PATH']}:./bin"
    home.environ["EDITOR"] = "vi"
    home.cwd = os.path.join(home.projects, "evil")
    return Hostile(home)


class TestReading:
    def test_nothing_is_run_written_or_read_outside(self, hostile: Hostile, monkeypatch: pytest.MonkeyPatch) -> None:
        """Every reading command, in the hostile project: the three goals at once."""
        monkeypatch.chdir(hostile.folder)
        before = tree(hostile.home.path)
        for words in READING:
            ran = hostile.home.run(*words)
            assert ran.code in (0, 1, 2, 3), (words, ran)
            assert SECRET not in ran.out + ran.err, words
            assert not hostile.sprung(), words
            for place in (ran.out, ran.err):
                assert FORBIDDEN.isdisjoint(place), words
        ours = (os.path.join(hostile.home.path, ".cache"), os.path.join(hostile.home.path, ".local"))
        after = {path: about for path, about in tree(hostile.home.path).items() if not path.startswith(ours)}
        assert after == before
        for folder in ours:
            for path in Path(folder).rglob("*"):
                assert not path.is_file() or SECRET.encode() not in path.read_bytes()

    def test_the_traps_work(self, hostile: Hostile) -> None:
        """Plain git springs them, so that silence above means something."""
        clean = {**hostile.home.environ, "PATH": os.environ["PATH"]}
        for words in (("status",), ("cat-file", "-p", "HEAD~1^{tree}"), ("diff", "HEAD")):
            subprocess.run(["git", "-C", hostile.folder, *words], env=clean, capture_output=True, check=False, timeout=20)
            assert hostile.sprung(), words
            os.unlink(hostile.mark)

    def test_the_projects_modules_are_not_imported(self, hostile: Hostile) -> None:
        ran = hostile.home.spawn("list", "--all", cwd=hostile.folder, PATH=os.environ["PATH"])
        assert ran.code == 0
        assert not hostile.sprung()

    def test_a_configuration_in_the_project_is_none_of_ours(self, hostile: Hostile) -> None:
        assert SECRET not in hostile.home.run("list", "--all", "--json").out
        found = hostile.home.run("doctor", "--json").json()
        assert hostile.trap not in str(found.get("settings", found))

    def test_a_worktree_that_names_a_victim_gives_the_victim_nothing_of_ours(self, hostile: Hostile) -> None:
        rows = hostile.home.run("list", "--all", "--json").json()["handoffs"]
        victims = [row for row in rows if row["project"] == "victim"]
        assert [row["topic"] for row in victims] == ["the victim's own"]
        assert victims[0]["project_path"] == os.path.join(hostile.home.projects, "victim")

    def test_a_git_folder_that_is_a_link_starts_nothing(self, hostile: Hostile) -> None:
        other = hostile.home.project("linked", "# Undated\n\n## Next steps\n\n- go\n")
        os.symlink(os.path.join(hostile.folder, ".git"), os.path.join(other, ".git"))
        assert hostile.home.run("list", "--all", cwd=other).code == 0
        assert hostile.home.run("since", "HANDOFF.md", cwd=other).code in (0, 1)
        assert not hostile.sprung()


class TestWriting:
    # a section lies in the project's own folder: there is no folder on its way that could be a link
    @pytest.mark.parametrize(("kind", "link"), [("section", "file"), ("checkpoint", "file"), ("checkpoint", "folder")])
    def test_a_save_writes_through_no_link_out_of_the_project(self, home: Home, kind: str, link: str) -> None:
        project = home.project("evil", git=True)
        victim = home.write("outside/HANDOFF.md", "the victim's\n")
        name = "HANDOFF.md" if kind == "section" else ".thunderkit/HANDOFF.md"
        if link == "file":
            os.makedirs(os.path.dirname(os.path.join(project, name)), exist_ok=True)
            os.symlink(victim, os.path.join(project, name))
        else:
            os.symlink(os.path.dirname(victim), os.path.join(project, ".thunderkit"))
        home.run("save", kind, "--next", "x", "--branch", "main", cwd=project)
        assert Path(victim).read_text(encoding="utf-8") == "the victim's\n"
        assert os.listdir(os.path.dirname(victim)) == ["HANDOFF.md"]

    def test_reading_commands_ask_for_no_place_to_write(self, hostile: Hostile) -> None:
        """With a state and a cache folder that cannot be written to, they do the same."""
        for variable in ("XDG_STATE_HOME", "XDG_CACHE_HOME"):
            hostile.home.environ[variable] = "/dev/null/x"
        assert hostile.home.run("list", "--all").code == 0
        assert hostile.home.run("load", "victim").code == 0


class TestGit:
    def test_every_call_is_hardened(self, hostile: Hostile, monkeypatch: pytest.MonkeyPatch) -> None:
        """Whoever calls it: the scan, the changes since, checkpoints, saving."""
        seen: list[tuple[list[str], dict[str, str]]] = []
        real = run.run

        def spy(argv: list[str], **more: object) -> run.Done:
            if argv[0] == "git":
                seen.append((list(argv), dict(more["environ"])))  # type: ignore[call-overload]
            return real(argv, **more)  # type: ignore[arg-type]

        monkeypatch.setattr(run, "run", spy)
        for words in (("list",), ("since", "docs/HANDOFF.md"), ("restore",), ("save", "section", "--dry-run", "--next", "x")):
            hostile.home.run(*words)
        assert {"ls-files", "config", "rev-parse"} <= {word for argv, _ in seen for word in argv}
        for argv, environ in seen:
            assert argv[: len(hardened.command())] == hardened.command()
            assert environ["GIT_ALLOW_PROTOCOL"] == "none"
            assert environ["GIT_ALLOC_LIMIT"]

    def test_no_module_starts_git_by_itself(self) -> None:
        for path in Path(APP, "pickup_tui").rglob("*.py"):
            source = path.read_text(encoding="utf-8")
            if path.name != "hardened.py" and "demo" not in path.parts:
                assert not re.search(r"""[\[(]["']git["'],""", source), path

    def test_a_commit_that_unfolds_to_more_than_the_limit_is_not_read(self, home: Home) -> None:
        """The limit itself is half a GiB; git obeys it at any size."""
        project = home.project("bomb", "# Undated\n", git=True)
        home.commit(project)
        head = home.git(project, "cat-file", "commit", "HEAD")
        made = subprocess.run(
            ["git", "-C", project, "hash-object", "-t", "commit", "-w", "--stdin", "--literally"],
            env=home.environ, input=head.encode() + b"\n\n" + b"x" * (5 << 20), capture_output=True, check=True,
        )  # fmt: skip
        home.git(project, "update-ref", "HEAD", made.stdout.decode().strip())
        environ = hardened.environment(home.environ, project)
        assert environ["GIT_ALLOC_LIMIT"] == "512m"
        done = run.run([*hardened.command(), "log", "-1", "--format=%s"], timeout=20, environ={**environ, "GIT_ALLOC_LIMIT": "4m"}, cwd=project)
        assert done.code not in (0, None)
        assert b"limit" in done.err


class TestTokens:
    @pytest.mark.parametrize("host", ["github.evil.example", "evil.example", "github.com.evil.example", "x.localhost.evil.example"])
    def test_a_host_that_only_a_handoff_names_sees_none(self, home: Home, host: str) -> None:
        project = home.project("foo", section(body=f"**Plan**: https://{host}/acme/foo/pull/1\n"), git=True, origin=f"git@{host}:acme/foo.git")
        home.commit(project)
        seen = f"{home.path}/seen"
        Path(home.write("bin/gh", f'#!/bin/sh\n{{ echo "$@"; env; }} >> {seen}\nexit 4\n')).chmod(0o755)
        secrets = {"GH_TOKEN": "SeCrEt1", "GITHUB_TOKEN": "SeCrEt2", "GH_ENTERPRISE_TOKEN": "SeCrEt3", "GITHUB_ENTERPRISE_TOKEN": "SeCrEt4"}
        path = f"{home.path}/bin:{home.environ['PATH']}"
        for words in (("list", "--check"), ("since", "1"), ("save", "section", "--next", "x", "--prs", "--dry-run", "--branch", "main")):
            home.run(*words, cwd=project, PATH=path, **secrets)
        asked = Path(seen).read_text(encoding="utf-8")
        assert host in asked
        assert "SeCrEt" not in asked

    def test_one_that_the_person_named_does(self, home: Home) -> None:
        tokens = {"HOME": home.path, "GH_ENTERPRISE_TOKEN": "x"}
        assert "GH_ENTERPRISE_TOKEN" in hardened.gh_environment({**tokens, "GH_HOST": "ghe.example"}, "ghe.example")
        assert "GH_ENTERPRISE_TOKEN" not in hardened.gh_environment(tokens, "ghe.example")
        home.write(".config/gh/hosts.yml", "ghe.example:\n    user: a\n")
        assert "GH_ENTERPRISE_TOKEN" in hardened.gh_environment(tokens, "ghe.example")
        assert "GH_ENTERPRISE_TOKEN" not in hardened.gh_environment(tokens, "e.example")


# Ways in which Markdown leaves out what stands in it. W is a word that must be seen.
HIDERS = (
    "text <!-- W --> text", "<!-- W\nmore -->", "<details><summary>W</summary>\n\nx\n\n</details>", "<details>\n\nW\n\n</details>",
    '<span style="color:white">W</span>', '<div hidden title="W">x</div>', "[//]: # (W)", "[a]: http://x.example 'W'", "[a]: W", "[W]: <>",
    "[x](http://W)", '[x](y "W")', "[](W)", "![W](x)", "![x](W)", '![x](y "W")', "[x][W]", "<http://W.example>", "```W\nx\n```", "```x W\ny\n```",
    "~~~ W\n~~~", "| a | W |\n|---|---|\n| b |", "| a |\n|---|\n| b | W |", "| a |\n|---|\n| " + "y" * 300 + "W |", "x " * 700 + "W", "x" * 5000 + " W",
    "- " * 60 + "W", "> " * 60 + "W", ">" * 60 + "W", "1. " * 30 + "W", "    W", "W\n===", "# x W #", "<script>W</script>", "<![CDATA[W]]>", "<?W?>",
    "<!DOCTYPE W>", "&#87; W", "&W;", "~~W~~", "[^1]: W", "<W>", "<a href=W>x</a>", "<x@W.example>", "a" + " " * 300 + "W", "\t\t\tW", "`` W ``",
    "*" * 300 + "W", "`" * 300 + "W", "|" * 60 + "W|", "| " * 40 + "\n" + "|-" * 40 + "|\n" + "| W" * 40, "---\ntitle: W\n---\n", "\\\nW", "%%W%%", "{{W}}",
)  # fmt: skip


class TestHiding:
    @pytest.mark.parametrize("room", [8, 40, 100])
    @pytest.mark.parametrize("hider", HIDERS)
    def test_the_preview_shows_every_word_that_the_brief_holds(self, hider: str, room: int) -> None:
        own = text.decode((hider.replace("W", "Qzw") + "\n\nafter\n").encode())
        assert "Qzw" in brief.prompt(handoff(1), own, 0.0)
        seen = "".join(said for page in preview.pages(own) for line in preview.markdown(page, room) for said, _ in line)
        shown = "".join(char for char in seen if char.isalnum())
        if room == 8:  # a word may be broken, and other cells stand between its parts
            assert Counter(shown)["Q"] >= hider.count("W")
        else:
            assert shown.count("Qzw") >= hider.count("W")

    @settings(max_examples=60)
    @given(st.lists(st.sampled_from([*HIDERS, "\n", "\n\n", "- ", "> ", "# ", "word ", "`", "*", "|", "1. ", "  "]), max_size=12).map("".join))
    def test_no_letter_is_left_out_of_any_mixture(self, own: str) -> None:
        own = text.clean(own)
        shown = Counter(char for page in preview.pages(own) for line in preview.markdown(page, 40) for said, _ in line for char in said)
        wanted = Counter(char for char in own if char.isalpha())
        assert not wanted - shown

    @pytest.mark.parametrize("sign", ["\U000e0041", "\ufe01", "\u200b", "\u2062", "\u00ad", "\u3164", "\u2800\u200b", "\ufe0f\ufe0e"])
    def test_letters_that_are_not_drawn_are_written_out(self, sign: str) -> None:
        """In a run they would be a message to the agent alone."""
        own = text.decode((f"a{sign}" * 8).encode())
        assert own.count("[U+") >= 8

    def test_what_the_table_cuts_the_preview_shows(self, home: Home) -> None:
        home.section("foo", what="x" * 31 + " and delete everything")
        assert "delete everything" not in home.run("list").out
        assert "delete everything" in home.run("list", "--json").out
        assert "delete everything" in home.run("load", "1").out


FENCES = st.lists(st.sampled_from(["`", "```", "~~~", "````markdown", "\n", "    ", "> ", "- ", "x", "\u2028", "<!--", "\r", "\t", "`" * 40]), max_size=30).map("".join)


class TestFence:
    @settings(max_examples=100)
    @given(FENCES, FENCES)
    def test_nothing_ends_the_briefs_fence(self, own: str, field: str) -> None:
        own, field = text.clean(own), text.one_line(field) or "x"
        one = handoff(1, topic=field, branch=field, anchor=field, project=field, prs=(field,))
        tokens = MarkdownIt("commonmark").parse(brief.prompt(one, own, 0.0, field, (field,), (field,)))
        assert tokens[-1].type == "fence"
        assert tokens[-1].info == "markdown"
        assert tokens[-1].content.rstrip("\n") == own.rstrip("\n")
        assert [token.type for token in tokens].count("fence") == 1
        assert not [token for token in tokens if token.type in ("html_block", "heading_open", "blockquote_open", "code_block")]

    def test_the_prompt_is_no_option_and_no_agents_command(self) -> None:
        for topic in ("--help", "/exit", "!sh", "@file", "#x", "-p"):
            assert brief.prompt(handoff(1, topic=topic), "x", 0.0)[0].isalpha()


BOMBS = ("[", "*", ">", "`", "(", "<!--", "![", "- ", "[a](", "**a:** ", "|", "a/", "#1 ", "http://", "2026-11-20 ", "\u3000", " ", "- - \n", "`\n", "a: b\n", "## x (updated 2026-11-20)\n")  # fmt: skip
SIZE = 1 << 18
ALLOWED = 6.0  # seconds of this process; quadratic work on a quarter of a MiB takes longer


class TestBombs:
    @pytest.mark.parametrize("bomb", BOMBS)
    def test_reading_takes_time_in_proportion(self, bomb: str) -> None:
        """Every reader, the references and the preview of its first page, on a quarter of a MiB of one thing."""
        own = text.decode((bomb * (SIZE // len(bomb.encode()))).encode())
        began = time.process_time()
        for kind, front in (("project", ""), ("card", "---\nkind: handoff\n---\n## Last session brief\n"), ("baton", ""), ("checkpoint", "")):
            readers.read(kind, "/home/u/HANDOFF.md", front + own)
        if bomb in (">", "[", "*", "`", "a/", "#1 "):
            references.find(own)
        preview.markdown(next(preview.pages(own[: SIZE // 8])), 40)
        assert time.process_time() - began < ALLOWED

    def test_the_limits_of_a_file_and_of_a_place_are_told(self, home: Home) -> None:
        project, long = home.project("many"), home.project("long")
        for at in range(12):
            home.write(f"{project}/.claude/handoffs/2026-11-{at + 1:02}-x.md", f"# Topic {at}\n\n## Next steps\n\n- go\n" + "x\n" * 19_900)
        home.write(f"{long}/HANDOFF.md", "# Long\n\n## Next steps\n\n- go\n" + "y\n" * 30_000)
        found = home.scan()
        assert len(found.handoffs) == 13, "nothing is dropped"
        told = [problem.what for problem in found.problems]
        assert sum("more than 20000 lines" in what for what in told) == 1
        assert sum("larger than what one place may hold" in what for what in told) >= 2
        assert home.run("load", "HANDOFF.md", cwd=long).out.count("\ny") == 30_000, "the brief holds it all"

    @pytest.mark.parametrize(
        "front",
        [
            "a0: &a0 [x,x,x,x,x,x,x,x,x]\n" + "".join(f"a{at}: &a{at} [{','.join([f'*a{at - 1}'] * 9)}]\n" for at in range(1, 20)),
            "a: &a [*a, *a]\n",
            "a: " + "[" * 20_000 + "\n",
            "a: " + "{a: " * 5_000 + "\n",
            '"' + "\\x1b" * 50_000 + '": x\n',
            "? " * 20_000 + "\n",
            "a: !!python/object/apply:os.system ['true']\n",
            "a: 2025-13-45\n",
            "<<: *x\n",
        ],
    )
    def test_yaml_bombs(self, front: str) -> None:
        began = time.process_time()
        for kind, own in (("card", f"---\nkind: handoff\n{front}---\n"), ("project", f"---\n{front}---\n# x\n"), ("checkpoint", front), ("project", section(body=f"## Context\n\n```yaml\n{front}```\n"))):
            readers.read(kind, "/home/u/HANDOFF.md", text.decode(own.encode()))
        assert time.process_time() - began < ALLOWED

    @pytest.mark.parametrize("own", ["[" * 100_000, '{"a":' * 100_000, "[" * 900 + "]" * 900, '{"a":' + "9" * 100_000 + "}", '{"a": NaN}', '"' + "\\u0041" * 100_000 + '"', "{" + ",".join(f'"k{at}":{at}' for at in range(5_000)) + "}"])
    def test_json_bombs(self, own: str) -> None:
        began = time.process_time()
        readers.read("project", "/home/u/.planning/HANDOFF.json", own)
        assert time.process_time() - began < ALLOWED

    def test_memory_stays_bounded(self, home: Home) -> None:
        """A list over files of the largest size, under a limit on the process's memory."""
        project = home.project("large")
        for name, bomb in (("HANDOFF.md", "["), ("CONTINUE.md", "- [ ] a\n"), ("HANDOVER.md", "word "), ("NEXT_SESSION.md", "\n")):
            home.write(f"{project}/{name}", "# Large\n\n## Next steps\n\n- go\n" + bomb * ((4 << 20) // len(bomb) - 50))
        code = "import resource, sys; resource.setrlimit(resource.RLIMIT_AS, (700 << 20,) * 2); from pickup_tui.__main__ import main; sys.exit(main(['list', '--json']))"
        done = subprocess.run([sys.executable, "-c", code], env={**home.environ, "PYTHONPATH": APP}, capture_output=True, timeout=120, check=False)
        assert done.returncode == 0, done.stderr.decode()[-500:]
        assert done.stdout.count(b'"topic"') == 4
