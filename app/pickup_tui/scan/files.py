"""Reads one file: its reader's handoffs with what only the file system knows, every text of them clean."""

from __future__ import annotations

import os

try:
    from _blake2 import blake2b  # the same as hashlib's, which loads OpenSSL to offer what is not needed here
except ImportError:
    from hashlib import blake2b

from pickup_tui import prs, readers, text, when
from pickup_tui.disk import Disk, Unreadable
from pickup_tui.handoff import Brief, Handoff, Problem

from .data import File

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from pickup_tui.disk import Stamp
    from pickup_tui.index import Kept
    from pickup_tui.places import Folder

    from .walk import Found


AT_ONCE = 200_000  # lines of one place's long new files that are read in one go; what is beyond is listed unread, and told
SHORT = 1000  # lines of a file that nobody counts


def read_files(kept: Kept | None, disk: Disk, found: Sequence[Found], project: str | None, origin: str | None) -> tuple[File, ...]:
    """Reads the files that a walk found; those that are gone give nothing. The long ones of them share `AT_ONCE`."""
    left = [AT_ONCE]
    read = [read_file(kept, disk, one, project, origin, left) for one in found]
    return tuple(file for file in read if file)


def read_file(
    kept: Kept | None,
    disk: Disk,
    found: Found,
    project: str | None,
    origin: str | None,
    left: list[int] | None = None,
) -> File | None:
    """Reads one file. None when it has gone meanwhile; never raises on content.

    kept  what an earlier run read in the same place: given where the file's stamp still holds
    left  how many lines of long files its place may still have read; what this one has is taken off
    """
    path = found.path
    if kept and kept.knows(path) and (known := kept.file(path, disk.stamp(path))):
        return known
    try:
        data, stamp = disk.read_own(path, found.within or "/") if found.own else disk.read(path, found.within, direct=found.direct)
    except FileNotFoundError:
        return None if found.direct else _unread(path, None, "is a link to nothing", project)
    except Unreadable as error:
        return _unread(path, disk.stamp(path), str(error), project, found.rule)
    if left is not None:
        left[0] -= max(0, data.count(b"\n") - SHORT, len(data) // 100 - SHORT)
        if left[0] < 0:
            return _unread(path, stamp, f"is larger than what one place may hold ({AT_ONCE} lines)", project, found.rule)
    content = text.decode(data)
    real = path if found.direct else disk.real(path)
    try:
        reading = readers.read(found.rule.kind, real, content)
    except Exception as error:  # noqa: BLE001 - readers never raise; if one does, no other file may go missing with it
        hint = "this is a mistake of pickup-tui: please report it with the file"
        return File(real, None, (), (Problem(text.inert(real), None, f"could not be read: {type(error).__name__}", hint),))
    problems = [clean_problem(problem) for problem in reading.problems]
    lines = content.split("\n")
    handoffs = tuple(_finish(one, lines, stamp, project, origin) for one in reading.handoffs)
    if found.rule.dated and found.rule.kind == "project":
        handoffs = tuple(one.with_(fold=_family(one)) for one in handoffs)
    return File(real, stamp, handoffs, tuple(problems))


def _unread(path: str, stamp: Stamp | None, why: str, project: str | None, rule: Folder | None = None) -> File:
    """A file that is there and was not read: a problem, and a row where it is too large to be read."""
    hint = "open it yourself; it is listed unread" if "larger" in why else "mend or remove it"
    problem = Problem(text.inert(path), None, why, hint)
    if stamp is None or "larger" not in why or rule is None:
        return File(path, None, (), (problem,))  # no stamp: it is tried again each time
    row = Handoff(
        kind="card" if rule.kind == "card" else "document",
        path=path,
        topic=f"{name_of(path)} ({why}, unread)",
        project=project_name(project) if project else "shared",
        project_path=project,
        when=stamp[0] / 1e9,
        approximate=True,
        mtime=stamp[0],
    )
    return File(path, stamp, (row,), (problem,))


def _finish(handoff: Handoff, lines: Sequence[str], stamp: Stamp, project: str | None, origin: str | None) -> Handoff:
    """A reader's handoff with what only the file system knows, and every text of it clean."""
    mtime = stamp[0] / 1e9
    declared = handoff.declared
    moment = mtime
    if declared:
        try:
            moment = when.seconds(declared, mtime)
        except (OverflowError, ValueError):
            declared = None
    own = "\n".join(lines[handoff.line - 1 : handoff.end])
    return handoff.with_(
        topic=text.one_line(handoff.topic) or name_of(handoff.path),
        anchor=text.inert(handoff.anchor) if handoff.anchor else None,
        branch=text.one_line(handoff.branch) or None if handoff.branch else None,
        status=text.one_line(handoff.status) or None if handoff.status else None,
        marks=tuple(map(text.one_line, handoff.marks)),
        fields=_clean_pairs(handoff.fields),
        brief=_clean_brief(handoff.brief),
        prs=tuple(map(text.one_line, prs.resolve(handoff.prs, origin))) if handoff.prs else (),
        project=project_name(project) if project else text.one_line(handoff.project) or "shared",
        project_path=project or handoff.project_path,
        declared=declared,
        when=moment,
        date_only=bool(declared) and when.is_date(declared or ""),
        approximate=declared is None,
        mtime=stamp[0],
        text_hash=blake2b(own.encode("utf-8", "replace"), digest_size=8).hexdigest(),
    )


def own_text(handoff: Handoff, disk: Disk | None = None) -> str:
    """The handoff's own text, read now: a section's lines, else the whole file.

    Raises Unreadable or FileNotFoundError. The section is looked for again, since the file may have changed.
    """
    disk = disk or Disk()
    if handoff.kind == "baton":
        from pickup_tui.batons import refusal

        if why := refusal(disk, handoff.path):
            raise Unreadable(f"is refused: {why}")
    data, _ = disk.read(handoff.path)
    content = text.decode(data)
    if handoff.kind != "section":
        return content
    reading = readers.read("project", handoff.path, content)
    for one in reading.handoffs:
        if one.anchor == handoff.anchor:
            end = None if one.end >= readers.LINES else one.end  # where reading stopped, nobody knows where the section ends
            return "\n".join(content.split("\n")[one.line - 1 : end]).rstrip("\n") + "\n"
    raise Unreadable(f"no longer has a section for {handoff.anchor}")


def is_undated(handoff: Handoff) -> bool:
    """Whether a handoff has only its file's time."""
    return handoff.kind == "document" and handoff.declared is None and handoff.when == handoff.mtime / 1e9


def _family(handoff: Handoff) -> str:
    """What handoffs of a folder of dated files fold by: the folder, and the topic as people would call it the same."""
    said = "".join(char for char in text.fold(handoff.topic) if char.isalnum())
    return f"{text.inert(os.path.dirname(handoff.path))}/{handoff.anchor or ''}#{said}"


def name_of(folder: str) -> str:
    """What a folder is called, in one line; never empty."""
    return text.one_line(os.path.basename(folder)) or text.inert(folder)


def project_name(folder: str) -> str:
    """What a project is called: its folder. Of a bare repository that is the name without `.git`, or the folder that it is hidden in."""
    name = name_of(os.path.dirname(folder) if os.path.basename(folder) in (".git", ".bare") else folder)
    return name.removesuffix(".git") or name


def _clean_brief(brief: Brief) -> Brief:
    def tidy(value: str | None) -> str | None:
        return (text.clean(value).strip() or None) if value else None

    return Brief(
        next_step=tidy(brief.next_step),
        why_stopped=tidy(brief.why_stopped),
        plan_progress=tidy(brief.plan_progress),
        date=tidy(brief.date),
        hash=tidy(brief.hash),
        extra=_clean_pairs(brief.extra),
    )


def _clean_pairs(pairs: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    return tuple([(text.one_line(name), text.clean(value)) for name, value in pairs]) if pairs else ()


def clean_problem(problem: Problem) -> Problem:
    """A reader's problem with every text of it clean."""
    return Problem(text.inert(problem.path), problem.line, text.one_line(problem.what), text.one_line(problem.hint))
