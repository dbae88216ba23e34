"""What tests share: a throw-away home with projects, cards and repositories, and the program run in it."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tempfile
import textwrap
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pickup_tui.__main__ import main
from pickup_tui.scan import scan
from pickup_tui.settings import load
from pickup_tui.world import World

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pickup_tui.disk import Disk
    from pickup_tui.scan import Scan

APP = str(Path(__file__).resolve().parents[1] / "app")
NOW = 1_795_953_600.0  # 2026-11-29 12:00:00 UTC
LONG_AGO = NOW - 400 * 86400

# Every kind of text that a terminal would obey, a widget would take for markup, or a person would not see.
HOSTILE = (
    "[/foo]",
    "[@click=app.quit]x[/]",
    "[bold red]x",
    "\x1b[31mred\x1b[0m",
    "\x1b]52;c;cHduZWQ=\x07",
    "\x1b]8;;http://evil.example\x1b\\link\x1b]8;;\x1b\\",
    "\x9b31m",
    "\u202etxt.exe",
    "\u2066a\u2069",
    "a\U000e0041\U000e0042b",
    "x\ufe01\ufe02\ufe03",
    "\u200b\u2060\ufeff",
    "\u2028next\u2029line",
    "\x07\x08\x7f",
    "a\U00013430\U00013437\U00016fe4\u0600\u06ddb",
    "a\rb",
)
# What none of that may leave in anything that the program writes.
FORBIDDEN = frozenset(
    chr(code)
    for code in (
        *range(0x09), *range(0x0B, 0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200B,
        0x200E, 0x200F, 0x2028, 0x2029, 0x2060, 0xFEFF, 0x061C, *range(0xE0000, 0xE0080), *range(0xE0100, 0xE01F0),
        *range(0x0600, 0x0606), *range(0x13430, 0x13440), 0x16FE4,
    )
)  # fmt: skip


class TestWorld(World):
    """A world of its own: nothing of the machine's temporary folder is seen in it."""

    __test__ = False

    def __init__(self, environ: Mapping[str, str], cwd: str, now: float = NOW, temporary: str = "/nowhere") -> None:
        super().__init__(environ, cwd, now)
        self.temporary = temporary

    @property
    def temporary_folders(self) -> tuple[str, ...]:
        return (self.temporary,)


