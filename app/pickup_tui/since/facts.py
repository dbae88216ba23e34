"""What the checks find, as plain data, and as the JSON that is promised (spec: json.md, "since")."""

from __future__ import annotations

import time

from pickup_tui.handoff import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pickup_tui.handoff import Handoff

GONE, MERGED, REMOTE, REWRITTEN, UNKNOWN, OTHER, CURRENT = "gone", "merged", "remote", "rewritten", "unknown", "other", "current"
STATES = (GONE, MERGED, REMOTE, REWRITTEN, UNKNOWN, OTHER, CURRENT)

# The checks, by the names that `unknown` and `pending` use.
COMMITS, BRANCH, FILES, PRS, OPEN_PRS, REFERENCES = (
    "commits", "branch", "uncommitted", "pull requests", "open pull requests", "references",
)  # fmt: skip
CHECKS = (COMMITS, BRANCH, FILES, PRS, OPEN_PRS, REFERENCES)


FUTURE = "the handoff is dated in the future"
_SLACK = 60.0  # seconds that two clocks may differ


class Unknown(Record):
    """A check that could not be made, and why, in words that follow `unknown — `."""

    __slots__ = ("check", "why")

    def __init__(self, check: str, why: str) -> None:
        self.check = check
        self.why = why


class Commits(Record):
    """The commits on the handoff's branch that it does not know.

    count        how many
    approximate  counted from a time, not from a commit
    range        their evidence, as git takes it: "4f1c2aa..9e0d1bb", or "9e0d1bb since 2026-11-29T00:00:00+01:00"
    subjects     (short hash, subject) of the newest ones
    on_the_day   of a date without a time: commits of that day, which may be older or newer than the handoff
    """

    __slots__ = ("approximate", "count", "on_the_day", "range", "subjects")

    def __init__(
        self,
        count: int,
        range: str,  # noqa: A002 - the name in the JSON
        *,
        approximate: bool = False,
        subjects: tuple[tuple[str, str], ...] = (),
        on_the_day: int = 0,
    ) -> None:
        self.count = count
        self.range = range
        self.approximate = approximate
        self.subjects = subjects
        self.on_the_day = on_the_day


class Branch(Record):
    """The handoff's branch today.

    state     the first of STATES that applies
    name      the branch; that of HEAD where the handoff names none; None for a detached HEAD
    ref       what was looked at, "refs/heads/…" or "refs/remotes/…"; None when it is gone
    commit    its newest commit, None when it has none
    merged    whether its work is contained in the default branch; None: not known, or it is the default branch
    into      that default branch
    head      what is checked out in the project: a branch, "" for a detached HEAD; None when that is not known
    upstream, ahead, behind   the ref that it follows, and how far apart the two are as of the last fetch; None without one
    worktree  the folder that has the branch checked out, else the project's
    elsewhere no working tree has the branch checked out
    lost      the worktree that had the branch and is not there any more
    """

    __slots__ = (
        "ahead", "behind", "commit", "elsewhere", "head", "into", "lost", "merged", "name", "ref", "state", "upstream", "worktree",
    )  # fmt: skip

    def __init__(
        self,
        state: str,
        name: str | None,
        *,
        ref: str | None = None,
        commit: str | None = None,
        merged: bool | None = None,
        into: str | None = None,
        head: str | None = None,
        upstream: str | None = None,
        ahead: int | None = None,
        behind: int | None = None,
        worktree: str | None = None,
        elsewhere: bool = False,
        lost: str | None = None,
    ) -> None:
        self.state = state
        self.name = name
        self.ref = ref
        self.commit = commit
        self.merged = merged
        self.into = into
        self.head = head
        self.upstream = upstream
        self.ahead = ahead
        self.behind = behind
        self.worktree = worktree
        self.elsewhere = elsewhere
        self.lost = lost

    def with_(self, **changes: object) -> Branch:
        """A copy with these fields changed."""
        values = {name: getattr(self, name) for name in self.__slots__}
        return Branch(**{**values, **changes})


class PullRequest(Record):
    """A pull request as its forge describes it now.

    ref           "owner/repo#N" (see `prs`)
    state         open, merged, closed
    unresolved    review threads that nobody resolved; None when there were more than could be read
    new_comments  comments, reviews and replies newer than the handoff; None when not all could be read
    threads       the first lines of the unresolved threads, as "path: line"
    decision      approved, changes_requested, review_required, or None
    """

    __slots__ = ("decision", "new_comments", "ref", "state", "threads", "title", "unresolved", "updated_at", "url")

    def __init__(
        self,
        ref: str,
        state: str,
        url: str,
        *,
        unresolved: int | None = 0,
        new_comments: int | None = 0,
        title: str = "",
        threads: tuple[str, ...] = (),
        decision: str | None = None,
        updated_at: str | None = None,
    ) -> None:
        self.ref = ref
        self.state = state
        self.url = url
        self.unresolved = unresolved
        self.new_comments = new_comments
        self.title = title
        self.threads = threads
        self.decision = decision
        self.updated_at = updated_at


