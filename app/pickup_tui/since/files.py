"""Files of a working tree that are not committed and changed after the last session (spec: since.md, "Git").

Git compares a file by sending it through the filters that the repository names, which are programs: where one would
run, nothing is asked and the answer is unknown.
"""

from __future__ import annotations

import os

from pickup_tui import places

from .git import Repository, Why, decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .history import Ground

FILTERS = "filters"


def uncommitted(repository: Repository, ground: Ground, after: float, is_handoff: Callable[[str], bool]) -> tuple[str, ...]:
    """Paths, relative to the working tree, that differ from HEAD and were touched later than `after`, sorted.

    repository  of the working tree that is looked at; its submodules are not entered
    is_handoff  whether a path is a handoff's own file: those never count
    """
    if ground.filters:
        _refuse_filters(repository, ground)
        for name in ground.filters:  # a filter that came into use this very moment finds nothing to start
            repository.off += [f"filter.{name}.clean=", f"filter.{name}.process=", f"filter.{name}.required=false"]
    out = repository.call("status", "--porcelain=v1", "-z", "--untracked-files=all", "--ignore-submodules=dirty", "--no-renames").out
    paths = {item[3:] for item in decode(out).split("\0") if len(item) > 3}
    return tuple(sorted(path for path in paths if not is_handoff(path) and _touched(repository.folder, path) > after))


def _refuse_filters(repository: Repository, ground: Ground) -> None:
    """Raise Why when a tracked file's attributes name a filter that is a program."""
    listed = repository.call("ls-files", "-z", "--cached").out
    if not listed:
        return
    said = decode(repository.call("check-attr", "-z", "--stdin", "filter", feed=listed).out).split("\0")
    if not set(ground.filters).isdisjoint(said[2::3]):
        raise Why(FILTERS)


def _touched(folder: str, path: str) -> float:
    """When a file was last changed; of one that is gone, when its folder was, which is not earlier."""
    whole = os.path.join(folder, path)
    while len(whole) >= len(folder):
        try:
            return os.lstat(whole).st_mtime
        except OSError:
            whole = os.path.dirname(whole)
    return 0.0


def handoff_names(own: Iterable[str]) -> Callable[[str], bool]:
    """Says of a path, relative to a project, whether it is a handoff's file: one of `own`, or in the table of places."""
    mine = frozenset(own)
    tree = places.tree(places.PROJECT)

    def is_handoff(path: str) -> bool:
        parts = path.casefold().split("/")
        branches = [tree]
        for part in parts[:-1]:
            branches = [below for at in branches for below in (at.below.get(part), at.below.get("*")) if below]
        return path in mine or any(places.rule_for(at.rules, os.path.basename(path)) for at in branches)

    return is_handoff
