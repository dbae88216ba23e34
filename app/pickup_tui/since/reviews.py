"""What is known of unresolved review threads, kept on disk, for the badge on a row (spec: picker.md, "Badges").

A text file in the cache folder, a line a pull request: name, answer, time, and why there is none. Reading it is all that `list` does; nothing
here is imported beyond what that takes. Known answers count for 5 minutes, failures for 30 seconds: so long nobody
asks again. A file of another form, another owner or another kind is as good as none.
"""

from __future__ import annotations

import os
import stat

from pickup_tui import cache, prs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from pickup_tui.handoff import Handoff
    from pickup_tui.world import World

KNOWN, FAILED = 300.0, 30.0  # seconds that an answer counts
WAIT = 3.0  # seconds that `list --check` waits
_HEAD = "pickup-tui reviews 1"
_LIMIT = 1 << 20  # bytes of the file
_SIGNS: Mapping[str, bool | None] = {"+": True, "-": False, "?": None}


def known(handoffs: Iterable[Handoff], world: World) -> dict[str, bool | None]:
    """Of each handoff with pull requests, by id: whether one that is open has an unresolved thread; None is unknown.

    Reads the file once, and not at all when no handoff has a pull request.
    """
    asked = [handoff for handoff in handoffs if handoff.prs]
    return _by_id(asked, read(world)) if asked else {}


def teller(world: World, asked: Mapping[str, bool | None] | None = None) -> Callable[[Handoff], bool | None]:
    """What `known` says, for one handoff after the other as they are asked about.

    asked  by id, what was just asked and counts more than the file
    """
    answers: list[dict[str, bool | None]] = []  # read when the first handoff with a pull request comes

    def tell(handoff: Handoff) -> bool | None:
        if asked and handoff.id in asked:
            return asked[handoff.id]
        if not handoff.prs:
            return None
        if not answers:
            answers.append(read(world))
        return _by_id((handoff,), answers[0])[handoff.id]

    return tell


def _by_id(handoffs: Iterable[Handoff], answers: Mapping[str, bool | None]) -> dict[str, bool | None]:
    found: dict[str, bool | None] = {}
    for handoff in handoffs:
        each = [answers.get(key(ref)) for ref in handoff.prs if not ref.startswith("#")]
        found[handoff.id] = True if True in each else (None if None in each or not each else False)
    return found


def key(ref: str) -> str:
    """A pull request's name in the file: host/owner/repo#number in lower case, since hosts do not tell cases apart."""
    host, owner, repo, number = prs.split(ref)
    return f"{host}/{owner}/{repo}#{number}".lower()


def read(world: World) -> dict[str, bool | None]:
    """The answers that still count, by `key`; None: it was asked a moment ago and could not be known."""
    return {name: answer for name, (answer, at, _) in _lines(_path(world)).items() if 0 <= world.now - at < (FAILED if answer is None else KNOWN)}


def reasons(handoffs: Iterable[Handoff], world: World) -> dict[str, str]:
    """Why the badge of each of these handoffs is unknown, by pull request; one that counts as known is left out."""
    lines = _lines(_path(world))
    have = read(world)
    found: dict[str, str] = {}
    for ref in (ref for handoff in handoffs for ref in handoff.prs):
        if ref.startswith("#"):
            found[ref] = "the project's origin is not known"
        elif have.get(key(ref)) is None:
            found[ref] = (lines[key(ref)][2] or "no answer") if key(ref) in have else "not asked in the last 5 minutes"
    return found


def _path(world: World) -> str:
    return os.path.join(world.cache_folder, "reviews")


