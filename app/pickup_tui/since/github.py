"""What GitHub says of pull requests and issues, in one `gh api graphql` call for up to 20 of each.

Names and numbers travel as variables, never in the query's text. A part that the answer does not hold is unknown with
the reason: an error, an empty answer and a cut one never read as zero (spec: since.md, "Pull requests").
"""

from __future__ import annotations

import json

from pickup_tui import hardened, prs, run, when
from pickup_tui.handoff import Record
from pickup_tui.text import one_line

from .facts import PullRequest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

AT_ONCE = 20  # pull requests, and issues, of one call
_PAGES = 5  # further calls for pull requests with more than 100 review threads
_NO_ANSWER = "no answer"

_PULL = """
fragment pull on PullRequest {
  number title url state updatedAt reviewDecision
  comments(last: 100) { totalCount nodes { createdAt } }
  reviews(last: 100) { totalCount nodes { submittedAt bodyText } }
  ...threads
}"""
_THREADS = """
fragment threads on PullRequest {
  reviewThreads(first: 100AFTER) {
    totalCount pageInfo { hasNextPage endCursor }
    nodes { isResolved path comments(first: 50) { totalCount nodes { createdAt bodyText } } }
  }
}"""
_ISSUE = "{ __typename ... on Issue { number state url } ... on PullRequest { number state url } }"


class Issue(Record):
    """An issue or a pull request that a text names: `state` is open, closed or merged."""

    __slots__ = ("ref", "state", "url")

    def __init__(self, ref: str, state: str, url: str) -> None:
        self.ref = ref
        self.state = state
        self.url = url


class Answer(Record):
    """What one host answered.

    pulls, issues  those that are there, by their names as they were asked for
    missing        names that the host does not know, or does not show to this person
    open           open pull requests by repository, "host/owner/repo" in lower case
    unknown        why a name or a repository could not be answered
    """

    __slots__ = ("issues", "missing", "open", "pulls", "unknown")

    def __init__(self) -> None:
        self.pulls: dict[str, PullRequest] = {}
        self.issues: dict[str, Issue] = {}
        self.missing: list[str] = []
        self.open: dict[str, int] = {}
        self.unknown: dict[str, str] = {}


