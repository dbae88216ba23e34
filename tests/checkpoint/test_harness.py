"""Which version of a harness is installed, found without running it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from lab import Lab
from pickup_tui.checkpoint import harness

if TYPE_CHECKING:
    from support import Home



class TestInstalled:
    def test_a_versioned_file(self, home: Home) -> None:
        path = home.write("share/versions/2.1.3", "x")
        assert harness.version(path, "claude") == "2.1.3"

    def test_a_virtual_environment(self, home: Home) -> None:
        path = home.write("venv/bin/hermes", "x")
        os.makedirs(os.path.join(home.path, "venv/lib/python3.11/site-packages/hermes_agent-0.9.1.dist-info"))
        assert harness.version(path, "hermes") == "0.9.1"

    @pytest.mark.parametrize("package", ['{"version": "1.0.0", "bin": {"other": "x"}}', "[1]", "{", '{"version": "latest", "bin": {"claude": "x"}}'])
    def test_packages_of_others(self, home: Home, package: str) -> None:
        path = home.write("lib/cli.js", "x")
        home.write("lib/package.json", package)
        assert harness.version(path, "claude") is None

    def test_only_absolute_folders_outside_the_project(self, lab: Lab) -> None:
        for folder in ("bin", "Projects/uploader/bin", "links"):
            lab.program("claude", folder=folder)
        os.remove(os.path.join(lab.home.path, "links/claude"))
        os.symlink(lab.path("bin/claude"), os.path.join(lab.home.path, "links/claude"))
        home = lab.home.path
        inside, linked = lab.path("bin"), f"{home}/links"
        os.symlink(inside, f"{home}/folderlink")

        def found(path: str) -> str | None:
            return harness.executable("claude", {"PATH": path}, lab.project)

        assert found(f"{inside}:{linked}:{home}/folderlink::.:bin") is None
        assert found(f".::bin:{inside}:{linked}:{home}/bin") == f"{home}/bin/claude"
        os.chmod(f"{home}/bin/claude", 0o644)
        assert found(f"{home}/bin") is None
