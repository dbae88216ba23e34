"""What a filter looks in, and the words that it looks for."""

from __future__ import annotations

from .text import fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def texts(words: Iterable[tuple[str, str, str | None]]) -> list[str]:
    """Topic, project and branch of each handoff as one folded text; parts are told apart so that no keyword spans two."""
    return [fold(f"{topic}\n{project}\n{branch or ''}") for topic, project, branch in words]


def keywords(text: str) -> tuple[str, ...]:
    """The words of a filter, folded; quoted ones whole."""
    words: list[str] = []
    for at, part in enumerate(text.split('"')):
        words += [" ".join(part.split())] if at % 2 and text.count('"') > at else part.split()
    # Quotes around nothing are looked for as they are: they are not a wish for every row.
    return tuple(fold(word) for word in words if word) or tuple(map(fold, text.split()))
