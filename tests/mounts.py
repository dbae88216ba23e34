"""A namespace of its own with mounts that a test makes: what only the kernel can play, without rights on the machine.

The holder of the namespace mounts and waits; programs enter it with `nsenter`. When it ends, all of it is gone, and what
hangs in a dead mount with it.
"""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self

_HOLDER = """
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)

def mount(source, target, kind, flags=0, data=""):
    if libc.mount(source.encode(), target.encode(), kind.encode(), flags, data.encode()):
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), target)

def readonly(path):
    mount(path, path, "", 4096)  # MS_BIND; the rights are changed by a second call
    mount("none", path, "", 4096 | 32 | 1)  # MS_BIND, MS_REMOUNT, MS_RDONLY

def dead(path):
    # A FUSE file system whose server never answers, not even the first greeting: the kernel's own protocol, no library.
    device = os.open("/dev/fuse", os.O_RDWR)
    mount("dead", path, "fuse", 0, f"fd={device},rootmode=40000,user_id=0,group_id=0")

def full(path):
    mount("none", path, "tmpfs", 0, "size=1m")

try:
    for word in sys.argv[1:]:
        kind, _, path = word.partition("=")
        {"readonly": readonly, "dead": dead, "full": full}[kind](path)
except OSError as error:
    print(error, flush=True)
    sys.exit(1)
print("ready", flush=True)
sys.stdin.read()
"""


class Mounts:
    """Mounts for the length of a `with`: `readonly=PATH`, `full=PATH` (an empty disk of 1 MiB), `dead=PATH`.

    Skips the test, with the kernel's reason, where it does not allow that.
    """

    def __init__(self, *wanted: str) -> None:
        words = ["unshare", "--user", "--map-root-user", "--mount", sys.executable, "-c", _HOLDER, *wanted]
        try:
            self._holder = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        except FileNotFoundError:
            pytest.skip("unshare (util-linux) is not installed")
        assert self._holder.stdout
        assert self._holder.stderr
        said = self._holder.stdout.readline().strip()
        if said != "ready":
            why = said or self._holder.stderr.read().strip()
            self.close()
            pytest.skip(f"no mounts of our own: {why}")

    def inside(self, argv: Sequence[str], cwd: str = "/") -> list[str]:
        """The argument list that runs `argv` in there."""
        return ["nsenter", "--preserve-credentials", "--user", "--mount", f"--target={self._holder.pid}", f"--wdns={cwd}", *argv]

    def close(self) -> None:
        self._holder.kill()
        self._holder.communicate()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
