"""Git is harmless in a repository that somebody else wrote (spec: since.md, "Safety"): nothing it names is ever started.

Each trap would leave a mark; a control run of plain git shows that it does, so that the trap itself is known to work."""

from __future__ import annotations

import contextlib
import os
import pty
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pickup_tui import run
from pickup_tui.hardened import OFF, environment
from pickup_tui.since.git import Repository, Why
from since.making import Repo, why
from since.traps import Trap, attributes, hook, hooks_elsewhere, settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from support import Home



@pytest.fixture
def repo(home: Home) -> Repo:
    repo = Repo(home)
    repo.commit(a_py="1\n", b_py="1\n")
    repo.git("switch", "-q", "-c", "feature/x")
    repo.commit(a_py="2\n")
    repo.git("switch", "-q", "main")
    repo.commit(c_py="1\n")
    repo.git("switch", "-q", "feature/x")
    repo.write("a.py", "3\n")
    return repo


def plain(repo: Repo, *words: str) -> None:
    """Git as anybody would run it, on a terminal where a pager would start; the person's own pager asks for no key."""
    ours, theirs = pty.openpty()
    environ = {**repo.home.environ, "GIT_TERMINAL_PROMPT": "0", "TERM": "dumb", "PAGER": "cat"}
    with contextlib.suppress(subprocess.TimeoutExpired):
        subprocess.run(["git", "-C", repo.path, *words], env=environ, stdout=theirs, stderr=theirs, stdin=subprocess.DEVNULL, check=False, timeout=20)
    os.close(theirs)
    os.close(ours)


def touched(repo: Repo) -> None:
    """Makes git compare the files' content, which is when filters run."""
    for name in ("a.py", "b.py"):
        os.utime(os.path.join(repo.path, name), (1, 1))


@pytest.mark.parametrize(
    ("lay", "control"),
    [
        pytest.param(settings(("core.fsmonitor", "TRAP")), ("status",), id="fsmonitor"),
        pytest.param(hook("post-index-change"), ("update-index", "--refresh"), id="hook"),
        pytest.param(hooks_elsewhere, ("update-index", "--refresh"), id="hooksPath"),
        pytest.param(settings(("core.pager", "TRAP")), ("--paginate", "log"), id="pager"),
        pytest.param(settings(("pager.log", "TRAP"), ("pager.status", "TRAP"), ("pager.config", "TRAP")), ("log",), id="pager.*"),
        pytest.param(settings(("diff.external", "TRAP")), ("diff",), id="diff.external"),
        pytest.param(attributes("* diff=d\n", ("diff.d.command", "TRAP")), ("diff",), id="diff.driver"),
        pytest.param(attributes("* diff=d\n", ("diff.d.textconv", "TRAP")), ("diff",), id="textconv"),
        pytest.param(attributes("* filter=f\n", ("filter.f.clean", "TRAP")), ("status",), id="clean"),
        pytest.param(attributes("* filter=f\n", ("filter.f.process", "TRAP"), ("filter.f.required", "true")), ("status",), id="process"),
        pytest.param(settings(("core.sshCommand", "TRAP"), ("remote.origin.url", "git@github.localhost:acme/uploader.git")), ("fetch",), id="sshCommand"),
        pytest.param(settings(("core.gitProxy", "TRAP"), ("remote.origin.url", "git://github.localhost/acme/uploader.git")), ("fetch",), id="gitProxy"),
        pytest.param(settings(("credential.helper", "!TRAP"), ("remote.origin.url", "http://127.0.0.1:9/a/b")), ("credential", "fill"), id="credential"),
        pytest.param(settings(("gpg.program", "TRAP"), ("log.showSignature", "true")), ("log",), id="gpg"),
        pytest.param(settings(("alias.status", "!TRAP"), ("alias.rev-list", "!TRAP"), ("alias.evil", "!TRAP")), ("evil",), id="alias"),
    ],
)
def test_nothing_that_a_repository_names_is_started(repo: Repo, trap: Trap, lay: Callable[[Repo, Trap], object], control: tuple[str, ...]) -> None:
    sign(repo)
    lay(repo, trap)
    touched(repo)
    if control == ("credential", "fill"):
        subprocess.run(["git", "-C", repo.path, *control], input=b"url=http://127.0.0.1:9/a\n\n", env=repo.home.environ, capture_output=True, check=False, timeout=20)
    else:
        plain(repo, *control)
    assert trap.sprung(), "the trap works"
    touched(repo)
    index = Path(repo.path, ".git/index").read_bytes()
    first = repo.git("rev-list", "--max-parents=0", "HEAD")
    found = repo.check("see `a.py` and `none/b.py` and `deadbe1f`, branch `main`", hash=first, branch="feature/x", when=0.0)
    assert found.commits is not None
    assert found.commits.count >= 1
    assert not trap.sprung()
    assert Path(repo.path, ".git/index").read_bytes() == index
    assert not Path(repo.path, ".git/index.lock").exists()