class Question(Record):
    """What is asked of one host: names of pull requests and issues, and a repository for its open pull requests."""

    __slots__ = ("host", "issues", "pulls", "repository")

    def __init__(self, host: str, pulls: Sequence[str] = (), issues: Sequence[str] = (), repository: str | None = None) -> None:
        self.host = host
        self.pulls = tuple(pulls)
        self.issues = tuple(issues)
        self.repository = repository

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that is asked about, by name."""
        return (*self.pulls, *self.issues, *((self.repository,) if self.repository else ()))


def questions(pulls: Iterable[str], issues: Iterable[str] = (), repository: str | None = None) -> list[Question]:
    """The calls that it takes: one per host, and per 20 pull requests or issues of one."""
    hosts: dict[str, tuple[list[str], list[str]]] = {}
    for at, refs in enumerate((pulls, issues)):
        for ref in refs:
            hosts.setdefault(prs.split(ref)[0], ([], []))[at].append(ref)
    home = repository.partition("/")[0] if repository else None
    if home:
        hosts.setdefault(home, ([], []))
    asked: list[Question] = []
    for host, (own, others) in hosts.items():
        for at in range(0, max(len(own), len(others), 1), AT_ONCE):
            here = repository if host == home and at == 0 else None
            asked.append(Question(host, own[at : at + AT_ONCE], others[at : at + AT_ONCE], here))
    return asked



def asker(host: str, environ: Mapping[str, str], left: Callable[[], float], cancel: run.Cancel | None) -> Callable[[Sequence[str]], run.Done]:
    """A function that runs `gh api graphql` for `host` with the given fields; `left` says how many seconds remain."""
    kept = hardened.gh_environment(environ, host)

    def ask(fields: Sequence[str]) -> run.Done:
        return run.run(["gh", "api", "graphql", "--hostname", host, *fields], timeout=left(), environ=kept, cancel=cancel)

    return ask


def ask(question: Question, call: Callable[[Sequence[str]], run.Done], after: float | None) -> Answer:
    """Ask, and read the answer. `after`: comments later than this (seconds since the epoch) are new; None: nobody can say."""
    answer = Answer()
    if not prs.is_github(question.host):
        answer.unknown = dict.fromkeys(question.names, "not supported")
        return answer
    aliases, query, fields = _query(question)
    data, errors, why = _data(call([*("-f", f"query={query}"), *fields]), question.host)
    raw: dict[str, dict[str, Any]] = {}
    for alias, name in aliases.items():
        _take(answer, alias, name, data, errors, why, raw)
    _more_threads(raw, call, question.host)
    for name, pull in raw.items():
        answer.pulls[name] = _pull(name, pull, after)
    return answer


def _query(question: Question, after: Mapping[str, str] | None = None) -> tuple[dict[str, str], str, list[str]]:
    """The aliases with the name that each stands for, the query, and the fields that carry its variables.

    after  cursors: only the review threads behind them are asked for
    """
    heads: list[str] = []
    parts: list[str] = []
    fields: list[str] = []
    aliases: dict[str, str] = {}

    def add(alias: str, name: str, owner: str, repo: str, number: int | None, inside: str) -> None:
        aliases[alias] = name
        heads.append(f"${alias}o: String!, ${alias}n: String!" + (f", ${alias}i: Int!" if number else ""))
        fields.extend(("-f", f"{alias}o={owner}", "-f", f"{alias}n={repo}"))
        if number:
            fields.extend(("-F", f"{alias}i={number}"))
        parts.append(f"  {alias}: repository(owner: ${alias}o, name: ${alias}n) {{ {inside} }}")

    for at, name in enumerate(question.pulls):
        alias = f"r{at}"
        inside = f"pullRequest(number: ${alias}i) {{ ...pull }} pullRequests(states: OPEN) {{ totalCount }}"
        if after is not None:
            inside = f"pullRequest(number: ${alias}i) {{ {_inner_threads(alias)} }}"
            heads.append(f"${alias}c: String!")
            fields += ["-f", f"{alias}c={after[name]}"]
        add(alias, name, *prs.split(name)[1:], inside)
    for at, name in enumerate(question.issues):
        add(f"i{at}", name, *prs.split(name)[1:], f"issueOrPullRequest(number: $i{at}i) {_ISSUE}")
    if question.repository:
        _, owner, repo = question.repository.split("/")
        add("home", question.repository, owner, repo, None, "pullRequests(states: OPEN) { totalCount }")
    fragments = _PULL + _THREADS.replace("AFTER", "") if question.pulls and after is None else ""
    query = f"query({', '.join(heads)}) {{\n" + "\n".join(parts) + "\n}" + fragments
    return aliases, query, fields


def _inner_threads(alias: str) -> str:
    return " ".join(_THREADS.partition("{")[2].rpartition("}")[0].replace("AFTER", f", after: ${alias}c").split())


def _data(done: run.Done, host: str) -> tuple[dict[str, Any], list[dict[str, Any]], str]:
    """The answer's data and errors, and why a part that is in neither is not known. stdout counts whatever the exit code."""
    try:
        body = json.loads(done.out) if not done.failure else None
    except ValueError:
        body = None
    if not isinstance(body, dict) or not isinstance(body.get("data"), dict):
        return {}, [], _why(done, host, body)
    errors = body.get("errors")
    kept = [error for error in errors if isinstance(error, dict)] if isinstance(errors, list) else []
    general = next((_said(error) for error in kept if not error.get("path")), _NO_ANSWER)
    return body["data"], kept, general


