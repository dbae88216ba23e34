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

NOTHING = "no change since last session"
CHECKING = "checking…"
_NAMED = 2  # missing references that the sentence names
_LINES = 10  # of a kind in the preview


def sentence(since: Since) -> str:
    """Facts in the order commits, branch, files, PRs, references, work done; then what is not known, and why.

    "no change" only when every check ran and found none. While checks run the sentence ends with "checking…".
    """
    facts = [
        *_commits(since.commits),
        *_branch(since.branch),
        *_files(since.uncommitted),
        *_pulls(since.pull_requests),
        *_missing(since.missing),
        *(f"looks done: {one_line(what)}" for what in since.done or ()),
    ]
    facts += _unknown(since)
    if since.pending:
        facts.append(CHECKING)
    return ", ".join(facts) or NOTHING


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
    return (branch.ref or "").removeprefix("refs/remotes/").split("/")[0]


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
    if len(groups) == 1 and {item.check for item in since.unknown} >= {COMMITS, BRANCH, FILES, PRS}:
        return [f"unknown — {next(iter(groups))}"]
    said = []
    for why, checks in groups.items():
        if {_CALLED[PRS], _CALLED[OPEN_PRS]} <= set(checks):
            checks.remove(_CALLED[OPEN_PRS])
        shown = checks if len(checks) <= 4 else [*checks[:3], f"{len(checks) - 3} more"]
        said.append(f"{words(shown)} unknown — {why}")
    return said


def evidence(since: Since) -> list[str]:
    """A line a fact, each with what it rests on: the commit range, the folder, the PR's address, the missing path."""
    lines: list[str] = []
    commits, branch = since.commits, since.branch
    if commits is not None and commits.range:
        lines.append(f"{(_commits(commits) or ['no new commits'])[0]}: {commits.range}")
        lines += [f"  {short} {subject}" for short, subject in commits.subjects[:_LINES]]
        if commits.count > len(commits.subjects[:_LINES]):
            lines.append(f"  … and {commits.count - len(commits.subjects[:_LINES])} more")
    if branch is not None:
        lines.append(_branch_line(branch))
    if since.uncommitted:
        where = f": {inert(branch.worktree)}" if branch and branch.worktree else ""
        lines.append(_files(since.uncommitted)[0] + where)
        lines += _some(since.uncommitted)
    for pull in since.pull_requests or ():
        lines += _pull_lines(pull)
    if since.open_pull_requests is not None:
        lines.append(_many(since.open_pull_requests, "open PR") + " in the project")
    lines += [f"missing: {inert(name)}" for name in (since.missing or ())[:_LINES]]
    if len(since.missing or ()) > _LINES:
        lines.append(f"  … and {len(since.missing or ()) - _LINES} more missing")
    lines += [f"looks done: {one_line(what)}" for what in since.done or ()]
    lines += [f"{inert(item.check)}: unknown — {one_line(item.why)}" for item in since.unknown]
    lines += [f"not checked: {inert(address)}" for address in since.not_checked[:_LINES]]
    if since.pending:
        lines.append(f"{CHECKING} {', '.join(since.pending)}")
    return lines


def _branch_line(branch: Branch) -> str:
    name = inert(branch.name) if branch.name else "detached HEAD"
    facts = _branch(branch) or [{"current": "checked out", "unknown": "unknown"}.get(branch.state, branch.state)]
    if branch.ahead:
        facts.append(f"{branch.ahead} ahead of {inert(short_ref(branch.upstream) or '')}")
    at = f" at {branch.commit[:9]}" if branch.commit else ""
    where = f" in {inert(branch.worktree)}" if branch.worktree else ""
    return f"branch {name}{at}{where}: {', '.join(facts)}"


def _some(names: tuple[str, ...]) -> list[str]:
    return [f"  {inert(name)}" for name in names[:_LINES]] + ([f"  … and {len(names) - _LINES} more"] if len(names) > _LINES else [])


def _pull_lines(pull: PullRequest) -> list[str]:
    news = "?" if pull.new_comments is None else pull.new_comments
    facts = [pull.state, f"{_many(pull.unresolved, 'unresolved thread') if pull.unresolved is not None else 'unknown unresolved threads'}", f"{news} new comments"]
    if pull.decision:
        facts.append(pull.decision.replace("_", " "))
    title = f" {pull.title}" if pull.title else ""
    return [f"PR {pull.ref}{title}: {', '.join(facts)}: {pull.url}", *(f"  {line}" for line in pull.threads[:_LINES])]

