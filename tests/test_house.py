"""The house rules that a machine can hold: lint, types, which way imports point, and what the quick commands import."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

TOP = Path(__file__).resolve().parents[1]
PACKAGE = TOP / "app" / "pickup_tui"


FILE_LINES, FUNCTION_LINES = 400, 40  # what neither may reach (design of the house)
# Longer all the same, because splitting would read worse; each with its reason.
LONG = {
    "app/pickup_tui/index.py": "one format: what writes it stands beside what reads it",
    "tests/test_index.py": "it mirrors that",
    "app/pickup_tui/handoff.py:__init__": "a field a line, as the table in its docstring",
    "app/pickup_tui/readers/card.py:_card": "one pass over the parts of a card, which share the problems that they tell",
    "app/pickup_tui/readers/document/items.py:_candidates": "one walk; what each line means hangs on all that came before",
}


def sources() -> list[Path]:
    """Every Python file of the repository."""
    return sorted(path for folder in ("app", "tests", "tools") for path in (TOP / folder).rglob("*.py")) + sorted(TOP.glob("*.py"))


class TestSizes:
    def test_files(self) -> None:
        sizes = {str(path.relative_to(TOP)): len(path.read_text(encoding="utf-8").splitlines()) for path in sources()}
        assert len(sizes) > 250
        assert {name for name, size in sizes.items() if size >= FILE_LINES} == {name for name in LONG if ":" not in name}, "too long, or no exception any more"

    def test_functions(self) -> None:
        long = set()
        for path in sources():
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (node.end_lineno or 0) - node.lineno + 1 >= FUNCTION_LINES:
                    long.add(f"{path.relative_to(TOP)}:{node.name}")
        assert long == {name for name in LONG if ":" in name}, "too long, or no exception any more"


class TestTools:
    def run(self, *words: str) -> None:
        done = subprocess.run([sys.executable, "-m", *words], cwd=TOP, capture_output=True, text=True, timeout=600, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    def test_ruff(self) -> None:
        self.run("ruff", "check", "--quiet", ".")

    def test_mypy(self) -> None:
        self.run("mypy")


# The layers, lowest first: a module may import what stands in a line above its own, or in its own.
LAYERS = (
    ("handoff", "text", "cells"),
    ("cache", "filter", "lines", "parts", "when", "dates", "world", "prs", "run", "hardened", "disk"),
    ("batons", "state"),
    ("committed", "crew", "repository", "places", "settings", "readers", "cli", "rows", "shelf", "suggest", "table", "usage"),
    ("index", "scan", "typed"),
    ("page", "since", "checkpoint", "deliver", "brief"),
    ("save",),
    ("collect", "named"),
    ("load", "install", "demo"),
    ("picker",),
    ("commands",),
    ("__main__",),
)


def running(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a module but those that only a type checker reads."""
    for node in ast.iter_child_nodes(tree):
        if not (isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
            yield node
            yield from running(node)


@cache
def imports() -> dict[str, set[tuple[str, str]]]:
    """Of each part of the package (a module or a folder at its top), the parts that it imports, with the file that does."""
    found: dict[str, set[tuple[str, str]]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        package = ["pickup_tui", *parts[:-1]]
        for node in running(ast.parse(path.read_text(encoding="utf-8"))):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                base = package[: len(package) - node.level + 1] if node.level else []
                module = ".".join([*base, *([node.module] if node.module else [])])
                names = [f"{module}.{alias.name}" for alias in node.names]
            for name in names:
                owner, _, rest = name.partition(".")
                target = rest.split(".")[0]
                known = (PACKAGE / f"{target}.py").exists() or (PACKAGE / target).is_dir()
                if owner == "pickup_tui" and target and known:
                    found.setdefault(parts[0], set()).add((target, str(path.relative_to(TOP))))
    return found


def rank(part: str) -> int | None:
    return next((at for at, names in enumerate(LAYERS) if part in names), None)


class TestArrows:
    def test_every_part_has_its_layer(self) -> None:
        parts = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
        assert sorted(parts - {name for names in LAYERS for name in names} - {"__init__"}) == []

    def test_arrows_point_down(self) -> None:
        wrong = [
            f"{file} imports {target}"
            for part, targets in imports().items()
            for target, file in sorted(targets)
            if target != part and (rank(part) or 0) < (rank(target) or 0)
        ]
        assert wrong == []

    def test_no_two_parts_import_each_other(self) -> None:
        graph = {part: {target for target, _ in targets} - {part} for part, targets in imports().items()}

        def reach(part: str, seen: set[str]) -> set[str]:
            for target in graph.get(part, set()) - seen:
                seen.add(target)
                reach(target, seen)
            return seen

        assert [part for part in graph if part in reach(part, set())] == []

    def test_only_its_command_imports_the_picker(self) -> None:
        users = {file for part, targets in imports().items() for target, file in targets if target == "picker" and part != "picker"}
        assert users
        assert all(file.startswith("app/pickup_tui/commands/screen") for file in users), users

    def test_the_data_imports_nothing_of_ours(self) -> None:
        assert imports().get("handoff", set()) == set()


# What no quick command may load: each costs more than the whole of `hint` may take.
HEAVY = ("textual", "rich", "git", "humanize", "asyncio", "argparse", "dataclasses", "inspect", "pathlib", "datetime", "typing", "subprocess", "threading")  # fmt: skip


class TestQuickImports:
    def loaded(self, home: Path, *words: str) -> set[str]:
        """The modules that a quick command has loaded by its end, in a home folder with one handoff of each quick kind."""
        code = (
            "import sys\n"
            "from pickup_tui.__main__ import main\n"
            "code = main(sys.argv[1:])\n"
            "sys.stderr.write('\\n' + ' '.join(sys.modules))\n"
            "sys.exit(code)\n"
        )
        environ = {"PATH": os.environ["PATH"], "HOME": str(home), "PYTHONPATH": str(TOP / "app"), "TMPDIR": str(home)}
        # Without `site`, which loads what the environment's own .pth files ask for.
        done = subprocess.run(
            [sys.executable, "-S", "-c", code, *words], cwd=home, env=environ, capture_output=True, text=True, timeout=60, check=False
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout, "the command found what there is"
        return {name.split(".")[0] for name in done.stderr.rsplit("\n", 1)[1].split()}

    @pytest.mark.parametrize("command", ["hint", "list", "mapping"])
    def test_quick_commands_load_nothing_heavy(self, tmp_path: Path, command: str) -> None:
        project = tmp_path / "Projects" / "foo"
        project.mkdir(parents=True)
        (project / "HANDOFF.md").write_text("## main (updated 2999-01-01)\n\n**What**: topic\n\n## Context\n\nnext_step: go on\n")
        loaded = self.loaded(tmp_path, command)
        assert "pickup_tui" in loaded
        assert sorted(loaded.intersection(HEAVY)) == []

    def test_nor_regular_expressions_once_all_is_known(self, tmp_path: Path) -> None:
        (tmp_path / "Projects" / "foo").mkdir(parents=True)
        (tmp_path / "Projects" / "foo" / "HANDOFF.md").write_text("## main (updated 2999-01-01)\n\n**What**: topic acme/foo#1\n\n**Next**: go on\n")
        (tmp_path / f"handoff-{int(time.time()) - 60}-1.md").write_text("# Task\n\n**Next**: go on\n")
        assert "re" in self.loaded(tmp_path, "list")
        # what has just been written is read again until the clock has gone on
        assert any(self.loaded(tmp_path, "list").isdisjoint({"re", "enum"}) for _ in range(100))
        for command in ("hint", "mapping"):
            assert self.loaded(tmp_path, command).isdisjoint({"re", "enum"}), command

    def test_the_test_sees_what_is_loaded(self, tmp_path: Path) -> None:
        (tmp_path / "Projects").mkdir()
        assert "json" in self.loaded(tmp_path, "hint", "--json")


def test_constraints_pin_every_dependency_exactly() -> None:
    import tomllib

    project = tomllib.loads((TOP / "pyproject.toml").read_text())["project"]
    lines = [line for line in (TOP / "constraints.txt").read_text().splitlines() if not line.startswith("#")]
    pinned = {line.split("==")[0].lower().replace("_", "-") for line in lines if "==" in line}
    assert len(pinned) == len(lines)
    asked = [*project["dependencies"], *project["optional-dependencies"]["test"]]
    names = {one.split(">")[0].split("=")[0].lower().replace("_", "-") for one in asked} - {"pip"}
    assert sorted(names - pinned) == []


def test_every_schema_is_json() -> None:
    for path in PACKAGE.rglob("*.json"):
        json.loads(path.read_text(encoding="utf-8"))
