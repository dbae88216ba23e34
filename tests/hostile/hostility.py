"""What the tests of this folder share: a project that somebody hostile wrote, and what may be read off a terminal's bytes."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from support import HOSTILE, section

if TYPE_CHECKING:
    from collections.abc import Iterator

    from support import Home

SECRET = "TheContentsOfSomebodysSecretFile"
TITLES = (*HOSTILE, "--help", "-rf", "$(touch x)", "`touch x`", "; touch x", "../../x", "%s%n", "{prompt}", "#{pane_id}", "\\", "'", '"', "x" * 3000, "\u0300" * 200)
# Every program that a run could start; one of each lies in the hostile project, and in folders that PATH names relatively.
PROGRAMS = ("git", "gh", "claude", "codex", "tmux", "xclip", "xsel", "wl-copy", "pbcopy", "xdg-open", "open", "python3", "sh", "vi")


class Hostile:
    """`folder` is the project. What it could start leaves a line in `mark`; what it could make us read holds SECRET."""

    def __init__(self, home: Home) -> None:
        self.home = home
        self.folder = home.project("evil", git=True, origin="git@github.com:acme/evil.git")
        self.mark = os.path.join(home.path, "MARK")
        self.trap = home.write("outside/trap.sh", f'#!/bin/sh\necho "$0 $*" >> {self.mark}\nexit 1\n')
        Path(self.trap).chmod(0o755)
        self.secret = home.write("outside/secret/HANDOFF.md", f"# {SECRET}\n\n## Next steps\n\n- {SECRET}\n")
        self.committed()
        self.handoffs()
        self.links()
        self.modules()
        self.configured()

    def sprung(self) -> str:
        """What was started, "" when nothing was."""
        return Path(self.mark).read_text(encoding="utf-8") if os.path.exists(self.mark) else ""

    def write(self, name: str, text: str) -> str:
        return self.home.write(os.path.join(self.folder, name), text)

    def committed(self) -> None:
        """Two commits; the older one's tree is missing, so that git wants to fetch it."""
        self.write("docs/HANDOFF.md", "# No date in here\n\n## Next steps\n\n- see `docs/x.md`\n")
        self.home.commit(self.folder)
        self.write("sub/a.py", "1\n")
        self.home.commit(self.folder)
        tree = self.home.git(self.folder, "rev-parse", "HEAD~1^{tree}")
        os.unlink(os.path.join(self.folder, ".git/objects", tree[:2], tree[2:]))

    def handoffs(self) -> None:
        parts = [section(f"b{at}", what=title.replace("\n", " "), body=f"## Context\n\n```yaml\nnext_step: {title!r}\n```\n") for at, title in enumerate(TITLES)]
        self.write("HANDOFF.md", "\n".join(parts))
        for at, title in enumerate(TITLES):
            front = f'---\ntitle: "{title.encode("unicode_escape").decode("ascii")}"\nstatus: {title!r}\nbranch: {title!r}\n---\n'
            self.write(f".claude/handoffs/2026-11-{at % 28 + 1:02}-{at}.md", f"{front}\n# {title}\n\n## Next steps\n\n- {title}\n\nBranch: `{title}`\nPR: {title}#1\n")
        names = ("HANDOFF_\n_.md", "HANDOFF_\x1b]52;c;eA==\x07.md", "HANDOFF_\u202egpj.md", "--handoff --help.md", "HANDOFF_" + "n" * 200 + ".md")
        for name in (*names, os.fsdecode(b"HANDOFF_\xff\xfe.md")):
            self.write(name, "# Named by somebody hostile\n\n## Next steps\n\n- go\n")

    def links(self) -> None:
        """Ways out of the project: to a file, to a folder, to themselves, to things that are no files."""
        outside = os.path.dirname(self.secret)
        os.makedirs(self.home.path + "/.ssh")
        for name, target in (
            ("SESSION_HANDOFF.md", self.secret),
            ("NEXT_SESSION.md", "../../outside/secret/HANDOFF.md"),
            (".ai", outside),
            (".agents/handoffs", outside),
            (".handoffs", "/proc/self/fd"),
            ("CONTINUE.md", "CONTINUE.md"),
            ("HANDOVER.md", "/dev/zero"),
            ("PASSATION.md", "/proc/self/environ"),
            (".thunderkit", outside),
        ):
            full = os.path.join(self.folder, name)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            os.symlink(target, full)
        os.mkfifo(os.path.join(self.folder, "TRASPASO.md"))

    def modules(self) -> None:
        """Modules and programs with the names of those that a run imports and starts."""
        for name in ("yaml", "git", "textual", "rich", "humanize", "json", "re", "sitecustomize", "pickup_tui_plugin"):
            self.write(f"{name}.py", f"import os\nos.system('{self.trap} module {name}')\n")
        for name in PROGRAMS:
            for folder in (".", "bin"):
                Path(self.write(f"{folder}/{name}", f'#!/bin/sh\nexec {self.trap} program "$0"\n')).chmod(0o755)

    def configured(self) -> None:
        """What git would start, fetch through or read by this repository's own configuration; and a configuration of ours."""
        git = os.path.join(self.folder, ".git")
        self.home.write(os.path.join(git, "evil"), self.settings())
        with Path(git, "config").open("a", encoding="utf-8") as file:
            file.write("[include]\n\tpath = evil\n")
        self.write(".gitattributes", "* diff=d\n")
        for name in ("post-index-change", "pre-commit", "reference-transaction", "post-checkout", "fsmonitor-watchman"):
            os.symlink(self.trap, os.path.join(git, "hooks", name))
        # A worktree that says it is somebody else's folder.
        victim = self.home.project("victim", section(what="the victim's own"))
        os.makedirs(os.path.join(git, "worktrees/w"))
        self.home.write(os.path.join(git, "worktrees/w/gitdir"), victim + "/.git\n")
        self.home.write(os.path.join(git, "worktrees/w/HEAD"), "ref: refs/heads/\x1b[31mb\n")
        for name in ("config.toml", "pickup-tui/config.toml", ".config/pickup-tui/config.toml", "pickup.toml", ".pickup-tui.toml"):
            self.write(name, f'roots = ["{os.path.dirname(self.secret)}/.."]\nagents.claude = ["{self.trap}"]\nplaces = ["{self.secret}"]\n')

    def settings(self) -> str:
        return (
            f"[core]\n\trepositoryformatversion = 1\n\tfsmonitor = {self.trap}\n\tpager = {self.trap}\n\tsshCommand = {self.trap}\n\teditor = {self.trap}\n"
            f"\taskPass = {self.trap}\n\tgitProxy = {self.trap}\n\talternateRefsCommand = {self.trap}\n"
            f'[extensions]\n\tpartialClone = origin\n[remote "origin"]\n\tpromisor = true\n\turl = {self.folder}\n\tuploadpack = {self.trap}\n'
            '[protocol "file"]\n\tallow = always\n[protocol "ext"]\n\tallow = always\n'
            f'[alias]\n\tlog = "!{self.trap}"\n\tstatus = "!{self.trap}"\n[pager]\n\tlog = {self.trap}\n\tstatus = {self.trap}\n'
            f'[diff]\n\texternal = {self.trap}\n[diff "d"]\n\tcommand = {self.trap}\n\ttextconv = {self.trap}\n'
            f"[gpg]\n\tprogram = {self.trap}\n[log]\n\tshowSignature = true\n[credential]\n\thelper = {self.trap}\n[interactive]\n\tdiffFilter = {self.trap}\n"
        )