def _lines(path: str) -> dict[str, tuple[bool | None, float, str]]:
    """The file's lines that are whole; nothing when it is not this program's own regular file."""
    try:
        # Neither a link nor a pipe is followed into something that is not ours, or that never answers.
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return {}
    try:
        about = os.fstat(handle)
        if not stat.S_ISREG(about.st_mode) or about.st_uid != os.getuid() or about.st_size > _LIMIT:
            return {}
        rows = os.read(handle, _LIMIT).decode("utf-8", "replace").split("\n")
    except OSError:
        return {}
    finally:
        os.close(handle)
    if rows[0] != _HEAD:
        return {}
    found: dict[str, tuple[bool | None, float, str]] = {}
    for row in rows[1:-1]:  # what no line end follows was cut
        fields = row.split("\t")
        if len(fields) in (3, 4) and fields[1] in _SIGNS and fields[2].isascii() and fields[2].isdigit() and len(fields[2]) < 13:
            found[fields[0]] = (_SIGNS[fields[1]], int(fields[2]), fields[3] if len(fields) > 3 else "")
    return found


def remember(answers: Mapping[str, bool | None], world: World, why: Mapping[str, str] | None = None) -> None:
    """Add answers, by pull request, to what is on disk. A cache: when it cannot be written, nothing is said.

    why  of those that are unknown, for `doctor` to tell

    A failure never replaces an answer that still counts.
    """
    if not answers:
        return
    from pickup_tui.text import one_line

    lines = {name: line for name, line in _lines(_path(world)).items() if 0 <= world.now - line[1] < KNOWN}
    for ref, answer in answers.items():
        if answer is not None or lines.get(key(ref), (None, 0, ""))[0] is None:
            lines[key(ref)] = (answer, world.now, "" if answer is not None else one_line((why or {}).get(ref, ""))[:200])
    signs = {answer: sign for sign, answer in _SIGNS.items()}
    rows = ((name, signs[answer], str(int(at)), *((because,) if because else ())) for name, (answer, at, because) in lines.items())
    text = "".join("\t".join(row) + "\n" for row in rows if not any("\t" in field for field in row))
    cache.write(_path(world), f"{_HEAD}\n{text}".encode())


def check(handoffs: Iterable[Handoff], world: World, wait: float = WAIT) -> dict[str, bool | None]:
    """As `known`, but what is not known is asked first, for at most `wait` seconds in all."""
    asked = [handoff for handoff in handoffs if handoff.prs]
    have = read(world)
    refs = dict.fromkeys(ref for handoff in asked for ref in handoff.prs if not ref.startswith("#") and key(ref) not in have)
    if refs:
        answers, why = _ask(tuple(refs), world, wait)
        remember(answers, world, why)
        have.update((key(ref), answer) for ref, answer in answers.items())
    return _by_id(asked, have)


def _ask(refs: tuple[str, ...], world: World, wait: float) -> tuple[dict[str, bool | None], dict[str, str]]:
    """The answers, and why some are unknown. Every call at the same time, each in a thread that is left behind when the time is over."""
    import threading
    import time

    from pickup_tui import run

    from . import github

    end = time.monotonic() + wait
    cancel = run.Cancel()
    answers: dict[str, bool | None] = dict.fromkeys(refs)
    why = dict.fromkeys(refs, run.TIMED_OUT)

    def one(question: github.Question) -> None:
        call = github.asker(question.host, world.environ, lambda: end - time.monotonic(), cancel)
        found = github.ask(question, call, world.now)
        answers.update(states(found))
        why.update(unknown(found))

    threads = [threading.Thread(target=one, args=(question,), daemon=True) for question in github.questions(refs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(max(end - time.monotonic(), 0))
    cancel.cancel()
    return dict(answers), dict(why)


def unknown(answer: object) -> dict[str, str]:
    """Why an answer of `github.ask` does not say it of a pull request."""
    from .github import Answer

    assert isinstance(answer, Answer)
    return {**dict.fromkeys(answer.pulls, "more review threads than could be read"), **answer.unknown}


def states(answer: object) -> dict[str, bool | None]:
    """What an answer of `github.ask` says of threads, by pull request. One that is not there has none."""
    from .github import Answer

    assert isinstance(answer, Answer)
    found: dict[str, bool | None] = dict.fromkeys(answer.unknown)
    found.update(dict.fromkeys(answer.missing, False))
    for ref, pull in answer.pulls.items():
        open_ = pull.state == "open"
        found[ref] = bool(open_ and pull.threads) if pull.unresolved is not None or pull.threads or not open_ else None
    return {ref: state for ref, state in found.items() if "#" in ref}
