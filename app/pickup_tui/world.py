"""What surrounds a run: variables, folders, the clock. Made once at the edge and passed in, so that tests can replace it."""

from __future__ import annotations

import os
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


class World:
    """environ: the variables; cwd: the shell's folder, absolute; now: seconds since the epoch, fixed for the run."""

    def __init__(self, environ: Mapping[str, str] | None = None, cwd: str | None = None, now: float | None = None) -> None:
        self.environ: Mapping[str, str] = os.environ if environ is None else environ
        self.cwd = _cwd(self.environ) if cwd is None else cwd
        self.now = time.time() if now is None else now

    @property
    def home(self) -> str:
        """The person's home folder: $HOME, else what the system says, else "/"."""
        home = self.environ.get("HOME", "")
        if home.startswith("/"):
            return home.rstrip("/") or "/"
        try:
            import pwd

            return pwd.getpwuid(os.getuid()).pw_dir
        except (ImportError, KeyError):
            return "/"

    def _folder(self, variable: str, fallback: str) -> str:
        # The XDG base directory rules: a relative path counts as not set.
        base = self.environ.get(variable, "")
        return os.path.join(base if base.startswith("/") else os.path.join(self.home, fallback), "pickup-tui")

    @property
    def config_file(self) -> str:
        return os.path.join(self._folder("XDG_CONFIG_HOME", ".config"), "config.toml")

    @property
    def cache_folder(self) -> str:
        return self._folder("XDG_CACHE_HOME", ".cache")

    @property
    def state_folder(self) -> str:
        return self._folder("XDG_STATE_HOME", ".local/state")

    @property
    def cards_folder(self) -> str:
        """Where shared task cards lie: `${BDC_HOME:-~/.bdc}/handoff`."""
        return os.path.join(self.expand(self.environ.get("BDC_HOME") or "~/.bdc"), "handoff")

    @property
    def claude_folder(self) -> str:
        return self.expand(self.environ.get("CLAUDE_CONFIG_DIR") or "~/.claude")

    @property
    def temporary_folders(self) -> tuple[str, ...]:
        """The environment's temporary folder and /tmp, by real path and without repeats (they differ on macOS)."""
        named = (self.environ.get("TMPDIR") or "/tmp", "/tmp")  # noqa: S108 - searched, never written by a fixed name
        return tuple(dict.fromkeys(os.path.realpath(folder) for folder in named if folder.startswith("/")))

    def expand(self, path: str) -> str:
        """`path` with a leading `~` and $VARIABLES of this world replaced, made absolute against `cwd`."""
        if path == "~" or path.startswith("~/"):
            path = self.home + path[1:]
        if "$" in path:
            import re

            path = re.sub(r"\$(?:(\w+)|\{(\w+)\})", lambda m: self.environ.get(m[1] or m[2], m[0]), path)
        return os.path.normpath(os.path.join(self.cwd, path))

    def short(self, path: str) -> str:
        """`path` as people write it: the home folder is `~`."""
        home = self.home
        return "~" + path[len(home) :] if home != "/" and (path + "/").startswith(home + "/") else path


def _cwd(environ: Mapping[str, str]) -> str:
    try:
        return os.getcwd()
    except OSError:  # the folder was deleted under the shell
        return environ.get("PWD") or "/"
