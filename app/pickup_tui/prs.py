"""Names of pull requests and of repositories: what people write, and the one form that the program keeps.

A PR is "owner/repo#N", for another host than github.com "host/owner/repo#N", and "#N" where the text leaves the
repository open: `resolve` then adds that of the project's origin remote. A repository is "host/owner/repo".
Pure functions over text, on the path of `list`: nothing is imported but `re`, and that when it is needed.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterable

GITHUB = "github.com"
_LARGEST = 2**31 - 1  # GraphQL's Int

# Forges whose answers `gh` cannot give (spec: since.md, "References in the text").
_OTHER_FORGES = frozenset(
    ("gitlab.com", "bitbucket.org", "codeberg.org", "gitea.com", "gitee.com", "git.sr.ht", "sr.ht", "dev.azure.com", "salsa.debian.org"),
)
_OTHER_NAMES = ("gitlab", "bitbucket", "gitea", "forgejo", "gogs", "codeberg")

# `docs/plan.md#3` is a place in a file, not PR 3 of a repository called plan.md.
_FILES = (".md", ".markdown", ".txt", ".rst", ".adoc", ".org", ".html", ".htm", ".json", ".yaml", ".yml", ".toml", ".pdf")

_OWNER = r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}"
_REPO = r"[A-Za-z0-9._-]{1,100}"
_HOST = r"[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+(?::\d{1,5})?"
# A markdown link counts by where it leads, a URL whole, the short forms between spaces and punctuation.
_FIND = (
    rf"\[[^\]\n]{{0,300}}\]\((?=https?://{_HOST}/{_OWNER}/{_REPO}/pull/\d)"
    rf"|https?://(?:www\.)?(?P<uhost>{_HOST})/(?P<uowner>{_OWNER})/(?P<urepo>{_REPO})/pull/(?P<unumber>\d{{1,10}})(?![\w-])(?:[/?#][^\s)\]>\"'`]*)?"
    r"|https?://[^\s)\]>\"'`]+"
    rf"|(?<![\w./#&@:-])(?:(?P<host>{_HOST})/)?(?P<owner>{_OWNER})/(?P<repo>{_REPO})#(?P<number>\d{{1,10}})(?![\w-])"
    r"|(?P<word>\b[A-Za-z]+[ ]?)?(?<![\w./#&@:-])#(?P<bare>\d{1,10})(?![\w-])"
)
# "issue #3" and "step #2" are no pull requests.
_NOT_PR = frozenset(("issue", "issues", "step", "phase", "task", "item", "part", "point", "section", "chapter", "bug"))

_compiled: list[re.Pattern[str]] = []


def find(text: str) -> tuple[str, ...]:
    """The PRs that `text` names, in order and without repeats; bare "#N" stay so (see `resolve`).

    Takes `owner/repo#N`, a PR's URL (with `/files` and the like behind it) and `#N`, also inside Markdown links.
    A text that holds something else, such as a file's path, names none.
    """
    if "#" not in text and "/pull/" not in text:
        return ()
    if not _compiled:
        import re

        _compiled.append(re.compile(_FIND))
    found: dict[str, str] = {}
    for match in _compiled[0].finditer(text):
        ref = _ref(match)
        if ref:
            found.setdefault(ref.casefold(), ref)
    return tuple(found.values())


def _ref(match: re.Match[str]) -> str | None:
    host, owner, repo, number = match.group("uhost", "uowner", "urepo", "unumber")
    if number:
        return join(host, owner, repo, int(number))
    host, owner, repo, number = match.group("host", "owner", "repo", "number")
    if number:
        return None if repo.lower().endswith(_FILES) else join(host or GITHUB, owner, repo, int(number))
    word, bare = match.group("word", "bare")
    if bare and (word or "").strip().lower() not in _NOT_PR and 0 < int(bare) <= _LARGEST:
        return f"#{int(bare)}"
    return None


def join(host: str, owner: str, repo: str, number: int) -> str | None:
    """The kept form of a PR's name, None when there can be no such PR."""
    repo = repo.removesuffix(".git")
    if repo in ("", ".", "..") or not 0 < number <= _LARGEST:
        return None
    host = host.lower()
    return f"{owner}/{repo}#{number}" if host == GITHUB else f"{host}/{owner}/{repo}#{number}"