class Since(Record):
    """Everything that is known of what has changed since one handoff. A part is None while it is not known.

    checked_at   seconds since the epoch
    uncommitted  the files, relative to the branch's worktree, sorted
    missing      references that no longer resolve; done: work that the handoff calls next and that seems done
    not_checked  addresses that nobody is asked about
    forge        whether there is anybody to ask for the project's pull requests; without one it has none
    unknown      why a part is None, or a single reference could not be looked up
    pending      the checks that still run: only ever seen by those who take facts as they come
    """

    __slots__ = (
        "branch", "checked_at", "commits", "done", "forge", "missing", "not_checked", "open_pull_requests", "pending",
        "pull_requests", "uncommitted", "unknown",
    )  # fmt: skip

    def __init__(
        self,
        checked_at: float,
        *,
        commits: Commits | None = None,
        branch: Branch | None = None,
        uncommitted: tuple[str, ...] | None = None,
        pull_requests: tuple[PullRequest, ...] | None = None,
        open_pull_requests: int | None = None,
        missing: tuple[str, ...] | None = None,
        done: tuple[str, ...] | None = None,
        not_checked: tuple[str, ...] = (),
        forge: bool = True,
        unknown: tuple[Unknown, ...] = (),
        pending: tuple[str, ...] = (),
    ) -> None:
        self.checked_at = checked_at
        self.commits = commits
        self.branch = branch
        self.uncommitted = uncommitted
        self.pull_requests = pull_requests
        self.open_pull_requests = open_pull_requests
        self.missing = missing
        self.done = done
        self.not_checked = not_checked
        self.forge = forge
        self.unknown = unknown
        self.pending = pending

    def with_(self, **changes: object) -> Since:
        """A copy with these parts changed."""
        values = {name: getattr(self, name) for name in self.__slots__}
        return Since(**{**values, **changes})

    @property
    def summary(self) -> str:
        """The one sentence (see `summary.sentence`)."""
        from .summary import sentence

        return sentence(self)


class Moment(Record):
    """When the last session ended, as far as the handoff says.

    after     seconds since the epoch: what is later is certainly newer than the handoff
    day       of a date without a time: when that day began; between it and `after` nothing is certain. Else None
    session   the best single guess: for a date without a time the file's own time where that is on the day
    """

    __slots__ = ("after", "day", "session")

    def __init__(self, after: float, day: float | None, session: float) -> None:
        self.after = after
        self.day = day
        self.session = session

    def is_future(self, now: float) -> bool:
        """Whether nobody can know what is newer yet: the handoff claims a time that is still to come."""
        return (self.after if self.day is None else self.day) > now + _SLACK


def moment(handoff: Handoff) -> Moment:
    """The moment since which the world is looked at (spec: since.md, "Since what")."""
    declared = handoff.declared
    if not (handoff.date_only and declared):
        return Moment(handoff.when, None, handoff.when)
    year, month, day = (int(part) for part in declared[:10].split("-"))
    begins = time.mktime((year, month, day, 0, 0, 0, 0, 0, -1))
    ends = time.mktime((year, month, day + 1, 0, 0, 0, 0, 0, -1))
    return Moment(ends, begins, handoff.when if begins < handoff.when < ends else ends)


def as_json(since: Since) -> dict[str, object]:
    """`since` as the object that the JSON promises."""
    from pickup_tui import when

    commits, branch, pulls = since.commits, since.branch, since.pull_requests
    return {
        "checked_at": when.iso(since.checked_at),
        "commits": None
        if commits is None
        else {
            "count": commits.count,
            "approximate": commits.approximate,
            "range": commits.range or None,
            "subjects": [subject for _, subject in commits.subjects],
            "on_the_day": commits.on_the_day,
        },
        "branch": None if branch is None else {name: getattr(branch, name) for name in _BRANCH_KEYS} | {"upstream": short_ref(branch.upstream)},
        "uncommitted": None if since.uncommitted is None else len(since.uncommitted),
        "uncommitted_files": None if since.uncommitted is None else list(since.uncommitted),
        "pull_requests": None if pulls is None else [{name: _plain(getattr(pull, name)) for name in _PR_KEYS} for pull in pulls],
        "open_pull_requests": since.open_pull_requests,
        "missing": None if since.missing is None else list(since.missing),
        "done": None if since.done is None else list(since.done),
        "not_checked": list(since.not_checked),
        "unknown": [{"check": item.check, "why": item.why} for item in since.unknown],
        "summary": since.summary,
    }


_BRANCH_KEYS = ("state", "name", "merged", "into", "head", "upstream", "ahead", "behind", "worktree", "lost")
_PR_KEYS = ("ref", "state", "unresolved", "new_comments", "url", "title", "decision", "threads", "updated_at")


def short_ref(ref: str | None) -> str | None:
    """A ref as people write it: `origin/main`, `main`."""
    return ref.removeprefix("refs/remotes/").removeprefix("refs/heads/") if ref else None


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value
