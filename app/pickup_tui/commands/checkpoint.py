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
    from pickup_tui.save.checkpoint import Saved
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


def unasked(command: str, message: str) -> dict[str, object]:
    """The object of a `restore` or `lookup` that could not be made out, such as one with an unknown option. Nothing was looked at.

    Its exit code is that of what is missing or wrong in the request, and so is the record's reason (spec: checkpoint.md).
    """
    from pickup_tui.checkpoint import lookup as looking
    from pickup_tui.checkpoint import record, verdicts, view
    from pickup_tui.checkpoint import restore as restoring

    routing = record.build(command, record.Route("blocked", "invalid_config", message))
    if command == "lookup":
        return looking.as_json(looking.Result(routing, looking.NOT_SEARCHED, message))
    check = verdicts.Check(verdicts.ROOT, "request", ok=False, reason=message)
    return view.as_json(restoring.Restoration("", routing, restoring.BLOCKED, None, (check,), (), ""))


def save(args: Args, world: World) -> int:
    """`pickup-tui save checkpoint [FILE|-]`: writes the checkpoint of the project that the shell stands in, or `--project`."""
    from pickup_tui.save import checkpoint as saving
    from pickup_tui.save.safe import NotSaved

    others = [name for name in _NOT_OURS if args.values.get(name)]
    if others:
        said = f"save checkpoint takes no --{others[0]}"
        raise Failure(said, "give the checkpoint's fields as YAML or JSON, in FILE or on stdin", ExitCode.USAGE, "usage")
    project = _project(args, world)
    flags = {field: value for flag, field in _FLAGS.items() if (value := args.text(flag))}
    try:
        text = _given(args.words[1:], world, flags)
        saved = saving.save(project, text, world, flags, dry_run=args.on("dry_run"), redact=args.on("redact"))
    except NotSaved as problem:
        raise Failure(problem.message, problem.hint, code="not_saved") from None
    if not args.on("json"):
        for warning in saved.warnings:
            print(f"pickup-tui: {clean(warning)}", file=sys.stderr)
    return _saved(args, world, saved)


def _project(args: Args, world: World) -> str:
    """Where the checkpoint is saved: where the list will look for it. Raises Failure for the home folder, which is no project."""
    from pickup_tui import settings
    from pickup_tui.checkpoint import files
    from pickup_tui.checkpoint.restore import project_of
    from pickup_tui.save.observe import child_of_root

    project = project_of(args.text("project"), world)
    if not args.text("project") and not any(os.path.lexists(os.path.join(project, name)) for name in (files.FOLDER, ".git")):
        project = child_of_root(project, settings.load(world, args.many("root"))) or project
    if project in (os.path.realpath(world.home), "/"):
        said = f"{clean(world.short(project))} is no project: no list would show a checkpoint there"
        raise Failure(said, "go into a project, or name it with --project", code="not_saved")
    return project


def _saved(args: Args, world: World, saved: Saved) -> int:
    from pickup_tui import brief, table
    from pickup_tui.collect import collect
    from pickup_tui.save.checkpoint import CAPTURE
    from pickup_tui.save.difference import difference

    from .listing import signs_for

    dry = args.on("dry_run")
    diff = difference((saved.change,)) if dry else ""
    found = None if dry else collect(args, world, [saved.path])
    if args.on("json"):
        row = brief.as_json(found.rows[0], world.now) if found and found.rows else None
        values = {"kind": "checkpoint", "path": saved.path, "branch": saved.branch, "warnings": [clean(one) for one in saved.warnings]}
        more = {"handoff": row, "record": saved.record, "capture": CAPTURE, **({"diff": diff} if dry else {})}
        print(json.dumps({"schema_version": brief.SCHEMA_VERSION, **values, **more}))
    elif found is None:
        sys.stdout.write(diff)
    else:
        print(clean(saved.path))
        sys.stdout.write(table.text(found.rows, world.now, signs_for(found.settings, sys.stdout.encoding)))
        print(f"capture: {CAPTURE}")
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