def split(ref: str) -> tuple[str, str, str, int]:
    """Host, owner, repository and number of a kept name that is not bare."""
    name, _, number = ref.rpartition("#")
    parts = name.split("/")
    return (parts[0] if len(parts) == 3 else GITHUB, parts[-2], parts[-1], int(number))


def resolve(refs: Iterable[str], origin: str | None) -> tuple[str, ...]:
    """`refs` with bare "#N" made whole by `origin` ("host/owner/repo"); without one they are dropped."""
    found: dict[str, str] = {}
    for ref in refs:
        whole = f"{short(origin)}{ref}" if ref.startswith("#") and origin and origin.count("/") == 2 else ref
        if not whole.startswith("#"):
            found.setdefault(whole.casefold(), whole)
    return tuple(found.values())


def short(repository: str) -> str:
    """A repository as people write it: without the host when that is github.com."""
    return repository.removeprefix(GITHUB + "/")


def url(ref: str) -> str:
    """Where a PR is looked at in a browser."""
    host, owner, repo, number = split(ref)
    return f"https://{host}/{owner}/{repo}/pull/{number}"


def remote(address: str) -> str | None:
    """The repository that a remote's address names, "host/owner/repo"; None for a path on this machine.

    Takes https, ssh, git and scp forms, with a user, a port and `.git`. The host is lower case; a port is kept for
    http, where it is part of the host's name, and dropped for ssh. Deeper groups (GitLab) stay in the path.
    """
    address = address.strip()
    scheme, mark, rest = address.partition("://")
    if mark:
        if scheme.lower() not in ("https", "http", "ssh", "git", "git+ssh", "ssh+git"):
            return None
        host, _, path = rest.partition("/")
        host = host.rpartition("@")[2].lower()
        if "ssh" in scheme.lower() or scheme.lower() == "git" or host.endswith((":443", ":80")):
            host = host.partition(":")[0]
    else:
        host, colon, path = address.partition(":")
        if not colon or "/" in host or len(host) < 2 or path.startswith("//"):
            return None
        host = host.rpartition("@")[2].lower()
    path = path.partition("?")[0].strip("/")
    path = path.removesuffix(".git")
    if host == "ssh.github.com":  # GitHub's ssh through the https port
        host = GITHUB
    parts = path.split("/")
    if not host or len(parts) < 2 or any(part in ("", ".", "..") or not part.isprintable() for part in parts):
        return None
    return f"{host}/{path}"


def is_github(host: str) -> bool:
    """Whether `gh` may be asked about `host`: any but the forges that are known to be something else."""
    name = host.partition(":")[0]
    return name not in _OTHER_FORGES and not any(name.startswith(f"{other}.") or f".{other}." in name for other in _OTHER_NAMES)


def origin(config: str) -> str | None:
    """The address of the remote `origin` in the text of a repository's `config` file, else of its only remote.

    Reads the file's own lines and no includes: that is what is cheap, and what `list` needs.
    """
    addresses: dict[str, str] = {}
    name: str | None = None
    for raw in config.split("\n"):
        line = raw.strip()
        if line.startswith("["):
            head = line[1:].partition("]")[0].split(None, 1)
            name = head[1].strip().strip('"') if len(head) == 2 and head[0].lower() == "remote" else None
        elif name is not None and line[:3].lower() == "url":
            key, mark, value = line.partition("=")
            if mark and key.strip().lower() == "url":
                addresses.setdefault(name, _value(value))
    if "origin" in addresses:
        return addresses["origin"]
    return next(iter(addresses.values())) if len(addresses) == 1 else None


def _value(text: str) -> str:
    """A value of git's config: quotes taken off, a comment behind it dropped."""
    text = text.strip()
    if text.startswith('"'):
        return text[1:].partition('"')[0]
    for mark in (" #", " ;", "\t#", "\t;"):
        text = text.partition(mark)[0]
    return text.strip()
