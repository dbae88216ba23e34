"""`install` and `uninstall`: puts the program where agents and shells look, and takes it away again."""

from __future__ import annotations

import sys

from pickup_tui.brief import SCHEMA_VERSION
from pickup_tui.cli import TARGETS, ExitCode, Failure, UsageError
from pickup_tui.save.safe import NotSaved

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pickup_tui.cli import Args
    from pickup_tui.install.change import Done
    from pickup_tui.world import World

_NEXT = {
    "claude": "start a new session of claude: /pickup and /handoff are there, and the hint comes with the session",
    "codex": "start a new session of codex: $pickup and $handoff are there",
    "opencode": "start a new session of opencode: /pickup and /handoff are there",
    "bash": "open a new terminal, or: . ~/.bashrc",
    "zsh": "open a new terminal, or: . ~/.zshrc",
    "fish": "open a new terminal",
}


def install(args: Args, world: World) -> int:
    """`pickup-tui install TARGET ...`: everything or, when one file cannot be changed, nothing."""
    return _run(args, world, undo=False)


def uninstall(args: Args, world: World) -> int:
    """`pickup-tui uninstall TARGET ...`."""
    return _run(args, world, undo=True)


def _run(args: Args, world: World, *, undo: bool) -> int:
    from pickup_tui.install import change, edits
    from pickup_tui.install.program import program

    names = _names(args.words, world, undo=undo)
    argv = program(world)
    planned = [edit for name in names for edit in edits(name, argv, world)]
    dry = args.on("dry_run")
    try:
        done = change.uninstall(planned, world, dry=dry) if undo else change.install(planned, world, dry=dry)
    except NotSaved as error:
        raise Failure(error.message, error.hint, code="not_changed") from None
    notes = [] if undo else _notes(names, argv, done)
    if args.on("json"):
        import json

        changes = [_as_json(step, world, diff=dry) for step in done]
        print(json.dumps({"schema_version": SCHEMA_VERSION, "targets": names, "dry_run": dry, "changes": changes, "notes": notes}))
    else:
        _print(done, notes, world, dry=dry)
    return ExitCode.OK


def _names(words: tuple[str, ...], world: World, *, undo: bool) -> list[str]:
    """The targets, `shell` replaced by the person's own; to undo, by all of them."""
    from pickup_tui.install.shells import SHELLS, of_person

    names: list[str] = []
    for word in words:
        if word not in TARGETS:
            raise UsageError(f"there is no target {word[:40]!r}: targets are {', '.join(TARGETS)}")
        if word != "shell":
            names.append(word)
        elif undo:
            names += SHELLS
        elif own := of_person(world):
            names.append(own)
        else:
            raise Failure(f"$SHELL names none of {', '.join(SHELLS)}", "name the shell: pickup-tui install bash", code="no_shell")
    return list(dict.fromkeys(names))


def _notes(names: list[str], argv: tuple[str, ...], done: list[Done]) -> list[str]:
    """What the person has to know or do now."""
    notes = [_NEXT[name] for name in names] if any(step.action != "unchanged" for step in done) else []
    if notes and "bash" in names and sys.platform == "darwin":
        notes.append("terminals of macOS open login shells: ~/.bash_profile has to read ~/.bashrc")
    if not argv:
        notes.append(
            "this copy of pickup-tui runs from a cache that is emptied now and then, so what was installed looks for it on PATH: "
            "`uv tool install pickup-tui` or `pipx install pickup-tui` keeps it there",
        )
    return notes


def _as_json(step: Done, world: World, *, diff: bool) -> dict[str, object]:
    backup = step.backup if step.action in ("changed", "moved aside", "taken out") else None
    return {"path": step.path, "action": step.action, "backup": backup, "diff": _diff(step, world) if diff else None}


def _print(done: list[Done], notes: list[str], world: World, *, dry: bool) -> None:
    from pickup_tui import text

    out = sys.stdout.write
    for step in done:
        kept = step.backup if step.action in ("changed", "taken out") else None
        where = f" (backup: {world.short(kept)})" if kept else ""
        where = f" to {world.short(step.backup)}" if step.action == "moved aside" and step.backup else where
        out(f"{step.action:12} {text.one_line(world.short(step.path) + where)}\n")
    if dry:
        for step in done:
            out(text.clean(_diff(step, world)))
        print("(dry run: nothing was changed)", file=sys.stderr)
    for note in notes if not dry else ():
        print(note, file=sys.stderr)


def _diff(step: Done, world: World) -> str:
    """The change to a file as a unified diff; empty when there is none."""
    import difflib

    name = world.short(step.path)
    before, after = ((data or b"").decode("utf-8", "replace").splitlines(keepends=True) for data in (step.before, step.after))
    old, new = (name if data is not None else "/dev/null" for data in (step.before, step.after))
    lines = difflib.unified_diff(before, after, old, new)
    return "".join(line if line.endswith("\n") else line + "\n\\ No newline at end of file\n" for line in lines)