SSH, X509 = "-----BEGIN SSH SIGNATURE-----", "-----BEGIN SIGNED MESSAGE-----"


class TestEveryLockAlone:
    """Several locks hold most doors. Each of them is tried with all others open, so that none is only thought to hold."""

    SETTINGS = (
        ("core.fsmonitor=false", ("core.fsmonitor", "TRAP"), ("status",)),
        ("core.hooksPath=/dev/null", hook("post-index-change"), ("update-index", "--refresh")),
        ("core.pager=cat", ("core.pager", "TRAP"), ("--paginate", "log")),
        ("core.sshCommand=false", ("core.sshCommand", "TRAP"), ("ls-remote", "git@github.localhost:a/b")),
        ("protocol.allow=never", ("core.sshCommand", "TRAP"), ("ls-remote", "git@github.localhost:a/b")),
        ("core.askPass=", ("core.askPass", "TRAP"), ("credential", "fill")),
        ("credential.helper=", ("credential.helper", "!TRAP"), ("credential", "fill")),
        ("gpg.program=false", ("gpg.program", "TRAP"), ("log", "--show-signature")),
        ("gpg.ssh.program=false", ("gpg.ssh.program", "TRAP"), ("log", "--show-signature"), SSH),
        ("gpg.x509.program=false", ("gpg.x509.program", "TRAP"), ("log", "--show-signature"), X509),
        ("log.showSignature=false", ("log.showSignature", "true"), ("log",)),
    )  # fmt: skip

    def test_none_is_left_out(self) -> None:
        # The others can start nothing in the commands that are run: they belong to fetch, commit, gc, `diff` and a long
        # status, or change only what is printed. They are there for a command that somebody may add.
        others = {
            "core.alternateRefsCommand=true", "core.editor=false", "core.untrackedCache=false", "diff.ignoreSubmodules=dirty", "log.mailmap=false",
            "log.showRoot=true", "color.ui=false", "fetch.recurseSubmodules=false", "submodule.recurse=false", "status.submoduleSummary=false",
            "gc.auto=0", "maintenance.auto=false",
        }  # fmt: skip
        assert {lock[0] for lock in self.SETTINGS} | others == set(OFF)

    @pytest.mark.parametrize("lock", SETTINGS, ids=lambda lock: lock[0])
    def test_a_setting(self, repo: Repo, trap: Trap, lock: tuple[Any, ...]) -> None:
        setting, lay, command, *kind = lock
        sign(repo, *kind)
        settings(("gpg.program", "TRAP"), ("gpg.ssh.allowedSignersFile", "/dev/null"))(repo, trap)
        (lay if callable(lay) else settings(lay))(repo, trap)
        touched(repo)
        asking(repo, *command)
        assert trap.sprung(), "the trap works"
        touched(repo)
        asking(repo, "-c", setting, *command)
        assert not trap.sprung(), setting

    @pytest.mark.parametrize(
        ("variable", "lay", "command"),
        [
            ("GIT_OPTIONAL_LOCKS", hook("post-index-change"), ("status",)),
            ("GIT_PAGER", settings(("core.pager", "TRAP")), ("--paginate", "log")),
            ("GIT_ALLOW_PROTOCOL", settings(("core.sshCommand", "TRAP")), ("ls-remote", "git@github.localhost:a/b")),
            ("GIT_ASKPASS", settings(("core.askPass", "TRAP")), ("credential", "fill")),
        ],
    )
    def test_a_variable(self, repo: Repo, trap: Trap, variable: str, lay: Callable[[Repo, Trap], None], command: tuple[str, ...]) -> None:
        lay(repo, trap)
        touched(repo)
        asking(repo, *command)
        assert trap.sprung(), "the trap works"
        touched(repo)
        asking(repo, *command, environ={variable: environment({}, repo.path)[variable]})
        assert not trap.sprung()

    def test_the_askpass_of_ssh(self, repo: Repo, trap: Trap) -> None:
        asking(repo, "credential", "fill", environ={"SSH_ASKPASS": trap.program})
        assert trap.sprung(), "the trap works"
        asking(repo, "credential", "fill", environ={"SSH_ASKPASS": environment({"SSH_ASKPASS": trap.program}, "/a")["SSH_ASKPASS"]})
        assert not trap.sprung()

    def test_no_prompt_on_the_terminal(self, repo: Repo) -> None:
        passed = environment({}, repo.path)["GIT_TERMINAL_PROMPT"]
        assert b"terminal prompts disabled" in asking(repo, "credential", "fill", environ={"GIT_TERMINAL_PROMPT": passed})

    def test_a_commit_that_is_named_like_an_option_is_none(self, repo: Repo) -> None:
        """No name of a handoff is an argument of its own: references go in by stdin, branches as `refs/heads/…`."""
        before = len(run.started)
        repo.git("update-ref", "refs/heads/--output=x", "HEAD")
        repo.check("branch `--output=x`, commit `-deadbe1f`, `--exec/x.py`", branch="--output=x", hash="--all")
        words = [word for argv in run.started[before:] for word in argv if word.lstrip("-") != word]
        assert not [word for word in words if word.startswith(("--output", "--all", "--exec", "-dead"))]