def _why(done: run.Done, host: str, body: object) -> str:
    """Why there is no answer at all, in the words that follow `unknown — `."""
    err = done.err.decode("utf-8", "replace")
    if done.failure:
        return "gh is not installed" if done.failure == run.MISSING else done.failure
    if done.code == 4:
        # Only of the host that everybody knows: no handoff may have a person log in where it wants.
        return "gh is not logged in (gh auth login)" if host == prs.GITHUB else f"gh is not logged in to {host}"
    if "HTTP 401" in err:
        return "the token was refused"
    if "rate limit" in err.lower():
        return "rate limit reached"
    if isinstance(body, dict) and isinstance(body.get("errors"), list) and body["errors"] and isinstance(body["errors"][0], dict):
        return _said(body["errors"][0])
    code = err.partition("HTTP ")[2][:3]
    if code.isdigit():
        return f"{host} answered {code}"
    if any(word in err for word in ("error connecting", "dial tcp", "no such host", "connection refused", "network is unreachable")):
        return "no network"
    if "unexpected EOF" in err or "unexpected end of JSON" in err or done.code == 0:
        return "the answer was cut off"
    if "invalid character" in err or "cannot unmarshal" in err:
        return "the answer could not be read"
    first = next((line for line in err.splitlines() if line.strip()), f"gh ended with {done.code}")
    return one_line(first)[:120]


def _said(error: Mapping[str, Any]) -> str:
    kind = str(error.get("type") or "").lower()
    if kind == "rate_limited":
        return "rate limit reached"
    return one_line(str(error.get("message") or kind or _NO_ANSWER))[:120]


def _take(
    answer: Answer,
    alias: str,
    name: str,
    data: Mapping[str, Any],
    errors: Sequence[Mapping[str, Any]],
    why: str,
    raw: dict[str, dict[str, Any]],
) -> None:
    """Move one alias's part of the answer to where it belongs."""
    repository = data.get(alias)
    if isinstance(repository, dict):
        count = repository.get("pullRequests")
        if isinstance(count, dict) and isinstance(count.get("totalCount"), int):
            answer.open["/".join(prs.split(name)[:3]).lower() if "#" in name else name.lower()] = count["totalCount"]
            if "#" not in name:
                return
        pull, issue = repository.get("pullRequest"), repository.get("issueOrPullRequest")
        if isinstance(pull, dict) and isinstance(pull.get("state"), str):
            raw[name] = pull
            return
        if isinstance(issue, dict) and isinstance(issue.get("state"), str):
            answer.issues[name] = Issue(name, one_line(issue["state"]).lower(), one_line(str(issue.get("url") or prs.url(name))))
            return
    own = [error for error in errors if isinstance(error.get("path"), list) and error["path"][:1] == [alias]]
    if "#" in name and any(error.get("type") == "NOT_FOUND" for error in own):
        answer.missing.append(name)
    else:
        answer.unknown[name] = _said(own[0]) if own else why


def _more_threads(raw: dict[str, dict[str, Any]], call: Callable[[Sequence[str]], run.Done], host: str) -> None:
    """Fetch the review threads beyond the first 100, for all pull requests that have such in one call a page."""
    for _ in range(_PAGES):
        after = {name: _cursor(pull) for name, pull in raw.items()}
        wanted = {name: cursor for name, cursor in after.items() if cursor}
        if not wanted:
            return
        aliases, query, fields = _query(Question(host, tuple(wanted)), wanted)
        data, _errors, _why_not = _data(call([*("-f", f"query={query}"), *fields]), host)
        for alias, name in aliases.items():
            more = _dig(data, alias, "pullRequest", "reviewThreads")
            nodes, page = more.get("nodes"), more.get("pageInfo")
            threads = raw[name]["reviewThreads"]
            if not isinstance(nodes, list) or not isinstance(page, dict) or page.get("endCursor") == wanted[name]:
                threads["pageInfo"] = {"hasNextPage": True}  # there are more, and they cannot be had
                continue
            threads["nodes"] = [*_nodes(threads), *nodes]
            threads["pageInfo"] = page


