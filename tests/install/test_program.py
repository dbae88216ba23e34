"""How the program is named in what is installed."""

from __future__ import annotations

import os
import shlex
import subprocess
from typing import TYPE_CHECKING

import pytest

from pickup_tui.install.program import fish_quote, hook, program
from pickup_tui.world import World

if TYPE_CHECKING:
    from pathlib import Path


def executable(path: Path, text: str = "#!/bin/sh\n") -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return str(path)


def world(tmp_path: Path, *folders: Path, **environ: str) -> World:
    path = ":".join([*map(str, folders), "/usr/bin"])
    return World({"HOME": str(tmp_path), "PATH": path, **environ}, str(tmp_path), 0.0)


@pytest.mark.parametrize("place", [".local/share/pipx/venvs/pickup-tui/bin", ".local/share/uv/tools/pickup-tui/bin"])
def test_pipx_and_uv_are_named_by_their_link_which_survives_upgrades(tmp_path: Path, place: str) -> None:
    own = executable(tmp_path / place / "pickup-tui")
    python = executable(tmp_path / place / "python")
    link = tmp_path / ".local/bin/pickup-tui"
    link.parent.mkdir(parents=True)
    link.symlink_to(own)
    assert program(world(tmp_path, link.parent), str(link), python) == (str(link),)
    assert program(world(tmp_path, link.parent), own, python) == (str(link),)
    assert program(world(tmp_path), own, python) == (own,)


def test_a_venv_that_is_not_on_path(tmp_path: Path) -> None:
    own = executable(tmp_path / "my venv/bin/pickup-tui")
    python = executable(tmp_path / "my venv/bin/python")
    assert program(world(tmp_path), own, python) == (own,)
    assert program(world(tmp_path), "/somewhere/pickup_tui/__main__.py", python) == (own,)


def test_another_installation_on_path_is_not_taken_for_this_one(tmp_path: Path) -> None:
    own = executable(tmp_path / "venv/bin/pickup-tui")
    executable(tmp_path / "other/pickup-tui")
    assert program(world(tmp_path, tmp_path / "other"), own, executable(tmp_path / "venv/bin/python")) == (own,)


def test_pip_for_the_user_is_named_by_the_script_that_runs(tmp_path: Path) -> None:
    own = executable(tmp_path / ".local/bin/pickup-tui")
    assert program(world(tmp_path), own, "/usr/bin/python3") == (own,)


def test_a_checkout_without_a_script_is_named_by_its_module(tmp_path: Path) -> None:
    assert program(world(tmp_path), "/x/__main__.py", "/usr/bin/python3") == ("/usr/bin/python3", "-P", "-m", "pickup_tui")


@pytest.mark.parametrize("place", [".cache/uv/archive-v0/abc/bin", ".local/share/pipx/.cache/abc/bin", "Library/Caches/uv/x/bin"])
def test_a_copy_that_will_be_thrown_away_is_not_named(tmp_path: Path, place: str) -> None:
    own = executable(tmp_path / place / "pickup-tui")
    assert program(world(tmp_path), own, executable(tmp_path / place / "python")) == ()


def test_a_cache_of_another_name(tmp_path: Path) -> None:
    own = executable(tmp_path / "uvc/x/bin/pickup-tui")
    assert program(world(tmp_path, UV_CACHE_DIR=str(tmp_path / "uvc")), own, executable(tmp_path / "uvc/x/bin/python")) == ()


def test_a_name_that_is_no_text_is_not_written(tmp_path: Path) -> None:
    folder = tmp_path / os.fsdecode(b"b\xff")
    try:
        own = executable(folder / "pickup-tui")
    except OSError:
        pytest.skip("this file system takes only UTF-8 names")
    assert program(world(tmp_path), own, executable(folder / "python")) == ()


class TestHook:
    """The command line in a real shell."""

    def run(self, command: str, tmp_path: Path, *folders: Path) -> subprocess.CompletedProcess[str]:
        environ = {"PATH": ":".join([*map(str, folders), "/usr/bin", "/bin"])}
        return subprocess.run(["/bin/sh", "-c", command], env=environ, cwd=tmp_path, capture_output=True, text=True, timeout=20, check=False)

    def test_a_path_with_spaces_and_quotes(self, tmp_path: Path) -> None:
        own = executable(tmp_path / "it's my $HOME `x`" / "pickup-tui", '#!/bin/sh\necho "$@"\n')
        done = self.run(hook((own,), "hint", "--format", "claude"), tmp_path)
        assert (done.returncode, done.stdout, done.stderr) == (0, "hint --format claude\n", "")

    @pytest.mark.parametrize("text", [None, "#!/nowhere/python\n", "#!/bin/sh\necho noise >&2; exit 3\n"])
    def test_gone_or_broken_it_is_looked_up_on_path(self, tmp_path: Path, text: str | None) -> None:
        own = executable(tmp_path / "own/pickup-tui", text) if text else "/nowhere/pickup-tui"
        executable(tmp_path / "path/pickup-tui", '#!/bin/sh\necho "$@"\n')
        done = self.run(hook((own,), "hint"), tmp_path, tmp_path / "path")
        assert (done.returncode, done.stdout, done.stderr) == (0, "hint\n", "")

    def test_nowhere_it_says_nothing_and_does_not_fail(self, tmp_path: Path) -> None:
        for argv in (("/nowhere/pickup-tui",), ()):
            done = self.run(hook(argv, "hint"), tmp_path)
            assert (done.returncode, done.stdout, done.stderr) == (0, "", "")

    def test_it_is_one_line_for_shlex_too(self) -> None:
        assert shlex.split(hook(("/a b/pickup-tui",), "hint"))[0] == "/a b/pickup-tui"


def test_fish_quote() -> None:
    assert fish_quote("it's \\ $x") == "'it\\'s \\\\ $x'"