def asking(repo: Repo, *words: str, environ: dict[str, str] | None = None) -> bytes:
    """Git as anybody would run it, on a terminal of its own; what it says."""
    ours, theirs = pty.openpty()
    whole = {**repo.home.environ, "GIT_TERMINAL_PROMPT": "0", "TERM": "dumb", "PAGER": "cat", **(environ or {})}
    url = b"url=http://127.0.0.1:9/a\n\n" if "credential" in words else b""
    done = subprocess.run(["git", "-C", repo.path, *words], env=whole, input=url, stdout=theirs, stderr=subprocess.PIPE, check=False, timeout=20, start_new_session=True)
    os.close(theirs)
    os.close(ours)
    return done.stderr


def sign(repo: Repo, kind: str = "-----BEGIN PGP SIGNATURE-----") -> None:
    """Gives the newest commit a signature, which `log.showSignature` would have checked."""
    raw = repo.git("cat-file", "commit", "HEAD")
    head, _, body = raw.partition("\n\n")
    signed = f"{head}\ngpgsig {kind}\n \n aaaa\n {kind.replace('BEGIN', 'END')}\n\n{body}\n"
    made = subprocess.run(["git", "-C", repo.path, "hash-object", "-t", "commit", "-w", "--stdin"], input=signed, env=repo.home.environ, capture_output=True, text=True, check=True)
    repo.git("update-ref", "HEAD", made.stdout.strip())


class TestFilters:
    def test_where_one_would_run_the_files_are_unknown(self, repo: Repo, trap: Trap) -> None:
        attributes("* filter=f\n", ("filter.f.clean", "TRAP"))(repo, trap)
        found = repo.check(branch="feature/x")
        assert (found.uncommitted, why(found, "uncommitted")) == (None, "filters")
        assert "uncommitted unknown" not in found.summary
        assert "files unknown — filters" in found.summary

    def test_one_that_no_file_asks_for_is_no_reason(self, repo: Repo, trap: Trap) -> None:
        # As git-lfs leaves it in everybody's configuration.
        repo.home.environ["GIT_CONFIG_GLOBAL"] = repo.home.write(".gitconfig", f'[filter "lfs"]\n\tclean = {trap.program}\n\tprocess = {trap.program}\n\trequired = true\n')
        assert repo.check(branch="feature/x", when=0.0).uncommitted == ("a.py",)

    def test_one_in_the_persons_own_configuration_counts_too(self, repo: Repo, trap: Trap) -> None:
        repo.home.environ["GIT_CONFIG_GLOBAL"] = repo.home.write(".gitconfig", f'[filter "lfs"]\n\tclean = {trap.program}\n')
        repo.write(".gitattributes", "*.py filter=lfs\n")
        assert why(repo.check(branch="feature/x"), "uncommitted") == "filters"
        assert not trap.sprung()

    def test_only_smudge_is_no_reason(self, repo: Repo, trap: Trap) -> None:
        attributes("* filter=f\n", ("filter.f.smudge", "TRAP"))(repo, trap)
        assert repo.check(branch="feature/x", when=0.0).uncommitted == ("a.py",)


