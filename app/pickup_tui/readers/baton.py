"""Batons: short-lived handoffs in a temporary folder, free Markdown (spec: write.md, "Batons")."""

from __future__ import annotations

import os
import re

from pickup_tui import batons, prs, when
from pickup_tui.handoff import Handoff, Reading
from pickup_tui.lines import HEADING, scan

from . import fields, free

_MOST = 20  # repositories that are kept
PROJECT = ("project", "repository", "repo", "working directory", "workspace", "cwd")
_PLAIN = re.compile(r"[ \t]*(?:[-*+][ \t]+)?([A-Za-z][A-Za-z ]{1,24}):[ \t]+(\S.*)$")
_PATH = re.compile(r"(?:^|[\s(`'\"])((?:~|/[^\s()`'\"/]+)(?:/[^\s()`'\"]+)*)/?(?=$|[\s)`'\",;])")
# A link to a repository itself; what lies deeper in one, or elsewhere, is a page that was read.
_LINK = re.compile(
    r"(?<![\w/])(?:https?://(?:www\.)?((?:github|gitlab)\.com|bitbucket\.org|codeberg\.org)/|git@([\w.-]+):)([A-Za-z0-9][\w-]*/[\w.-]*\w?)/?(?=$|[\s)>\]\"'`,;!?])",
    re.MULTILINE,
)
_REPO = re.compile(r"(?:https?://[^\s/]+/|git@[^\s:/]+:)?([A-Za-z0-9][\w-]*/[\w.-]+?)(?:\.git)?(?:$|[\s)`,;/#])")


def read(path: str, text: str) -> Reading:
    """The one handoff that a baton is: whatever it says, it is a row. An empty file is none yet: it is being written."""
    if not text.strip():
        return Reading()
    lines = scan(text)
    heading = next((line.title for line in lines if line.kind == HEADING and line.title), None)
    first = next((line.text.strip() for line in lines if line.text.strip(" \t#-=*_`>")), "")
    labels = {name.casefold(): value for name, value, _ in reversed(fields.labels(lines))}
    project, folder, repositories = _project(labels, text)
    page = free.page_of(path, text)
    named = free.branch_of(page)
    handoff = Handoff(
        kind="baton",
        path=path,
        end=max(len(lines), 1),
        topic=heading or first or os.path.basename(path),
        project=project,
        project_path=folder,
        branch=_branch(labels) or (named[0] if named else None),
        declared=_written(path),
        marks=("expires",),
        prs=prs.find(labels.get("plan", "")),
        brief=free.filled(fields.brief(lines, []), page)[0],
        fields=tuple(("repository", one) for one in repositories),
    )
    return Reading((handoff,))


def _written(path: str) -> str | None:
    """When a baton was written: its name says so."""
    named = batons.written(os.path.basename(path))
    return None if named is None else when.parse(when.iso(named))


def _branch(labels: dict[str, str]) -> str | None:
    from .section import is_branch

    named = labels.get("branch", "").split()
    name = named[0].strip("`'\",;()") if named else ""
    return name if name and is_branch(name) else None


def _project(labels: dict[str, str], text: str) -> tuple[str, str | None, tuple[str, ...]]:
    """Name, folder and repositories ("owner/repo") of the project that the text names; "shared" without one.

    Of several repositories that are only linked to, the first that is a project here is meant, else the first.
    """
    said = [value for name in PROJECT if (value := labels.get(name))]
    if not said:
        plain = (_PLAIN.match(line) for line in text.split("\n")[:60])
        said = [match[2] for match in plain if match and match[1].casefold() in PROJECT]
    for value in said:
        folder = _PATH.search(value)
        if folder:
            return os.path.basename(folder[1]), folder[1], ()
        repo = _REPO.search(value)
        if repo:
            return repo[1].rpartition("/")[2], None, (repo[1],)
        name = value.strip("`*_ ")
        if re.fullmatch(r"[\w.-]{1,60}", name):
            return name, None, ()
    named = [ref.rpartition("#")[0] for ref in prs.find(text) if not ref.startswith("#")]
    linked = [_linked(match) for match in _LINK.finditer(text)]
    repositories = tuple(dict.fromkeys(one for one in (*named, *linked) if one))[:_MOST]
    return (repositories[0].rpartition("/")[2], None, repositories) if repositories else ("shared", None, ())


def _linked(match: re.Match[str]) -> str | None:
    repository = prs.remote(f"https://{match[1] or match[2]}/{match[3].rstrip('.')}")
    return prs.short(repository) if repository else None
