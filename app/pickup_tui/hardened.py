"""How git and gh are started over what somebody else may have written: one list for every caller.

Nothing that the repository's files name is started, nothing is fetched or written, nothing asks (spec: since.md,
"Safety"). What could start a program only by a flag of ours (external diff, text conversion) is switched off where
that flag could be. Imports are those of `list`.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

# What a repository's configuration could start, and what switches it off. A value on the command line beats every file.
OFF = (
    "core.fsmonitor=false",  # a program that `status` asks
    "core.hooksPath=/dev/null",
    "core.pager=cat",
    "core.askPass=",
    "core.sshCommand=false",
    "core.alternateRefsCommand=true",
    "core.editor=false",
    "core.untrackedCache=false",
    "credential.helper=",
    "diff.ignoreSubmodules=dirty",
    "gpg.program=false",
    "gpg.ssh.program=false",
    "gpg.x509.program=false",
    "log.showSignature=false",
    "log.mailmap=false",
    "log.showRoot=true",
    "color.ui=false",
    "protocol.allow=never",  # nothing is fetched, whatever the transport; see GIT_ALLOW_PROTOCOL
    "fetch.recurseSubmodules=false",
    "submodule.recurse=false",
    "status.submoduleSummary=false",
    "gc.auto=0",
    "maintenance.auto=false",
)
# Of the variables that steer git only these stay: where the person's own configuration lies, and git's own test of owners.
_KEPT = ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_EXEC_PATH", "GIT_TEST_ASSUME_DIFFERENT_OWNER")
_SET = {
    "LC_ALL": "C",
    "LANGUAGE": "C",
    # A list of what may be used, which beats the repository's protocol.file.allow and protocol.ext.allow. It is what keeps
    # a partial clone from "fetching" through any program that it names, with a git that does not know GIT_NO_LAZY_FETCH.
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_ALLOC_LIMIT": "512m",  # a commit or tree of a few kB can unfold to gigabytes
    "GIT_ASKPASS": "false",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_PAGER": "cat",
    "GIT_TERMINAL_PROMPT": "0",
    "SSH_ASKPASS": "false",
}


def command(off: tuple[str, ...] | list[str] = OFF) -> list[str]:
    """The words that every call begins with: git, and the settings that are switched off."""
    words = ["git", "--no-pager", "--no-optional-locks", "--literal-pathspecs"]
    for setting in off:
        words += ("-c", setting)
    return words


def environment(environ: Mapping[str, str], folder: str | None = None) -> dict[str, str]:
    """The variables that git gets: the person's own without those that steer git, and the safe ones.

    folder  git looks for the repository in it and no higher, since what lies above is another project; None: anywhere above
    """
    kept = {key: value for key, value in environ.items() if not key.startswith("GIT_") or key in _KEPT}
    ceiling = {"GIT_CEILING_DIRECTORIES": os.path.dirname(folder)} if folder else {}
    return {**kept, **_SET, **ceiling}


_GH_OFF = ("GH_FORCE_TTY", "GH_DEBUG", "DEBUG", "GH_REPO", "GH_HOST", "GH_PAGER")
_TOKENS = ("GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN", "GH_TOKEN", "GITHUB_TOKEN", "CODESPACES")


def gh_environment(environ: Mapping[str, str], host: str) -> dict[str, str]:
    """The variables that gh gets when it asks `host`, a name out of a handoff or a repository.

    gh sends the token for enterprises to whatever host it is told: here only to one that the person has named, by
    GH_HOST or by a login. Any other host sees no token.
    """
    kept = {name: value for name, value in environ.items() if name not in _GH_OFF}
    if not _named(host.casefold(), environ):
        kept = {name: value for name, value in kept.items() if name not in _TOKENS}
    return {**kept, "GH_PROMPT_DISABLED": "1", "GH_NO_UPDATE_NOTIFIER": "1", "GH_NO_EXTENSION_UPDATE_NOTIFIER": "1", "NO_COLOR": "1"}


def _named(host: str, environ: Mapping[str, str]) -> bool:
    """Whether `host` is GitHub's own, this machine, or one that the person told gh of."""
    if host in ("github.com", environ.get("GH_HOST", "").casefold()) or host.endswith((".ghe.com", ".localhost")):
        return True
    config = environ.get("XDG_CONFIG_HOME") or os.path.join(environ.get("HOME", ""), ".config")
    try:
        with open(os.path.join(environ.get("GH_CONFIG_DIR") or os.path.join(config, "gh"), "hosts.yml"), encoding="utf-8", errors="replace") as file:
            known = file.read(1 << 16)
    except (OSError, ValueError):
        return False
    return f"\n{host}:" in "\n" + known.casefold()
