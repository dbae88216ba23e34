"""What can be observed where a handoff is saved: project, branch, HEAD, repository, and the branch's open PRs."""

from __future__ import annotations

import json
import os

from pickup_tui import hardened, prs, repository, run
from pickup_tui.disk import Disk, inside
from pickup_tui.handoff import Record

from .safe import NotSaved

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from pickup_tui.settings import Settings
    from pickup_tui.world import World

TIMEOUT = 8.0  # seconds that GitHub has to answer
_MOST = 20  # pull requests of one branch


class Facts(Record):
    """Where a handoff is saved. What is unknown is None.

    root        the working tree's real path: where its HANDOFF.md is
    project     the main working tree's, the same where there are no linked worktrees; None: this is no project
    branch      what is checked out
    head        the full commit
    repository  "host/owner/repo" of origin
    unknown     why git did not say, None when it did or is not used here
    """

    __slots__ = ("branch", "head", "project", "repository", "root", "unknown")

    def __init__(
        self,
        root: str,
        project: str | None,
        branch: str | None = None,
        head: str | None = None,
        repository: str | None = None,
        unknown: str | None = None,
    ) -> None:
        self.root = root
        self.project = project
        self.branch = branch
        self.head = head
        self.repository = repository
        self.unknown = unknown


def facts(world: World, settings: Settings, folder: str | None = None, *, anywhere: bool = False) -> Facts:
    """What is known of the project at `folder`, by default where the shell stands. Raises NotSaved: there is none.

    The nearest git root, else the root's child that it is in, else the folder itself, and never the home folder.
    anywhere  a card or a baton needs no project: without one nothing is known, and that is no error
    """
    from pickup_tui.checkpoint import git

    start = os.path.realpath(world.expand(folder) if folder else world.cwd)
    if not os.path.isdir(start):
        raise NotSaved(f"{start} is no folder", "name the project's folder with --project")
    disk = Disk()
    home = os.path.realpath(world.home)
    top = repository.root_of(disk, start)
    if top is None or top == home:
        top = child_of_root(start, settings) or start
        if top in (home, "/") and anywhere:
            return Facts(top, None)
        if top in (home, "/"):
            raise NotSaved(f"{world.short(top)} is no project", "go into one, or name it with --project")
        return Facts(top, top)
    main = disk.real(repository.main_tree(disk, top))
    try:
        found = git.facts(start, world.environ)
    except git.Unknown as why:
        return Facts(top, main, branch=_branch(disk, top), unknown=str(why))
    if found is None:
        return Facts(top, main)
    return Facts(found.top, main, found.branch, found.head, found.repository if "/" in found.repository else None)


def child_of_root(folder: str, settings: Settings) -> str | None:
    """The project of a folder below one of the roots that is in no git repository: the root's child. None: it is below none."""
    for root in settings.roots:
        real = os.path.realpath(root)
        if inside(folder, real) and folder != real:
            return os.path.join(real, folder[len(real) :].lstrip("/").split("/")[0])
    return None


def _branch(disk: Disk, top: str) -> str | None:
    trees, _ = repository.trees(disk, top)
    return trees[0].branch


def pull_requests(known: Facts, environ: Mapping[str, str]) -> tuple[tuple[str, ...], str | None]:
    """The open PRs of the branch, and why they are not known (None: they are). Asks `gh`; those of forks do not count."""
    if not known.branch or not known.repository:
        return (), "the branch's pull requests are unknown: " + ("no branch is checked out" if not known.branch else "there is no origin")
    host = known.repository.partition("/")[0]
    if not prs.is_github(host):
        return (), f"the branch's pull requests are unknown: {host} is not supported"
    words = ["pr", "list", f"--repo={known.repository}", f"--head={known.branch}", "--state=open", f"--limit={_MOST}"]
    done = run.run(["gh", *words, "--json=number,isCrossRepository"], timeout=TIMEOUT, environ=hardened.gh_environment(environ, host))
    try:
        numbers = [int(row["number"]) for row in json.loads(done.out if done.ok else b"null") if not row["isCrossRepository"]]
    except (ValueError, TypeError, KeyError):
        why = done.failure or {4: "gh is not logged in"}.get(done.code or 0, "gh gave no answer")
        return (), f"the branch's pull requests are unknown: gh {why}" if done.failure else f"the branch's pull requests are unknown: {why}"
    return prs.resolve([f"#{number}" for number in sorted(numbers)], known.repository), None