def _cursor(pull: Mapping[str, Any]) -> str | None:
    page = _dig(pull, "reviewThreads", "pageInfo")
    cursor = page.get("endCursor")
    return cursor if page.get("hasNextPage") and isinstance(cursor, str) else None


def _dig(value: object, *names: str) -> dict[str, Any]:
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def _is_whole(value: object) -> bool:
    """Whether a connection is all there: a list without gaps, of which nothing was left out."""
    nodes = value.get("nodes") if isinstance(value, dict) else None
    return isinstance(value, dict) and isinstance(nodes, list) and len(_nodes(value)) == len(nodes) == value.get("totalCount", len(nodes))


def _nodes(value: object) -> list[dict[str, Any]]:
    nodes = value.get("nodes") if isinstance(value, dict) else None
    return [node for node in nodes if isinstance(node, dict)] if isinstance(nodes, list) else []


def _pull(name: str, pull: Mapping[str, Any], after: float | None) -> PullRequest:
    threads = _nodes(pull.get("reviewThreads"))
    open_ = [thread for thread in threads if thread.get("isResolved") is False]
    ended = _dig(pull, "reviewThreads", "pageInfo").get("hasNextPage") is False
    whole = ended and _is_whole(pull.get("reviewThreads")) and all(isinstance(thread.get("isResolved"), bool) for thread in threads)
    decision = pull.get("reviewDecision")
    url = pull.get("url")
    return PullRequest(
        name,
        one_line(pull["state"]).lower(),
        one_line(url) if isinstance(url, str) and url.startswith("https://") else prs.url(name),
        unresolved=len(open_) if whole else None,
        new_comments=_new_comments(pull, threads, after, whole=whole),
        title=one_line(str(pull.get("title") or "")),
        threads=tuple(_first_line(thread) for thread in open_),
        decision=one_line(decision).lower() if isinstance(decision, str) and decision else None,
        updated_at=one_line(str(pull.get("updatedAt") or "")) or None,
    )


def _new_comments(pull: Mapping[str, Any], threads: Iterable[Mapping[str, Any]], after: float | None, *, whole: bool) -> int | None:
    """Comments, reviews with a text, and replies later than `after`; None when some of them were not in the answer.

    What is cut off a thread is unknown; of comments and reviews the newest were asked for, so that one that is old
    enough ends them.
    """
    if after is None:
        return None
    updated = _time(pull.get("updatedAt"))
    count = 0
    for part, newest_last in ((pull.get("comments"), True), (pull.get("reviews"), True), *((thread.get("comments"), False) for thread in threads)):
        nodes = _nodes(part)
        newer = [node for node in nodes if (_time(node.get("createdAt") or node.get("submittedAt")) or 0) > after]
        reaches = newest_last and bool(nodes) and len(newer) < len(nodes) and len(nodes) == len(_dig({"part": part}, "part")["nodes"])
        whole = whole and (reaches or _is_whole(part))
        count += sum(1 for node in newer if "submittedAt" not in node or str(node.get("bodyText") or "").strip())
    quiet = updated is not None and updated <= after  # nothing was touched, so that what was left out is old
    return count if whole or (quiet and isinstance(pull.get("comments"), dict)) else None


def _time(value: object) -> float | None:
    declared = when.parse(value) if isinstance(value, str) else None
    return when.seconds(declared, 0) if declared else None


def _first_line(thread: Mapping[str, Any]) -> str:
    first = next(iter(_nodes(thread.get("comments"))), {})
    text = str(first.get("bodyText") or first.get("body") or "").strip()
    line = one_line(text.split("\n", 1)[0])[:200]
    path = one_line(str(thread.get("path") or ""))
    return f"{path}: {line}" if path else line
