"""Batons: short-lived handoffs in a temporary folder, free Markdown (spec: write.md, "Batons")."""

from __future__ import annotations

import os
import re

from pickup_tui import prs, when
from pickup_tui.batons import NAME
from pickup_tui.handoff import Handoff, Reading
from pickup_tui.lines import HEADING, scan

from . import fields

_PROJECT = ("project", "repository", "repo", "working directory", "workspace", "cwd")
_PLAIN = re.compile(r"[ \t]*(?:[-*+][ \t]+)?([A-Za-z][A-Za-z ]{1,24}):[ \t]+(\S.*)$")
_PATH = re.compile(r"(?:^|[\s(`'\"])((?:~|/[^\s()`'\"/]+)(?:/[^\s()`'\"]+)*)/?(?=$|[\s)`'\",;])")
_REPO = re.compile(r"(?:https?://[^\s/]+/|git@[^\s:/]+:)?([A-Za-z0-9][\w-]*/[\w.-]+?)(?:\.git)?(?:$|[\s)`,;/#])")


def read(path: str, text: str) -> Reading:
    """The one handoff that a baton is: whatever it says, it is a row. An empty file is none yet: it is being written."""
    if not text.strip():
        return Reading()
    lines = scan(text)
    heading = next((line.title for line in lines if line.kind == HEADING and line.title), None)
    first = next((line.text.strip() for line in lines if line.text.strip(" \t#-=*_`>")), "")
    labels = {name.casefold(): value for name, value, _ in reversed(fields.labels(lines))}
    project, folder, repository = _project(labels, text)
    handoff = Handoff(
        kind="baton",
        path=path,
        end=max(len(lines), 1),
        topic=heading or first or os.path.basename(path),
        project=project,
        project_path=folder,
        branch=_branch(labels),
        declared=_written(path),
        marks=("expires",),
        prs=prs.find(labels.get("plan", "")),
        brief=fields.brief(lines, []),
        fields=(("repository", repository),) if repository else (),
    )
    return Reading((handoff,))


def _written(path: str) -> str | None:
    """When a baton was written: its name says so."""
    name = NAME.match(os.path.basename(path))
    return when.parse(when.iso(float(name[1]))) if name else None


def _branch(labels: dict[str, str]) -> str | None:
    from .section import is_branch

    named = labels.get("branch", "").split()
    name = named[0].strip("`'\",;()") if named else ""
    return name if name and is_branch(name) else None


def _project(labels: dict[str, str], text: str) -> tuple[str, str | None, str | None]:
    """Name, folder and repository ("owner/repo") of the project that the text names; "shared" without one."""
    said = [value for name in _PROJECT if (value := labels.get(name))]
    if not said:
        plain = (_PLAIN.match(line) for line in text.split("\n")[:60])
        said = [match[2] for match in plain if match and match[1].casefold() in _PROJECT]
    for value in said:
        folder = _PATH.search(value)
        if folder:
            return os.path.basename(folder[1]), folder[1], None
        repo = _REPO.search(value)
        if repo:
            return repo[1].rpartition("/")[2], None, repo[1]
        name = value.strip("`*_ ")
        if re.fullmatch(r"[\w.-]{1,60}", name):
            return name, None, None
    named = [ref for ref in prs.find(text) if not ref.startswith("#")]
    if named:
        repository = named[0].rpartition("#")[0]
        return repository.rpartition("/")[2], None, repository
    return "shared", None, None
