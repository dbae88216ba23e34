"""What is shipped: the wheel, installed into a clean environment, has its styles and starts from there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[1]

# One worker builds and installs once for all of these.
pytestmark = pytest.mark.xdist_group("packaging")


def run(*words: str, cwd: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(words, cwd=cwd, env={**kept, **environ}, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(TOP), cwd=out)
    (built,) = out.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program, in an environment that has nothing but the wheel and what it asks for."""
    folder = tmp_path_factory.mktemp("clean")
    run(sys.executable, "-m", "venv", "--without-pip", str(folder / "v"), cwd=folder)
    pip = (sys.executable, "-m", "pip", "--python", str(folder / "v" / "bin" / "python"))
    run(*pip, "install", "-qq", "--disable-pip-version-check", "-c", str(TOP / "constraints.txt"), str(wheel), cwd=folder)
    return folder / "v" / "bin" / "pickup-tui"


def test_the_wheel_holds_the_package_its_styles_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    shipped = [path for path in (TOP / "app" / "pickup_tui").rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    styles = {f"pickup_tui/styles/{path.name}" for path in (TOP / "styles").glob("*.tcss")}
    assert styles
    assert {name for name in names if name.endswith(".tcss")} == styles
    assert {str(path.relative_to(TOP / "app")) for path in shipped} | styles == {name for name in names if not name.endswith(".gitkeep")}


def test_it_starts_from_the_installed_place(installed: Path, tmp_path: Path) -> None:
    environ = {"HOME": str(tmp_path), "TMPDIR": str(tmp_path)}
    assert run(str(installed), "--version", cwd=tmp_path, **environ).stdout.startswith("pickup-tui ")
    assert "26m ago" in run(str(installed), "list", "--demo", cwd=tmp_path, **environ).stdout
    where = run(str(installed.parent / "python"), "-c", "import pickup_tui; print(pickup_tui.__file__)", cwd=tmp_path).stdout
    assert str(installed.parent.parent) in where


def test_the_demo_leaves_nothing_behind(installed: Path, tmp_path: Path) -> None:
    run(str(installed), "mapping", "--demo", cwd=tmp_path, HOME=str(tmp_path), TMPDIR=str(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_what_it_installs_names_its_own_place(installed: Path, tmp_path: Path) -> None:
    environ = {"HOME": str(tmp_path), "TMPDIR": str(tmp_path), "PATH": "/usr/bin:/bin"}
    run(str(installed), "install", "claude", "bash", cwd=tmp_path, **environ)
    (group,) = json.loads((tmp_path / ".claude" / "settings.json").read_text())["hooks"]["SessionStart"]
    assert group["hooks"][0]["command"].startswith(f"{installed} hint --format claude ")
    assert f"[[ -x {installed} ]]" in (tmp_path / ".local" / "share" / "pickup-tui" / "shell.bash").read_text()
    assert "claude's hook: ok" in run(str(installed), "doctor", cwd=tmp_path, **environ).stdout