class Ran:
    """What a run gave: its exit code, and what it wrote."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err

    def json(self) -> dict[str, Any]:
        """The one object on stdout; fails when there is anything else."""
        value = json.loads(self.out)
        assert isinstance(value, dict)
        return value

    def __repr__(self) -> str:
        return f"exit {self.code}\n--- out\n{self.out}\n--- err\n{self.err}"


class Home:
    """A home folder in `path` with `~/Projects` and `~/.bdc/handoff`, its environment, and helpers to fill it."""

    def __init__(self, path: Path) -> None:
        self.path = str(path.resolve())
        self.projects = os.path.join(self.path, "Projects")
        self.cards = os.path.join(self.path, ".bdc", "handoff")
        self.tmp = os.path.join(self.path, "tmp")
        self.cwd = self.path
        self.now = NOW
        for folder in (self.projects, self.cards, self.tmp):
            os.makedirs(folder)
        self.environ: dict[str, str] = {
            "HOME": self.path,
            "PATH": os.environ.get("PATH", os.defpath),
            "LANG": "C.UTF-8",
            "TZ": os.environ.get("TZ", "UTC"),
            "TMPDIR": self.tmp,
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": "a",
            "GIT_AUTHOR_EMAIL": "a@example.org",
            "GIT_COMMITTER_NAME": "a",
            "GIT_COMMITTER_EMAIL": "a@example.org",
        }

    # Files

    def write(self, path: str, text: str | bytes, mtime: float | None = LONG_AGO) -> str:
        """Writes a file (a relative path lies in the home), and dates it; gives its path. Text loses common indent."""
        full = os.path.join(self.path, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        data = text if isinstance(text, bytes) else textwrap.dedent(text).encode("utf-8", "surrogatepass")
        Path(full).write_bytes(data)
        if mtime is not None:
            os.utime(full, (mtime, mtime))
        return full

    def project(self, name: str, handoff: str | bytes | None = None, *, git: bool = False, origin: str | None = None) -> str:
        """A project under `~/Projects`, with this HANDOFF.md; `git` or an `origin` makes it a repository."""
        folder = os.path.join(self.projects, name)
        os.makedirs(folder, exist_ok=True)
        if git or origin:
            self.git(folder, "init", "-q", "-b", "main")
            if origin:
                self.git(folder, "remote", "add", "origin", origin)
        if handoff is not None:
            self.write(os.path.join(folder, "HANDOFF.md"), handoff)
        return folder

    def section(self, name: str, branch: str = "main", date: str = "2026-11-20", what: str = "work", body: str = "") -> str:
        """A project with one section; gives the file's path."""
        return os.path.join(self.project(name, section(branch, date, what, body)), "HANDOFF.md")

    def card(self, slug: str, text: str | bytes | None = None, *, body: str = "", **keys: str) -> str:
        """A task card: these frontmatter keys over `kind: handoff` and a date, or this whole text; gives its path."""
        if text is None:
            values = {"kind": "handoff", "status": "active", "title": slug, "last_session": "2026-11-21", **keys}
            text = "---\n" + "".join(f"{key}: {value}\n" for key, value in values.items()) + "---\n" + textwrap.dedent(body)
        return self.write(os.path.join(self.cards, slug + ".md"), text)

    def config(self, text: str) -> str:
        """The config file."""
        return self.write(".config/pickup-tui/config.toml", text)

    def git(self, folder: str, *words: str) -> str:
        """Runs git in a folder; gives its output."""
        done = subprocess.run(["git", "-C", folder, *words], env=self.environ, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    def commit(self, folder: str, message: str = "one") -> str:
        """Commits everything; gives the hash."""
        self.git(folder, "add", "-A")
        self.git(folder, "commit", "-q", "--allow-empty", "-m", message)
        return self.git(folder, "rev-parse", "HEAD")

    # Runs

    def world(self, cwd: str | None = None, **environ: str) -> TestWorld:
        """The world of a run: this home's environment and these variables ("" takes one away)."""
        values = {name: value for name, value in {**self.environ, **environ}.items() if value}
        return TestWorld(values, cwd or self.cwd, self.now, self.tmp)

    def scan(self, disk: Disk | None = None, cwd: str | None = None, **environ: str) -> Scan:
        """What a search of this home finds."""
        world = self.world(cwd, **environ)
        return scan(load(world), world, disk)

    def run(self, *argv: str, cwd: str | None = None, stdin: str | None = None, **environ: str) -> Ran:
        """The program in this process; stdout and stderr are no terminals, and stdin is none where it is given."""
        out, err = _Stream(), _Stream()
        before = sys.stdin
        sys.stdin = before if stdin is None else io.TextIOWrapper(io.BytesIO(stdin.encode("utf-8", "surrogateescape")), "utf-8")
        try:
            with tempfile.TemporaryFile() as file, _stdout_into(file.fileno()), redirect_stdout(out), redirect_stderr(err):
                code = main(argv, self.world(cwd, **environ))
                file.seek(0)
                written = file.read().decode("utf-8")
        finally:
            sys.stdin = before
        return Ran(code, out.text() + written, err.text())

    def spawn(self, *argv: str, cwd: str | None = None, stdin: str = "", **environ: str) -> Ran:
        """The program as a process of its own."""
        values = {name: value for name, value in {**self.environ, "PYTHONPATH": APP, **environ}.items() if value}
        done = subprocess.run(
            [sys.executable, "-m", "pickup_tui", *argv],
            env=values, cwd=cwd or self.cwd, input=stdin.encode(), capture_output=True, timeout=60, check=False,
        )  # fmt: skip
        return Ran(done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace"))


# Imports once what the children need, forks them, and lets all go at the same moment.
_TOGETHER = """
import os, sys
code, count, argv = compile(sys.argv[1], "child", "exec"), int(sys.argv[2]), sys.argv[3:]
for name in argv:
    __import__(name)
go, gate = os.pipe()
children = []
for number in range(count):
    child = os.fork()
    if not child:
        os.close(gate)
        os.read(go, 1)
        try:
            exec(code, {"number": number})
        except BaseException as error:
            print(repr(error), file=sys.stderr, flush=True)
            os._exit(1)
        os._exit(0)
    children.append(child)
os.close(gate)
sys.exit(any([os.waitpid(child, 0)[1] for child in children]))
"""


def together(code: str, count: int, imports: Sequence[str], environ: Mapping[str, str], cwd: str) -> None:
    """Runs `code` in so many processes at once, each with its `number`; fails when one of them does.

    They are forks of one process that has the `imports`, since starting Python is what takes the time.
    """
    done = subprocess.run(
        [sys.executable, "-c", _TOGETHER, code, str(count), *imports],
        env={**environ, "PYTHONPATH": APP}, cwd=cwd, capture_output=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode("utf-8", "replace")


@contextmanager
def _stdout_into(handle: int) -> Iterator[None]:
    """Sends what is written to file descriptor 1 itself into another one: briefs are written past the stream."""
    kept = os.dup(1)
    os.dup2(handle, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)


class _Stream(io.TextIOWrapper):
    """A stream as the program has them: UTF-8 bytes, no terminal; kept open for `text`."""

    def __init__(self) -> None:
        self.bytes = io.BytesIO()
        super().__init__(self.bytes, encoding="utf-8", newline="")

    def text(self) -> str:
        self.flush()
        return self.bytes.getvalue().decode("utf-8")


def section(branch: str = "main", date: str = "2026-11-20", what: str = "work", body: str = "") -> str:
    """The text of one branch section."""
    return f"## {branch} (updated {date})\n\n**What**: {what}\n\n" + textwrap.dedent(body)


def brief(next_step: str = "go on", why_stopped: str = "time") -> str:
    """The text of a section's brief."""
    return f"## Context\n\n```yaml\nnext_step: {json.dumps(next_step)}\nwhy_stopped: {json.dumps(why_stopped)}\n```\n"
