"""What has changed, in one sentence and in lines that name their evidence (spec: since.md, "Saying it"). Pure."""

from __future__ import annotations

from pickup_tui.text import inert, one_line, words

from .facts import (
    BRANCH,
    COMMITS,
    FILES,
    GONE,
    MERGED,
    OPEN_PRS,
    PRS,
    REFERENCES,
    REMOTE,
    REWRITTEN,
    Branch,
    Commits,
    PullRequest,
    Since,
    short_ref,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

NOTHING = "no change since last session"
CHECKING = "checking…"
_NAMED = 2  # missing references that the sentence names
_LINES = 10  # of a kind in the preview
_UNKNOWN = 15  # unknown parts that the preview lists


def sentence(since: Since) -> str:
    """Facts in the order commits, branch, files, PRs, references, work done; then what is not known, and why.

    "no change" only when every check ran and found none. While checks run the sentence ends with "checking…".
    """
    said = [
        *_commits(since.commits),
        *_branch(since.branch),
        *_files(since.uncommitted),
        *_pulls(since.pull_requests),
        *_missing(since.missing),
        *(f"looks done: {one_line(what)}" for what in since.done or ()),
    ]
    said += _unknown(since)
    if since.pending:
        said.append(CHECKING)
    return ", ".join(said) or NOTHING


def _many(count: int, one: str, more: str | None = None) -> str:
    return f"{count} {one if count == 1 else more or one + 's'}"


def _commits(commits: Commits | None) -> list[str]:
    if commits is None or not (commits.count or commits.on_the_day):
        return []
    about = "≈" if commits.approximate else ""
    more = f" (up to {commits.on_the_day} more on that day)" if commits.on_the_day else ""
    return [f"{about}{_many(commits.count, 'new commit')}{more}"]


def _branch(branch: Branch | None) -> list[str]:
    if branch is None:
        return []
    name = inert(branch.name or "HEAD")
    said: list[str] = []
    if branch.state == GONE:
        merged = {True: f"merged into {branch.into}", False: f"not merged into {branch.into}", None: "unknown if merged"}[branch.merged]
        said.append(f"branch {name} gone ({inert(merged)})")
    elif branch.state == MERGED:
        said.append(f"branch merged into {inert(branch.into or '')}")
    elif branch.state == REMOTE:
        said.append(f"branch only on {inert(_remote(branch))} as of the last fetch")
    elif branch.state == REWRITTEN:
        said.append("history rewritten")
    if branch.elsewhere:
        said.append(f"{inert(branch.head) if branch.head else 'a detached HEAD'} checked out instead of {name}")
    if branch.behind:
        said.append(f"{branch.behind} behind {inert(short_ref(branch.upstream) or '')}")
    if branch.lost:
        said.append(f"worktree {inert(branch.lost)} missing")
    return said


def _remote(branch: Branch) -> str:
    return (branch.ref or "").removeprefix("refs/remotes/").removesuffix(f"/{branch.name}")


def _files(paths: tuple[str, ...] | None) -> list[str]:
    return [_many(len(paths), "uncommitted file")] if paths else []


def _pulls(pulls: tuple[PullRequest, ...] | None) -> list[str]:
    one_place = len({ref.ref.partition("#")[0].lower() for ref in pulls or ()}) == 1
    said: list[str] = []
    for pull in pulls or ():
        facts = [pull.state] if pull.state != "open" else []
        news = []
        if pull.new_comments:
            news.append(_many(pull.new_comments, "new comment"))
        if pull.unresolved and pull.state == "open":
            news.append(_many(pull.unresolved, "unresolved thread"))
        if news:
            facts.append(f"has {words(news)}")
        if facts:
            name = "#" + pull.ref.rpartition("#")[2] if one_place else pull.ref
            said.append(f"PR {name} {' and '.join(facts)}")
    return said


def _missing(missing: tuple[str, ...] | None) -> list[str]:
    if not missing:
        return []
    if len(missing) > _NAMED:
        return [f"{len(missing)} references missing ({', '.join(map(inert, missing[:_NAMED]))}, …)"]
    return [f"{words(map(inert, missing))} missing"]


# What the sentence calls a check. Those that another fact explains already are left out.
_CALLED = {COMMITS: "commits", BRANCH: "branch", FILES: "files", PRS: "PRs", OPEN_PRS: "open PRs", REFERENCES: "references"}


def _unknown(since: Since) -> list[str]:
    """Checks that could not be made, grouped by why: `commits and branch unknown — timed out`."""
    groups: dict[str, list[str]] = {}
    for item in since.unknown:
        if item.check == COMMITS and since.branch and since.branch.state in (GONE, REWRITTEN):
            continue
        groups.setdefault(one_line(item.why), []).append(_CALLED.get(item.check, inert(item.check)))
    if len(groups) == 1 and not since.pull_requests and {item.check for item in since.unknown} >= {COMMITS, BRANCH, FILES}:
        return [f"unknown — {next(iter(groups))}"]
    said = []
    for why, checks in groups.items():
        if {_CALLED[PRS], _CALLED[OPEN_PRS]} <= set(checks):
            checks.remove(_CALLED[OPEN_PRS])
        shown = checks if len(checks) <= 4 else [*checks[:3], f"{len(checks) - 3} more"]
        said.append(f"{words(shown)} unknown — {why}")
    return said


def evidence(since: Since) -> list[str]:
    """`facts` as lines, for the printed brief."""
    return [f"{fact}: {rest}" if fact and rest else fact or f"  {rest}" for fact, rest in facts(since)]


def facts(since: Since) -> list[tuple[str, str]]:
    """(fact, what it rests on): the commit range, the folder, the PR's address, the missing path.

    An empty fact goes on with the one before it: a commit's subject, a file, a thread.
    """
    lines: list[tuple[str, str]] = []
    commits, branch = since.commits, since.branch
    if commits is not None and commits.range:
        lines.append(((_commits(commits) or ["no new commits"])[0], commits.range))
        lines += _some([f"{short} {subject}" for short, subject in commits.subjects], commits.count)
    if branch is not None:
        lines.append(_branch_fact(branch))
    if since.uncommitted:
        lines.append((_files(since.uncommitted)[0], inert(branch.worktree) if branch and branch.worktree else ""))
        lines += _some([inert(path) for path in since.uncommitted], len(since.uncommitted))
    for pull in since.pull_requests or ():
        lines.append((_pull_fact(pull), pull.url))
        lines += _some(pull.threads, len(pull.threads))
    if since.open_pull_requests is not None and since.forge:
        lines.append((_many(since.open_pull_requests, "open PR") + " in the project", ""))
    missing = since.missing or ()
    lines += [("missing", inert(name)) for name in missing[:_LINES]]
    if len(missing) > _LINES:
        lines.append(("", f"… and {len(missing) - _LINES} more"))
    lines += [("looks done", one_line(what)) for what in since.done or ()]
    lines += [(f"{inert(item.check)} unknown", one_line(item.why)) for item in since.unknown[:_UNKNOWN]]
    if len(since.unknown) > _UNKNOWN:
        lines.append((f"{len(since.unknown) - _UNKNOWN} more unknown", ""))
    lines += [("not checked", inert(address)) for address in since.not_checked[:_LINES]]
    if since.pending:
        lines.append((CHECKING, ", ".join(since.pending)))
    return lines


def _branch_fact(branch: Branch) -> tuple[str, str]:
    name = inert(branch.name) if branch.name else "detached HEAD"
    said = _branch(branch) or [{"current": "checked out"}.get(branch.state, branch.state)]
    if branch.ahead:
        said.append(f"{branch.ahead} ahead of {inert(short_ref(branch.upstream) or '')}")
    at = f"{branch.commit[:9]}" if branch.commit else "no commit"
    return f"branch {name}: {', '.join(said)}", at + (f" in {inert(branch.worktree)}" if branch.worktree else "")


def _some(rows: Sequence[str], count: int) -> list[tuple[str, str]]:
    """The first rows below a fact; `count` is how many there are in all."""
    shown = [("", row) for row in rows[:_LINES]]
    return [*shown, ("", f"… and {count - len(shown)} more")] if count > len(shown) else shown


def _pull_fact(pull: PullRequest) -> str:
    said = [pull.state]
    said.append("unresolved threads unknown" if pull.unresolved is None else _many(pull.unresolved, "unresolved thread"))
    said.append("new comments unknown" if pull.new_comments is None else _many(pull.new_comments, "new comment"))
    if pull.decision:
        said.append(pull.decision.replace("_", " "))
    return f"PR {pull.ref}: {', '.join(said)}" + (f" ({pull.title})" if pull.title else "")
