"""Makes planned changes to files and undoes them: a backup beside each, and a record of what was written.

The record (`installed.json` in the state folder) holds for every file the hash of what we left there. As long
as the file still has it, undoing gives back the bytes of the backup; when somebody changed the file since, only
what is ours is taken out of it. Without a record that still works, by the marks in the files themselves.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import stat

from pickup_tui.handoff import Record
from pickup_tui.save import safe
from pickup_tui.save.safe import NotSaved

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from pickup_tui.world import World

BACKUP = ".pickup-tui-backup"  # what was there before us
KEPT = ".pickup-tui-kept"  # a file of ours that somebody edited: moved aside, not lost


class Edit(Record):
    """A change to one file, as two pure functions.

    path   absolute, as it is named; a link to another file is followed for files that we share
    put    the bytes that are there (None: no file) to those with our part
    take   the bytes, and those from before us where they are known, to the bytes without our part; None: the file is all ours
    own    the whole file is ours
    depth  of a file that is ours: how many last parts of its path may not be links
    """

    __slots__ = ("depth", "own", "path", "put", "take")

    def __init__(
        self,
        path: str,
        put: Callable[[bytes | None], bytes],
        take: Callable[[bytes, bytes | None], bytes] | None = None,
        depth: int = 1,
    ) -> None:
        self.path = path
        self.depth = depth
        self.put = put
        self.take = take
        self.own = take is None


class Done(Record):
    """What was, or with a dry run would be, done to a file.

    action  created, changed, unchanged; restored, removed, taken out, moved aside, absent
    """

    __slots__ = ("action", "after", "backup", "before", "path")

    def __init__(self, path: str, action: str, before: bytes | None, after: bytes | None, backup: str | None = None) -> None:
        self.path = path
        self.action = action
        self.before = before
        self.after = after
        self.backup = backup


def whole(path: str, data: bytes, depth: int = 1) -> Edit:
    """The edit that makes a whole file ours."""
    return Edit(path, lambda _: data, depth=depth)


def install(edits: Sequence[Edit], world: World, *, dry: bool = False) -> list[Done]:
    """Makes all edits, or none when one of them is refused. Raises NotSaved."""
    record = _Register(world)
    plans = [(edit, real, safe.read(real)) for edit in edits for real in [_real(edit, world)]]
    done = [Done(edit.path, _made(before, after), before, after) for edit, _, before in plans for after in [edit.put(before)]]
    entries = {real: record.get(real) for _, real, _ in plans}
    for at, (edit, real, _) in enumerate(plans):
        if dry or done[at].action == "unchanged":
            continue
        try:
            done[at] = _apply(edit, real, record)
        except NotSaved:
            _roll_back([(real, before) for (_, real, before), step in zip(plans[:at], done, strict=False) if step.action != "unchanged"], entries, record)
            raise
    return done


def _roll_back(written: Sequence[tuple[str, bytes | None]], entries: Mapping[str, dict[str, Any]], record: _Register) -> None:
    """Gives files that were written the bytes back that they had before, with their entries."""
    for real, before in reversed(written):
        if before is None:
            _delete(real, safe.read(real))
        else:
            _write(real, before, _mode(real))
        backup = record.get(real).get("backup")
        if backup and not entries[real]:
            _delete(backup, safe.read(backup))
    _remove_folders([folder for real, _ in written if not entries[real] for folder in record.get(real).get("folders", ())])
    record.set({real: entries[real] or None for real, _ in written})
    record.tidy()


def uninstall(edits: Sequence[Edit], world: World, *, dry: bool = False) -> list[Done]:
    """Undoes all edits. Raises NotSaved before anything is changed when a file cannot be read as ours."""
    record = _Register(world)
    plans = [(edit, _real(edit, world)) for edit in edits]
    steps = [_undone(edit, real, record) for edit, real in plans]
    if not dry:
        for (_, real), step in zip(plans, steps, strict=True):
            _undo(real, step)
        _forget([real for _, real in plans], record)
    return steps


def state(edits: Sequence[Edit], world: World) -> str:
    """How these edits stand: "current", "absent", or "outdated" when something of ours is there, but not just this."""
    record = _Register(world, needed=False)
    seen = {_state(edit, world, record) for edit in edits}
    return seen.pop() if len(seen) == 1 else "outdated"


def _state(edit: Edit, world: World, record: _Register) -> str:
    try:
        real = _real(edit, world)
        before = safe.read(real)
        if before is None:
            return "absent"
        return "current" if edit.put(before) == before else "outdated" if record.get(real) else "absent"
    except NotSaved:
        return "absent"


def _made(before: bytes | None, after: bytes) -> str:
    return "created" if before is None else "unchanged" if before == after else "changed"


def _real(edit: Edit, world: World) -> str:
    """Where the edit really goes. Start-up and settings files are often links into somebody's dotfiles: followed.

    A file that is all ours must not be written through a link into a checkout of somebody else's.
    """
    path = edit.path
    for _ in range(edit.depth if edit.own else 0):
        if os.path.islink(path):
            raise NotSaved(
                f"{world.short(path)} is a link to {world.short(os.path.realpath(path))}: not changed",
                "remove the link, or use what it points to, and run this again",
            )
        path = os.path.dirname(path)
    return os.path.realpath(edit.path)


def _apply(edit: Edit, real: str, record: _Register) -> Done:
    """Writes one edit with its backup. The backup is there before the file changes."""
    before = safe.read(real)
    entry = record.get(real)
    backup: str | None = real + BACKUP
    if entry and before is not None and _hash(before) == entry["after"]:
        backup = entry["backup"]  # an older version of ours: what was there before it is what counts
    else:
        original = before if before is None or edit.take is None else edit.take(before, None)
        if entry and edit.own and before is not None:
            _write(real + KEPT, before, _mode(real))  # ours, edited by somebody: not what was there before us
            backup = entry["backup"]
        elif original is None:
            backup = None
        else:
            _write(real + BACKUP, original, _mode(real))
    folders = (entry or {}).get("folders", []) + _missing(os.path.dirname(real))
    try:
        change = safe.change(real, edit.put)
    except NotSaved:
        if backup and not entry:
            _delete(backup, safe.read(backup))
        raise
    record.set({real: {"after": _hash(change.after), "backup": backup, "folders": folders}})
    return Done(edit.path, _made(change.before, change.after), change.before, change.after, backup)


def _mode(path: str) -> int:
    """The mode of a file, for its copy: a backup is never more readable than what it was made of."""
    try:
        return stat.S_IMODE(os.stat(path).st_mode)
    except OSError:
        return 0o600


def _missing(folder: str) -> list[str]:
    """The folders that do not exist yet on the way to `folder`, outermost first."""
    missing: list[str] = []
    while folder and not os.path.isdir(folder):
        missing.insert(0, folder)
        folder = os.path.dirname(folder)
    return missing


def _undone(edit: Edit, real: str, record: _Register) -> Done:
    """What undoing means for one file, by what is there now."""
    before = safe.read(real)
    entry = record.get(real)
    if before is None:
        return Done(edit.path, "absent", None, None)
    untouched = bool(entry) and _hash(before) == entry["after"]
    if untouched and not entry["backup"]:
        return Done(edit.path, "removed", before, None)
    original = safe.read(entry["backup"]) if entry and entry["backup"] else None
    if untouched and original is not None:
        return Done(edit.path, "restored", before, original, entry["backup"])
    if edit.take is not None:
        after = edit.take(before, original)
        emptied = bool(entry) and not entry["backup"] and not after.strip(b" \t\r\n{}")
        if emptied:
            return Done(edit.path, "removed", before, None)
        if after == before:
            return Done(edit.path, "absent", before, after)
        return Done(edit.path, "taken out", before, after, entry["backup"] if original is not None else None)
    if edit.put(None) == before:
        return Done(edit.path, "removed", before, None)
    if entry or b"pickup-tui" in before:
        return Done(edit.path, "moved aside", before, original, real + KEPT)
    return Done(edit.path, "absent", before, before)


def _undo(real: str, step: Done) -> None:
    if step.action == "moved aside" and step.before is not None:
        _write(real + KEPT, step.before, _mode(real))
    if step.action == "absent" or step.before is None:
        return
    after = step.after
    if after is None:
        _delete(real, step.before)
        return
    safe.change(real, lambda now: _only(real, now, step.before, after))
    if step.action != "taken out":
        _delete(real + BACKUP, after)


def _forget(paths: Sequence[str], record: _Register) -> None:
    """Removes the folders that were made for these files, and their entries."""
    _remove_folders([folder for path in paths for folder in record.get(path).get("folders", ())])
    record.set({path: None for path in paths if record.get(path)})
    record.tidy()


def _remove_folders(folders: Sequence[str]) -> None:
    for folder in sorted(set(folders), key=len, reverse=True):
        with contextlib.suppress(OSError):  # not empty: somebody else's files are in it
            os.rmdir(folder)


def _only(path: str, now: bytes | None, seen: bytes | None, after: bytes) -> bytes:
    if now != seen:
        raise NotSaved(f"{path} was changed while it was being undone: not changed", "run this again")
    return after


def _write(path: str, data: bytes, mode: int) -> None:
    safe.change(path, lambda _: data, mode=mode)


def _delete(path: str, seen: bytes | None) -> None:
    """Removes a file if it still holds what was seen."""
    name = os.path.basename(path)
    with safe.locked(os.path.dirname(path)) as folder:
        if folder.read(name) == seen:
            try:
                os.unlink(name, dir_fd=folder.fd)
            except FileNotFoundError:
                return
            except OSError as error:
                raise safe.failed(path, error) from None


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


class _Register:
    """The record of what was written: real path to hash, backup and the folders that were made."""

    def __init__(self, world: World, *, needed: bool = True) -> None:
        """`needed`: one that is there and cannot be read raises NotSaved; else it counts as none, for who only looks."""
        self.path = os.path.join(os.path.realpath(world.state_folder), "installed.json")
        try:
            data = safe.read(self.path)
        except NotSaved:
            if needed:
                raise
            data = None
        self.files = self._parse(data)

    def get(self, path: str) -> dict[str, Any]:
        """The entry of a file; empty when there is none."""
        return self.files.get(path, {})

    def set(self, entries: Mapping[str, dict[str, Any] | None]) -> None:
        """Writes entries; None takes one away."""

        def merge(data: bytes | None) -> bytes:
            files = {**self._parse(data), **entries}
            return (json.dumps({"files": {path: entry for path, entry in files.items() if entry}}, indent=1) + "\n").encode()

        if not entries:
            return
        self.files = self._parse(safe.change(self.path, merge, mode=0o600, folder_mode=0o700).after)

    def tidy(self) -> None:
        """Removes a record that holds nothing, and its folder when nothing else is in it."""
        data = safe.read(self.path)
        if data is not None and not self._parse(data):
            _delete(self.path, data)
            with contextlib.suppress(OSError):
                os.rmdir(os.path.dirname(self.path))

    @staticmethod
    def _parse(data: bytes | None) -> dict[str, dict[str, Any]]:
        """What the record says; one that cannot be read counts as none, since the files themselves are marked."""
        try:
            files = json.loads(data or b"{}").get("files", {})
        except (ValueError, AttributeError, RecursionError):
            return {}
        return {
            path: entry
            for path, entry in (files.items() if isinstance(files, dict) else ())
            if isinstance(entry, dict)
            and isinstance(entry.get("after"), str)
            and isinstance(entry.get("backup"), str | None)
            and isinstance(entry.get("folders"), list)
        }
