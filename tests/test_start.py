"""`start.py`, the first line that anybody runs: what it needs, and what it says when that is not there."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

TOP = Path(__file__).resolve().parents[1]


@pytest.fixture
def start() -> ModuleType:
    spec = importlib.util.spec_from_file_location("start", TOP / "start.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_without_a_word_it_says_which_there_are() -> None:
    done = subprocess.run([sys.executable, str(TOP / "start.py")], capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 2
    assert "start.py demo" in done.stdout
    assert "start.py test" in done.stdout


def test_a_mistyped_word_is_named(start: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        start.main(["dmeo"])
    assert left.value.code == 2
    assert capsys.readouterr().err == "start.py: there is no `dmeo`: python3 start.py demo, or python3 start.py test\n"


def test_a_folder_that_is_no_checkout_says_so_and_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "start.py").write_bytes((TOP / "start.py").read_bytes())
    done = subprocess.run([sys.executable, "-B", "start.py", "demo"], cwd=tmp_path, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 1
    assert "is no checkout of pickup-tui: it has no pyproject.toml, constraints.txt, app." in done.stderr
    assert "Clone the repository" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["start.py"]


def test_a_folder_that_cannot_be_written_to_says_so(start: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(start, "make", refused)
    monkeypatch.setattr(start, "digest", lambda: "another")
    with pytest.raises(SystemExit):
        start.main(["demo"])
    said = capsys.readouterr().err
    assert ".venv-demo cannot be set up: Permission denied" in said
    assert "may be written to" in said


def test_an_old_python_says_so(start: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(start, "OLDEST", (3, 99))
    with pytest.raises(SystemExit):
        start.main(["test"])
    said = capsys.readouterr().err
    assert "needs Python 3.99 or newer; this is 3." in said
    assert "Install one beside it" in said


def test_an_old_python_hands_over_to_a_newer_one(start: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name, code in (("python3.18", 127), ("python3.17", 0)):  # the newest is a version manager's shim that does not run
        (tmp_path / name).write_text(f"#!/bin/sh\nexit {code}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(start, "OLDEST", (3, 11))
    ran: list[list[str]] = []
    monkeypatch.setattr(start, "run", ran.append)
    with pytest.raises(SystemExit):  # a real `run` does not return
        start.use_newer(["demo", "list"])
    assert ran[0] == [str(tmp_path / "python3.17"), str(TOP / "start.py"), "demo", "list"]


class TestPip:
    """Where pip comes from. `works` answers for the two that may be there already."""

    def test_the_environments_own_comes_first(self, start: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(start, "works", lambda words: words[2] == "ensurepip")
        assert start.pip("/env", "/env/bin/python") == ["/env/bin/python", "-m", "pip"]

    def test_then_this_pythons(self, start: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(start, "works", lambda words: words[2] == "pip")
        assert start.pip("/env", "/env/bin/python") == [sys.executable, "-m", "pip", "--python", "/env/bin/python"]

    def test_then_its_source_through_git(self, start: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        source = tmp_path / "source"
        (source / "src" / "pip").mkdir(parents=True)
        (source / "src" / "pip" / "__main__.py").write_text("")
        identity = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        for words in (("init", "-q"), ("add", "-A"), (*identity, "commit", "-qm", "pip"), ("tag", start.PIP_SOURCE[1])):
            subprocess.run(["git", *words], cwd=source, check=True, timeout=30)
        monkeypatch.setattr(start, "works", lambda words: False)
        monkeypatch.setattr(start, "PIP_SOURCE", (f"file://{source}", start.PIP_SOURCE[1]))
        words = start.pip(str(tmp_path / "env"), "/env/bin/python")
        assert words[0] == "/env/bin/python"
        assert os.path.isfile(os.path.join(words[1], "__main__.py"))

    def test_nothing_of_it_says_what_to_do(self, start: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        monkeypatch.setattr(start, "works", lambda words: False)
        monkeypatch.setattr(start, "PIP_SOURCE", (f"file://{tmp_path}/nowhere", "1"))
        with pytest.raises(SystemExit):
            start.pip(str(tmp_path / "env"), "/env/bin/python")
        assert "apt install python3-venv" in capsys.readouterr().err


def test_an_environment_is_made_anew_when_what_it_is_made_from_changes(start: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(start, "HERE", str(tmp_path))
    for name in ("pyproject.toml", "constraints.txt"):
        before = start.digest()
        (tmp_path / name).write_text("x")
        assert start.digest() != before
