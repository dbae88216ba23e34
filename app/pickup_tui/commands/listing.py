"""`list`, `mapping` and `hint`: the quick commands. What they import decides how long they take."""

from __future__ import annotations

import os
import sys

from pickup_tui import brief, shelf, table, text
from pickup_tui.cli import ExitCode, Failure
from pickup_tui.collect import arrange, collect

TYPE_CHECKING = False
if TYPE_CHECKING:

    from pickup_tui.cli import Args
    from pickup_tui.collect import Collection
    from pickup_tui.rows import Row, Rows
    from pickup_tui.settings import Settings
    from pickup_tui.world import World

_TOLD = 20  # problems of named paths that are told one by one


def list_(args: Args, world: World) -> int:
    """`pickup-tui list [FILE|FOLDER ...]`: the table, or with `--json` the handoffs and the problems.

    A named path that is not there is an error: alone the only answer, else beside the others' rows.
    """
    missing = [word for word in args.words if not os.path.exists(world.expand(word))]
    if missing and len(missing) == len(args.words):
        raise Failure(", ".join(f"{text.inert(one)} is not there" for one in missing), "check the path; without one the configured places are searched", code="not_there")
    code = ExitCode.NOTHING if missing else ExitCode.OK
    found = collect(args, world, args.words)
    rows = _shown(found.rows, args)
    if args.on("check") and any(row.handoff.prs for row in rows):
        from pickup_tui.since import reviews

        asked = reviews.check([row.handoff for row in rows], world)
        found = arrange(found.scan, found.settings, world, superseded=args.on("superseded"), hidden=args.on("hidden"), comments=asked)
        rows = _shown(found.rows, args)
    if args.on("json"):
        _json(
            {
                "total": len(found.rows),
                "handoffs": [brief.as_json(row, world.now) for row in rows],
                "problems": [brief.problem_json(problem) for problem in found.problems],
            },
        )
        return code
    signs = signs_for(found.settings, sys.stdout.encoding)
    wanted = args.text("filter")
    if rows or not found.rows:
        sys.stdout.write(table.text(rows, world.now, signs))
    elif wanted is not None and args.number("limit") != 0:
        sys.stdout.write(f'(no match for "{text.one_line(wanted)}")\n')
    _footer(found, len(rows), args)
    if args.words:
        _tell(found, world)
    elif not found.rows and not any(found.left_out.values()):
        print(f"({text.one_line(nowhere(found, world, args))})", file=sys.stderr)
    return code


def mapping(args: Args, world: World) -> int:
    """`pickup-tui mapping`: which row is which file, for agents."""
    found = collect(args, world)
    rows = _shown(found.rows, args)
    if args.on("json"):
        _json({"rows": brief.mapping_json(rows)})
    else:
        sys.stdout.write(brief.mapping(rows))
    return ExitCode.OK


def hint(args: Args, world: World) -> int:
    """`pickup-tui hint`: one line when handoffs wait, nothing otherwise."""
    found = collect(args, world)
    line = brief.hint(found.rows, world.now, found.settings.hint_days, signs_for(found.settings, sys.stdout.encoding))
    if args.on("json"):
        _json({"hint": line or None})
    elif line and args.text("format") == "claude":
        import json

        print(json.dumps({"hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": line}}, ensure_ascii=False))
    elif line:
        print(line)
    return ExitCode.OK


def signs_for(settings: Settings, encoding: str | None) -> table.Signs:
    """The signs of this run: ASCII when asked for, or where the stream can write nothing else."""
    return table.signs(encoding, ascii_=settings.ascii)


def _shown(rows: Rows, args: Args) -> tuple[Row, ...]:
    """The rows that the options ask for. A filter searches all rows, folded ones too."""
    wanted = args.text("filter")
    matched = shelf.match(rows, wanted) if wanted and wanted.strip() else rows
    limit = args.number("limit")
    if args.on("all"):
        return tuple(matched[:limit])
    if wanted and wanted.strip():
        return tuple(matched[: shelf.SHOWN if limit is None else limit])
    return tuple(shelf.shown(matched, shelf.SHOWN if limit is None else limit))


def _tell(found: Collection, world: World) -> None:
    """What is wrong with the paths that were named, on stderr: `doctor` searches elsewhere."""
    for problem in found.problems[:_TOLD]:
        line = f":{problem.line}" if problem.line else ""
        print(f"{text.inert(world.short(problem.path))}{line}: {problem.what} — {problem.hint}", file=sys.stderr)
    if len(found.problems) > _TOLD:
        print(f"(and {len(found.problems) - _TOLD} more problems; --json has them all)", file=sys.stderr)


def _footer(found: Collection, shown: int, args: Args) -> None:
    """What the table leaves out, on stderr: rows, problems (those of paths that were named are told one by one), superseded ones."""
    said = []
    filtered = bool((args.text("filter") or "").strip())
    if shown < len(found.rows):
        cut_off = shown == (shelf.SHOWN if args.number("limit") is None else args.number("limit"))
        said.append(f"{shown} of {len(found.rows)} {'match' if filtered and not cut_off else 'shown'}" + ("; --all shows every row" if (cut_off or not filtered) and not args.on("all") else ""))
    if found.problems and not args.words:
        said.append(f"{len(found.problems)} problem{'s' if len(found.problems) > 1 else ''}; {args.doctor()} lists them")
    said += [f"{count} {why}; --{why} shows them" for why, count in found.left_out.items() if count]
    if said:
        print(f"({text.inert('; '.join(said))})", file=sys.stderr)


def nowhere(found: Collection, world: World, args: Args) -> str:
    """What to do when nothing was found at all: what is wrong, else which folders were searched and how to name others."""
    if found.problems:
        first = found.problems[0]
        return f"{world.short(first.path)}: {first.what}" + (f" ({first.hint})" if first.hint else "")
    roots = ", ".join(world.short(root) for root in found.settings.roots)
    searched = f"searched the projects in {roots} and" if roots else "the settings name no roots; searched"
    return f"{searched} the folders that agents write to; --root FOLDER searches another, {args.doctor()} says more"


def _json(values: dict[str, object]) -> None:
    import json

    print(json.dumps({"schema_version": brief.SCHEMA_VERSION, **values}))