# The commands that read, as words; each is run where the shell stands in the hostile project.
READING: tuple[tuple[str, ...], ...] = (
    ("list", "--all", "--superseded", "--hidden"),
    ("list", "--json", "--all"),
    ("list", "--check"),
    ("list", "."),
    ("mapping", "--all"),
    ("mapping", "--json"),
    ("hint",),
    ("hint", "--format", "claude"),
    ("doctor",),
    ("doctor", "--json"),
    ("load", "1"),
    ("load", "1", "--json"),
    ("load", "--help"),
    ("load", "-rf"),
    ("load", "evil"),
    ("since", "docs/HANDOFF.md"),
    ("since", "docs/HANDOFF.md", "--json"),
    ("restore",),
    ("restore", "--json"),
    ("lookup", "fix the parser"),
    ("save", "section", "--dry-run", "--next", "x"),
    ("install", "claude", "--dry-run"),
)


def tree(folder: str) -> dict[str, tuple[int, int, int]]:
    """Every name below a folder with its size, time and mode: what writing anything would change."""
    found = {}
    for at, folders, files in os.walk(folder):
        for name in (*folders, *files):
            path = os.path.join(at, name)
            about = os.lstat(path)
            found[path] = (0 if os.path.isdir(path) else about.st_size, 0 if os.path.isdir(path) else about.st_mtime_ns, about.st_mode)
    return found


_CUT = re.compile(rb"\x1b\[?[0-?]*(?=(?:\r\n)?\x1b[\[\]])")
_SEQUENCE = re.compile(rb"\x1b(?:\[([0-?]*[ -/]*[@-~])|\]([^\x07\x1b]*)(?:\x07|\x1b\\)|([PX^_])([^\x1b]*)\x1b\\|([@-Z\\^_`-~0-9=><c78()*+]{1,2}))")


def sequences(data: bytes) -> Iterator[tuple[str, str]]:
    """Every control sequence and control character of a terminal's bytes: ("CSI", "31m"), ("OSC", "52;…"), ("C0", "07").

    An ESC that begins nothing known is ("ESC", what follows it). Line ends and tabs are text.
    """
    at = 0
    for found in re.finditer(rb"\x1b|[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f]|\xc2[\x80-\x9f]", data):
        if found.start() < at:
            continue
        if found[0] != b"\x1b":
            yield ("C1" if found[0][0] == 0xC2 else "C0", found[0].hex())
            continue
        whole = _SEQUENCE.match(data, found.start())
        cut = _CUT.match(data, found.start())
        if not whole and cut:  # a write that was cut, by a signal or a full pty; the next ESC ends what was begun
            yield "CUT", cut[0][1:].decode("latin-1")
            continue
        if not whole:
            yield ("ESC", data[found.start() : found.start() + 12].decode("latin-1"))
            continue
        at = whole.end()
        for kind, part in (("CSI", whole[1]), ("OSC", whole[2]), ("STRING", whole[4]), ("ESC", whole[5])):
            if part is not None:
                yield kind, part.decode("latin-1")
                break


def wait(process: subprocess.Popen[bytes], seconds: float = 30) -> int:
    """The exit code of a process; kills it when it does not end."""
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        raise
