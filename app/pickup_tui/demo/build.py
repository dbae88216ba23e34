"""Builds the demo's home folder: repositories through git's own import stream, files with the right ages.

Without git the same files are there, only no history: the program works without git, and so does its demo.
"""

from __future__ import annotations

import hashlib
import os
import re

from pickup_tui import when

from . import content, relay

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from .shapes import Project

_UNITS = {"m": 60, "h": 3600, "d": 86400, "w": 7 * 86400}
_WHO = "Robin Vale <robin@example.org>"


def seconds(age: str) -> int:
    """`26m`, `2h`, `9d`, `3w` as seconds."""
    return int(age[:-1]) * _UNITS[age[-1]]


def build(home: str, environ: Mapping[str, str], now: float) -> None:
    """Fills `home` (there, empty). `environ` is what git runs with."""
    for project in content.PROJECTS:
        _project(os.path.join(home, "Projects", project.name), home, project, environ, now)
    for name, (text, age) in content.FILES.items():
        path = os.path.join(home, _filled(name, {}, now))
        _write(path, _filled(text, {}, now).replace("{home}", home), age, now)
        os.chmod(path, 0o600)  # batons and cards are for their owner


def _project(folder: str, home: str, project: Project, environ: Mapping[str, str], now: float) -> None:
    os.makedirs(folder)
    marks = _history(folder, project, environ, now)
    if not marks:
        for commit in project.commits:
            if commit.branch in ("main", project.head):
                for name, text in commit.files.items():
                    _write(os.path.join(folder, name), text, commit.age, now)
    for place, branch, files in project.worktrees if marks else ():
        _git(folder, ("worktree", "add", "--quiet", os.path.join(home, place), branch), environ)
        for name, (text, age) in files.items():
            _write(os.path.join(home, place, name), text, age, now)
    for name, (text, age) in project.files.items():
        _write(os.path.join(folder, name), _filled(text, marks, now), age, now)


def _history(folder: str, project: Project, environ: Mapping[str, str], now: float) -> dict[str, str]:
    """Makes the repository with all its commits; the commit of each mark, nothing when git cannot."""
    config = (("remote.origin.url", project.origin), ("remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*"))
    marks = os.path.join(folder, ".git", "marks")
    steps: list[tuple[tuple[str, ...], bytes]] = [(("init", "--quiet", f"--initial-branch={project.head}"), b"")]
    steps += [(("config", name, value), b"") for name, value in config]
    steps += [
        (("fast-import", "--quiet", f"--export-marks={marks}"), _stream(project, now)),
        (("reset", "--quiet", "--hard"), b""),
    ]
    for words, data in steps:
        if not _git(folder, words, environ, data):
            return {}
    with open(marks, encoding="ascii") as file:
        numbered = dict(line.split() for line in file)
    return {commit.mark: numbered[f":{at}"] for at, commit in enumerate(project.commits, 1)}


def _stream(project: Project, now: float) -> bytes:
    """The commits in `git fast-import`'s format, in the order of the table, and origin's `main`."""
    number = {commit.mark: at for at, commit in enumerate(project.commits, 1)}
    tips: dict[str, int] = {}
    out: list[str] = []
    for commit in project.commits:
        at = number[commit.mark]
        stamp = f"{_WHO} {int(now) - seconds(commit.age)} +0000"
        out += [f"commit refs/heads/{commit.branch}", f"mark :{at}", f"author {stamp}", f"committer {stamp}", _data(commit.subject)]
        parent = tips.get(commit.branch, tips.get("main"))
        out += [f"from :{parent}"] if parent else []
        out += [f"merge :{number[commit.merges]}"] if commit.merges else []
        out += [line for name, text in commit.files.items() for line in (f"M 100644 inline {name}", _data(text))]
        tips[commit.branch] = at
    out += ["reset refs/remotes/origin/main", f"from :{tips['main']}", ""]
    return ("\n".join(out) + "\n").encode()


def _data(text: str) -> str:
    return f"data {len(text.encode())}\n{text}"


def _git(folder: str, words: tuple[str, ...], environ: Mapping[str, str], data: bytes = b"") -> bool:
    import subprocess

    from pickup_tui.deliver import program

    git = program("git", environ)
    if git is None:
        return False
    # The folders' hooks and settings of whoever runs this are not the demo's: `environ` points git away from them.
    try:
        done = subprocess.run([git, *words], cwd=folder, env=dict(environ), input=data, capture_output=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def _filled(text: str, marks: Mapping[str, str], now: float) -> str:
    def value(found: re.Match[str]) -> str:
        kind, name = found[1], found[2]
        if kind == "date":
            return when.iso(now - seconds(name))[:10]
        if kind == "time":
            return when.iso(now - seconds(name))
        if kind == "seconds":
            return str(int(now) - seconds(name))
        if kind == "sha256":
            return hashlib.sha256(relay.ARTIFACTS[name].encode()).hexdigest()
        commit = marks.get(name, "0" * 40)
        return commit if kind == "sha" else commit[:9]

    return re.sub(r"\{(date|time|seconds|sha256|sha|short):(\w+)\}", value, text)


def _write(path: str, text: str, age: str, now: float) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    os.utime(path, (now - seconds(age),) * 2)
