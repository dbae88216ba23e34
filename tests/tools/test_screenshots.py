"""The pictures are made by one script from the demo; it must run, and the same things must come out."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.xdist_group("screenshots")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pictures")
    done = subprocess.run(
        [sys.executable, "-m", "tools.screenshots", str(folder)], cwd=TOP, capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def test_it_makes_what_is_in_the_folder(made: Path) -> None:
    assert {path.name for path in made.iterdir()} == {path.name for path in (TOP / "screenshots").iterdir() if path.suffix in (".svg", ".png")}


def test_every_picture_shows_the_demo(made: Path) -> None:
    texts = {path.stem: path.read_text(encoding="utf-8").replace("&#160;", " ") for path in made.glob("*.svg")}
    assert [name for name, text in texts.items() if not ("Retry" in text or "rate" in text or name == "help")] == []
    assert [path.name for path in made.glob("*.png") if not path.read_bytes().startswith(b"\x89PNG")] == []


def test_nothing_of_this_machine_is_in_them(made: Path) -> None:
    found = [
        (path.name, word)
        for path in (*made.glob("*.svg"), *(TOP / "screenshots").glob("*.svg"))
        for word in ("pickup-tui-demo-", str(TOP), "https://", "@font-face")
        if word in path.read_text(encoding="utf-8")
    ]
    assert found == []
