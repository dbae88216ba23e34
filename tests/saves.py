"""What the tests of `save` share: saving in this process, and what is in a folder afterwards."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from support import Home, Ran

TOKEN = "ghp_" + "Ab3dE5gH1jK2mN4pQ6rS8tU0vW7xY9zA1bC2"
KINDS = ("section", "card", "baton")


def save(home: Home, *argv: str, stdin: str = "", **environ: str) -> Ran:
    """Saves in this process, now; in processes of their own run only the tests that are about processes."""
    home.now = time.time()
    return home.run("save", *argv, stdin=stdin, **environ)


def saved(home: Home, *argv: str, stdin: str = "") -> dict[str, Any]:
    ran = save(home, *argv, "--json", stdin=stdin)
    assert ran.code == 0, ran
    return ran.json()


def tree(folder: str) -> dict[str, bytes]:
    """Every file below, but the index and git's."""
    found = {}
    for where, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(where, name)
            if "/.git/" not in path and "/.cache/" not in path:
                with open(path, "rb") as file:
                    found[path] = file.read()
    return found