class TestSubmodules:
    def test_a_submodule_is_not_entered(self, home: Home, trap: Trap) -> None:
        inner = Repo(home, "inner")
        inner.commit(i_py="1")
        outer = Repo(home, "outer")
        outer.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.path, "sub")
        start = outer.commit("with a submodule")
        home.git(os.path.join(outer.path, "sub"), "config", "core.fsmonitor", trap.program)
        outer.write("sub/i.py", "2")
        plain(outer, "status")
        assert trap.sprung(), "the trap works"
        found = outer.check(hash=start, when=0.0)
        assert found.uncommitted == ()
        assert not trap.sprung()


class TestOwner:
    @pytest.mark.skipif(os.geteuid() != 0, reason="giving a folder to another user needs root")
    def test_a_repository_of_somebody_else(self, repo: Repo) -> None:
        for at, folders, files in os.walk(repo.path):
            for name in (*folders, *files):
                os.chown(os.path.join(at, name), 12345, 12345, follow_symlinks=False)
        os.chown(repo.path, 12345, 12345)
        found = repo.check("see `none/a.py`", branch="feature/x")
        assert {why(found, check) for check in ("commits", "branch", "uncommitted", "references")} == {"not trusted"}
        assert found.summary.startswith("unknown — not trusted") or "unknown — not trusted" in found.summary

    def test_git_is_asked_who_owns_it(self, repo: Repo) -> None:
        # Git's own switch for tests: it takes every repository for somebody else's.
        repo.home.environ["GIT_TEST_ASSUME_DIFFERENT_OWNER"] = "1"
        found = repo.check(branch="feature/x")
        del repo.home.environ["GIT_TEST_ASSUME_DIFFERENT_OWNER"]
        assert why(found, "commits") == "not trusted"
        assert "no change" not in found.summary

    def test_one_that_the_person_trusts(self, repo: Repo) -> None:
        repo.home.environ["GIT_CONFIG_GLOBAL"] = repo.home.write(".gitconfig", f"[safe]\n\tdirectory = {repo.path}\n")
        repo.home.environ["GIT_TEST_ASSUME_DIFFERENT_OWNER"] = "1"
        found = repo.check(branch="feature/x")
        del repo.home.environ["GIT_TEST_ASSUME_DIFFERENT_OWNER"]
        assert found.commits is not None


class TestLazyFetch:
    def test_a_partial_clone_fetches_nothing(self, repo: Repo, trap: Trap) -> None:
        repo.write("d/there.py")
        repo.git("add", "d")
        repo.git("commit", "-q", "-m", "there", "d")
        repo.git("stash", "-q")
        repo.git("switch", "-q", "main")
        repo.commit("the same file", a_py="9\n")
        repo.git("switch", "-q", "feature/x")
        repo.git("config", "uploadpack.allowFilter", "true")
        partial = repo.path + "-partial"
        repo.git("clone", "-q", "--no-checkout", "--filter=blob:none", "file://" + repo.path, partial)
        ours = Repo.__new__(Repo)
        ours.home, ours.path, ours.clock = repo.home, partial, repo.clock
        ours.git("remote", "set-head", "origin", "main")
        ours.git("config", "remote.origin.uploadpack", trap.program)
        plain(ours, "log", "-p", "origin/feature/x")
        assert trap.sprung(), "the trap works"
        objects = sorted(str(path) for path in Path(partial, ".git/objects").rglob("*"))
        first = ours.git("rev-list", "--max-parents=0", "HEAD")
        found = ours.check("see `none/a.py`, `d/there.py` and `a.py`", hash=first, branch="feature/x")
        assert not trap.sprung()
        assert sorted(str(path) for path in Path(partial, ".git/objects").rglob("*")) == objects
        assert found.commits is not None
        assert found.branch is not None
        assert found.missing == ("none/a.py",)
        # What would have needed the missing files is unknown, and says so.
        assert found.branch.merged is None
        assert (why(found, "branch") or "").startswith("merged? git: ")


