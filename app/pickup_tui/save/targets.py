"""Where a write goes: links resolved, or refused where nobody can say what they mean."""

from __future__ import annotations

import os

from .refusal import NotSaved, failed


def resolve(path: str, inside: str | None = None) -> str:
    """Where a write to `path` goes: the target's path with all symbolic links resolved.

    inside  a folder that the target may not leave, through whatever links. A target that is itself a link
            is followed only then; without `inside` it is refused.
    Raises NotSaved.
    """
    link = os.path.islink(path)
    if link and inside is None:
        raise NotSaved(f"{path} is a symbolic link: not written", "save to the file that it points to")
    try:
        real = os.path.realpath(path, strict=link)
    except OSError as error:
        raise failed(path, error) from None
    _leads_somewhere(os.path.dirname(path))
    if inside is not None and not (real + "/").startswith(os.path.realpath(inside).rstrip("/") + "/"):
        raise NotSaved(f"{path} leads to {real}, which is outside {inside}: not written", "replace the symbolic link")
    return real


def folder(path: str) -> str:
    """The real path of a folder that may have to be made. Raises NotSaved: nothing is made where a link leads nowhere."""
    _leads_somewhere(path)
    return os.path.realpath(path)


def _leads_somewhere(path: str) -> None:
    """Raises NotSaved when a missing folder of `path` is a link: nobody knows whether its target is to be made."""
    while path and not os.path.exists(path):
        if os.path.islink(path):
            raise NotSaved(f"{path} is a symbolic link that leads nowhere: not written", "replace the symbolic link, or make what it leads to")
        above = os.path.dirname(path)
        path = above if above != path else ""
