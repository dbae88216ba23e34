"""Settings of a repository that would start a program, and whether one was started."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from since.making import Repo

if TYPE_CHECKING:
    from collections.abc import Callable

    from support import Home



class Trap:
    """A program that leaves a mark when it is started."""

    def __init__(self, home: Home) -> None:
        self.mark = os.path.join(home.path, "MARK")
        self.program = home.write("trap.sh", f"#!/bin/sh\ntouch {self.mark}\nexit 1\n")
        Path(self.program).chmod(0o755)

    def sprung(self) -> bool:
        """Whether it was started; the next time counts anew."""
        there = os.path.exists(self.mark)
        if there:
            os.unlink(self.mark)
        return there


def settings(*pairs: tuple[str, str]) -> Callable[[Repo, Trap], None]:
    def lay(repo: Repo, trap: Trap) -> None:
        for name, value in pairs:
            repo.git("config", name, value.replace("TRAP", trap.program))

    return lay


def hook(name: str) -> Callable[[Repo, Trap], None]:
    def lay(repo: Repo, trap: Trap) -> None:
        os.symlink(trap.program, os.path.join(repo.path, ".git/hooks", name))

    return lay


def hooks_elsewhere(repo: Repo, trap: Trap) -> None:
    folder = os.path.join(repo.home.path, "hooks")
    os.makedirs(folder)
    os.symlink(trap.program, os.path.join(folder, "post-index-change"))
    repo.git("config", "core.hooksPath", folder)


def attributes(text: str, *pairs: tuple[str, str]) -> Callable[[Repo, Trap], None]:
    def lay(repo: Repo, trap: Trap) -> None:
        repo.write(".git/info/attributes", text)
        settings(*pairs)(repo, trap)

    return lay
