"""`restore`, `lookup` and `save checkpoint`: the commands around `.thunderkit/HANDOFF.md`."""

from __future__ import annotations

import json
import os
import sys

from pickup_tui.cli import ExitCode, Failure
from pickup_tui.text import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from pickup_tui.cli import Args
    from pickup_tui.world import World

_FLAGS = {"what": "current_stage", "next": "next_action", "why": "open_unknowns"}  # options of `save` that a checkpoint has
_NOT_OURS = ("from", "progress", "plan", "pr", "prs", "status", "branch", "supersedes")
STDIN_LIMIT = 1 << 20  # bytes of a text that is given on stdin or in a file


def restore(args: Args, world: World) -> int:
    """`pickup-tui restore [PROJECT]`: 0 read and every lane judged, 2 no valid configuration, 1 blocked otherwise."""
    from pickup_tui.checkpoint import files, view
    from pickup_tui.checkpoint import restore as restoring

    project = restoring.project_of(args.words[0] if args.words else None, world)
    result = restoring.restore(project, world)
    if args.on("json"):
        print(json.dumps(view.as_json(result)))
    else:
        _print(view.lines(result, world, ascii_only=args.on("ascii")))
        if not os.path.isdir(os.path.join(project, files.FOLDER)):
            said = f"has no {files.FOLDER} folder" if os.path.isdir(project) else "is no folder"
            print(f"({clean(world.short(project))} {said}: name a project that keeps a checkpoint, pickup-tui restore FOLDER)", file=sys.stderr)
    return result.exit_code


def lookup(args: Args, world: World) -> int:
    """`pickup-tui lookup QUERY`: 0 routed, whatever was found; 2 configuration or capabilities missing or wrong."""
    from pickup_tui.checkpoint import lookup as looking
    from pickup_tui.checkpoint.restore import project_of

    project = project_of(args.text("project"), world)
    result = looking.lookup(
        args.words[0], project, args.text("harness"), world, days=args.number("days"), capabilities=args.text("capabilities")
    )
    if args.on("json"):
        print(json.dumps(looking.as_json(result)))
    else:
        _print(looking.lines(result))
    return result.exit_code


def save(args: Args, world: World) -> int:
    """`pickup-tui save checkpoint [FILE|-]`: writes the checkpoint of the project that the shell stands in, or `--project`."""
    from pickup_tui.checkpoint.restore import project_of
    from pickup_tui.save import checkpoint as saving
    from pickup_tui.save.safe import NotSaved

    others = [name for name in _NOT_OURS if args.values.get(name)]
    if others:
        said = f"save checkpoint takes no --{others[0]}"
        raise Failure(said, "give the checkpoint's fields as YAML or JSON, in FILE or on stdin", ExitCode.USAGE, "usage")
    project = project_of(args.text("project"), world)
    flags = {field: value for flag, field in _FLAGS.items() if (value := args.text(flag))}
    try:
        text = _given(args.words[1:], world, flags)
        saved = saving.save(project, text, world, flags, dry_run=args.on("dry_run"), redact=args.on("redact"))
    except NotSaved as problem:
        raise Failure(problem.message, problem.hint, code="not_saved") from None
    for warning in saved.warnings:
        print(f"pickup-tui: {clean(warning)}", file=sys.stderr)
    if args.on("dry_run"):
        return _difference(saved)
    return _saved(args, world, saved)


def _saved(args: Args, world: World, saved: object) -> int:
    from pickup_tui import brief, table
    from pickup_tui.collect import collect
    from pickup_tui.save.checkpoint import CAPTURE, Saved

    from .listing import signs_for

    assert isinstance(saved, Saved)
    found = collect(args, world, [saved.path])
    if args.on("json"):
        row = brief.as_json(found.rows[0], world.now) if found.rows else None
        values = {"kind": "checkpoint", "path": saved.path, "branch": row["branch"] if row else None, "warnings": list(saved.warnings)}
        more = {"handoff": row, "record": saved.record, "capture": CAPTURE}
        print(json.dumps({"schema_version": brief.SCHEMA_VERSION, **values, **more}))
        return ExitCode.OK
    print(clean(saved.path))
    sys.stdout.write(table.text(found.rows, world.now, signs_for(found.settings, sys.stdout.encoding)))
    print(f"capture: {CAPTURE}")
    return ExitCode.OK


def _difference(saved: object) -> int:
    import difflib

    from pickup_tui.save.checkpoint import Saved

    assert isinstance(saved, Saved)
    before, after = (clean(text or "").splitlines() for text in (saved.before, saved.after))
    _print(difflib.unified_diff(before, after, clean(saved.path), clean(saved.path), lineterm=""))
    return ExitCode.OK


def _given(words: tuple[str, ...], world: World, flags: dict[str, str]) -> str:
    """What the caller gives: a file, or stdin with `-` or when no option says anything and it is no terminal. Raises Failure."""
    word = words[0] if words else None
    try:
        if word and word != "-":
            with open(os.path.join(world.cwd, word), "rb") as file:
                data = file.read(STDIN_LIMIT + 1)
        elif word == "-" or not (flags or sys.stdin.isatty()):
            data = sys.stdin.buffer.read(STDIN_LIMIT + 1)
        else:
            data = b""
        if len(data) > STDIN_LIMIT:
            raise Failure("the given text is larger than 1 MiB", "give the checkpoint's fields alone", code="not_saved")
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise Failure(f"{word or 'stdin'} cannot be read: {(error.strerror or 'refused').lower()}", code="not_saved") from None
    except UnicodeDecodeError:
        raise Failure("the given text is not UTF-8", code="not_saved") from None
    if not text.strip() and not flags:
        hint = "give current_stage, next_action and the lanes as YAML or JSON, in FILE or on stdin"
        raise Failure("there is nothing to save", hint, ExitCode.USAGE, "usage")
    return text


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)