class TestSurroundings:
    def test_variables_that_steer_git_do_not_reach_it(self, repo: Repo, home: Home) -> None:
        other = Repo(home, "other")
        other.commit()
        steering = {
            "GIT_DIR": other.path + "/.git",
            "GIT_WORK_TREE": other.path,
            "GIT_INDEX_FILE": other.path + "/.git/index",
            "GIT_CONFIG_COUNT": "1",
            "GIT_CONFIG_KEY_0": "core.bare",
            "GIT_CONFIG_VALUE_0": "true",
            "GIT_CONFIG_PARAMETERS": "'core.bare=true'",
            "GIT_TRACE": home.path + "/trace",
        }
        assert repo.check(branch="feature/x", when=0.0, environ=steering).uncommitted == ("a.py",)
        assert not os.path.exists(home.path + "/trace")

    def test_a_folder_inside_another_repository_is_none(self, repo: Repo) -> None:
        repo.write("below/HANDOFF.md")
        found = repo.check(project_path=os.path.join(repo.path, "below"))
        assert why(found, "commits") == "no git repository"
        assert found.summary == "unknown — no git repository"

    def test_a_working_tree_that_lies_elsewhere(self, repo: Repo, home: Home) -> None:
        repo.git("config", "core.worktree", home.path)
        assert why(repo.check(branch="feature/x"), "uncommitted") == "its working tree lies elsewhere"
        repo.git("config", "core.worktree", home.path + "/tmp")
        assert why(repo.check(branch="feature/x"), "uncommitted") == "its working tree lies elsewhere"

    def test_no_project_no_folder_no_git(self, repo: Repo, tmp_path: Path) -> None:
        assert why(repo.check(project_path=None), "commits") == "no project folder"
        assert why(repo.check(project_path=str(tmp_path / "gone")), "commits") == f"{tmp_path}/gone is not there"
        assert why(repo.check(environ={"PATH": str(tmp_path)}), "commits") == "git is not installed"

    def test_what_git_says_goes_on_in_one_clean_line(self, repo: Repo) -> None:
        repo.write(".git/config", "[core]\n\trepositoryformatversion = 99\n")
        said = why(repo.check(), "commits") or ""
        assert said.startswith("git: ")
        assert "99" in said

    def test_every_call_carries_all_of_the_hardening(self, repo: Repo) -> None:
        before = len(run.started)
        repo.check("`none/x.py` `deadbe1f`", branch="feature/x", hash=repo.git("rev-parse", "main"), when=0.0)
        calls = [argv for argv in run.started[before:] if argv[0] == "git"]
        assert len(calls) > 8
        for argv in calls:
            words = " ".join(argv)
            for part in ("--no-pager", "--no-optional-locks", "core.fsmonitor=false", "core.hooksPath=/dev/null", "protocol.allow=never", "gpg.program=false"):
                assert part in words
        assert not any(argv[-1] == "feature/x" or "fetch" in argv or "checkout" in argv for argv in calls)
        passed = environment({"GIT_DIR": "x", "HOME": "/h"}, "/a/b")
        assert (passed["GIT_OPTIONAL_LOCKS"], passed["GIT_NO_LAZY_FETCH"], passed["GIT_CEILING_DIRECTORIES"]) == ("0", "1", "/a")
        assert "GIT_DIR" not in passed

    def test_a_call_has_a_time_limit(self, repo: Repo) -> None:
        os.unlink(os.path.join(repo.path, ".git/config"))
        os.mkfifo(os.path.join(repo.path, ".git/config"))  # git waits for a writer, for ever
        with pytest.raises(Why, match="timed out"):
            Repository(repo.path, repo.home.environ, end=time.monotonic() + 0.3).text("status")
