"""`doctor`: what was searched, what was found and skipped, what is wrong, and which rule gave a file's fields."""

from __future__ import annotations

import os
import sys

from pickup_tui import readers, shelf, suggest, text
from pickup_tui.brief import SCHEMA_VERSION, problem_json
from pickup_tui.cli import ExitCode
from pickup_tui.collect import collect
from pickup_tui.disk import Disk, Unreadable
from pickup_tui.handoff import Problem
from pickup_tui.places import CARDS
from pickup_tui.readers import explain
from pickup_tui.scan.files import clean_problem
from pickup_tui.scan.refused import refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pickup_tui.cli import Args
    from pickup_tui.collect import Collection
    from pickup_tui.world import World


_ASKED = 20  # handoffs with pull requests whose badge is explained, the newest


def doctor(args: Args, world: World) -> int:
    """`pickup-tui doctor [FILE ...]`: exit 0 whatever is wrong with handoffs; 1 when a named file cannot be read."""
    if args.words:
        return _files(args, world)
    from pickup_tui.install import check, states

    found = collect(args, world)
    problems = (*found.problems, *unkept(world))
    hooks = check.hooks(world)
    installed = states(world)
    parts: dict[str, object] = {
        "places": _places(found),
        "problems": [problem_json(problem) for problem in problems],
        "skipped": _skipped(found, world),
        "left_out": found.left_out,
        "total": len(found.rows),
        "config": {"file": world.config_file, "roots": list(found.settings.roots)},
        "suggested_roots": suggest.roots(found.settings, world) if not found.rows else [],
        "badges": badges(found, world),
        "hooks": [hook.as_json for hook in hooks],
        "installed": installed,
    }
    if args.on("json"):
        import json

        print(json.dumps({"schema_version": SCHEMA_VERSION, **parts}))
        return ExitCode.OK
    _print(found, world, parts)
    for target, state in installed.items():
        if state != "absent":
            print(f"installed: {target}" + (f", but not as this version does it: pickup-tui install {target}" if state == "outdated" else ""))
    for hook in hooks:
        judged = "PROBLEM: " if not hook.ok else "ok: " if hook.command else ""
        seconds = "" if hook.seconds is None else f" ({hook.seconds:.2f} s)"
        print(f"claude's hook: {judged}{hook.what}{seconds}")
    return ExitCode.OK


def unkept(world: World) -> list[Problem]:
    """The folders of this program's own that cannot be written to, and what is lost by it. Looks, and writes nothing."""
    lost = {
        world.state_folder: "nothing is noted of what was picked up or hidden; XDG_STATE_HOME names another folder",
        world.cache_folder: "every run reads everything again; XDG_CACHE_HOME names another folder",
    }
    found = []
    for folder, hint in lost.items():
        there = folder
        while not os.path.lexists(there) and there != os.path.dirname(there):
            there = os.path.dirname(there)
        if not os.path.isdir(there) or not os.access(there, os.W_OK | os.X_OK):
            found.append(Problem(text.inert(folder), None, "cannot be written to", hint))
    return found


def _places(found: Collection) -> list[dict[str, object]]:
    counts: dict[str, int] = {}
    loose: list[str] = []  # paths of what belongs to no project
    for handoff in found.scan.handoffs:
        key = handoff.kind if handoff.kind in ("card", "baton") else handoff.project_path
        if key:
            counts[key] = counts.get(key, 0) + 1
        else:
            loose.append(handoff.path)
    places: list[dict[str, object]] = []
    for key in found.scan.places:
        kind, _, path = key.partition(":")
        if kind in ("place", "temporary"):
            real = os.path.realpath(path)
            count = sum(one == real or one.startswith(real.rstrip("/") + "/") for one in loose)
        else:
            count = counts.get(kind if kind in ("card", "baton") else path, 0)
        places.append({"kind": kind, "path": text.inert(path), "handoffs": None if kind in ("root", "roots", "here") else count})
    return places + [{"kind": key.partition(":")[0], "path": text.inert(key.partition(":")[2]), "handoffs": None} for key in found.scan.lost]


def badges(found: Collection, world: World) -> list[dict[str, str]]:
    """The pull requests whose review threads are not known, and why; what can be asked is asked, for 3 seconds at most."""
    from pickup_tui.since import reviews

    asked = [row.handoff for row in found.rows if row.handoff.prs][:_ASKED]
    if not asked:
        return []
    reviews.check(asked, world)
    return [{"pr": ref, "why": why} for ref, why in reviews.reasons(asked, world).items()]


def _skipped(found: Collection, world: World) -> list[dict[str, object]]:
    """What lies in the searched places and makes no row, and why: headings of branch files, files that are no handoffs, what `ignore` names."""
    skipped: list[dict[str, object]] = []
    disk = Disk()
    for path in sorted({handoff.path for handoff in found.scan.handoffs if handoff.kind == "section"}):
        try:
            content = text.decode(disk.read(path)[0])
        except (OSError, Unreadable):
            continue  # it is among the problems
        skipped += [
            {"path": text.inert(path), "line": one.line, "why": text.one_line(one.rule)}
            for one in readers.read("project", path, content).reasons
            if one.field == "skipped"
        ]
    skipped += [{"path": text.inert(path), "line": one.line, "why": text.one_line(one.rule)} for path, one in refused(found.scan, found.settings, world)]
    if found.left_out.get("superseded"):
        gone = shelf.outdated(found.scan.ranked)
        skipped += [
            {"path": text.inert(one.path), "line": None, "why": "superseded" if one.status == "superseded" else "older than one of the same topic that is superseded"}
            for at, one in enumerate(found.scan.ranked)
            if at in gone
        ]
    return skipped + [{"path": text.inert(path), "line": None, "why": "the config ignores it"} for path in ignored(found)]


def ignored(found: Collection) -> list[str]:
    """The projects that the config's `ignore` takes out of the roots that were searched."""
    searched = {project.path for project in found.scan.projects}
    disk = Disk()
    paths: set[str] = set()
    for key in found.scan.places if found.settings.ignore else ():
        kind, _, root = key.partition(":")
        if kind == "root":
            try:
                entries = disk.listing(root) or []
            except Unreadable:
                continue
            real = disk.real(root)
            paths.update(os.path.join(real, one.name) for one in entries if one.is_folder and not one.is_link and not one.name.startswith("."))
    trees = {tree.path for project in found.scan.projects for tree in project.trees}
    return sorted(paths - searched - trees)


def _print(found: Collection, world: World, parts: dict[str, object]) -> None:
    out = sys.stdout.write
    out(f"config: {world.short(world.config_file)}\nsearched:\n")
    for place in _places(found):
        count = place["handoffs"]
        said = "" if count is None else f"  {count} handoff{'' if count == 1 else 's'}"
        out(f"  {place['kind']:10} {world.short(str(place['path']))}{said}\n")
    out(f"found: {len(found.rows)} handoff{'' if len(found.rows) == 1 else 's'}\n")
    from pickup_tui import batons

    newest = batons.message(world, Disk())
    if newest and newest.startswith(batons.NO_RECENT):  # anything else is a problem, and told as one
        out(f"batons: {newest}\n")
    for why, count in found.left_out.items():
        if count:
            out(f"left out: {count} {why} (--{why} shows them)\n")
    problems = _dicts(parts["problems"])
    out(f"problems: {len(problems)}\n")
    for problem in problems:
        line = f":{problem['line']}" if problem["line"] else ""
        out(f"  {text.inert(world.short(str(problem['path'])))}{line}: {problem['what']} — {problem['hint']}\n")
    skipped = _dicts(parts["skipped"])
    if skipped:
        out(f"skipped: {len(skipped)}\n")
    for one in skipped:
        line = f":{one['line']}" if one["line"] else ""
        out(f"  {world.short(str(one['path']))}{line}: {one['why']}\n")
    groups: dict[str, list[str]] = {}
    for badge in _dicts(parts["badges"]):
        groups.setdefault(str(badge["why"]), []).append(str(badge["pr"]))
    for why, refs in groups.items():
        out(f"review threads unknown: {', '.join(refs[:5])}{f' and {len(refs) - 5} more' if len(refs) > 5 else ''} — {why}\n")
    suggested = parts["suggested_roots"]
    if isinstance(suggested, list) and suggested:
        out("agents were used in these folders; to search them: " + "; ".join(f"pickup-tui --root {_word(world.short(one), one)}" for one in suggested) + "\n")


def _word(short: str, path: str) -> str:
    """A path as a word that can be pasted into a shell: the short form where nothing in it needs quotes."""
    import re
    import shlex

    return short if re.fullmatch(r"~?[\w/.+-]+", short) else shlex.quote(path)


def _files(args: Args, world: World) -> int:
    """Which rule gave each field of these files, and at which line."""
    code = ExitCode.OK
    reports: list[dict[str, object]] = []
    for word in args.words:
        path = world.expand(word)
        try:
            data, _ = Disk().read(path)
        except (OSError, Unreadable) as error:
            code = ExitCode.NOTHING
            said = "is not there" if isinstance(error, FileNotFoundError) else str(error) or "cannot be read"
            reports.append({"path": text.inert(path), "error": text.one_line(said), "handoffs": [], "reasons": [], "problems": []})
            continue
        content = text.decode(data)
        reading = readers.read(kind_of(path, world), path, content)
        reports.append(
            {
                "path": text.inert(path),
                "error": None,
                "handoffs": [
                    {"kind": one.kind, "line": one.line, "topic": text.one_line(one.topic), "branch": _line(one.branch), "declared": one.declared, "next_step": _line(one.brief.next_step)}
                    for one in reading.handoffs
                ],
                "reasons": [{"field": one.field, "rule": text.one_line(one.rule), "line": one.line} for one in explain.reasons(path, content, reading)],
                "problems": [problem_json(clean_problem(problem)) for problem in reading.problems],
            },
        )
    if args.on("json"):
        import json

        print(json.dumps({"schema_version": SCHEMA_VERSION, "files": reports}))
        return code
    for report in reports:
        _print_file(report)
    return code


def _line(value: str | None) -> str | None:
    return text.one_line(value) or None if value else None


def kind_of(path: str, world: World) -> str:
    """The reader for a file that was named: by where it lies."""
    from pickup_tui import batons

    real = os.path.realpath(path)
    if os.path.dirname(real) == os.path.realpath(world.cards_folder) and real.casefold().endswith(CARDS):
        return "card"
    if batons.written(os.path.basename(real)) is not None and os.path.dirname(real) in world.temporary_folders:
        return "baton"
    return "checkpoint" if real.casefold().endswith("/.thunderkit/handoff.md") else "project"


def _print_file(report: dict[str, object]) -> None:
    out = sys.stdout.write
    out(f"{report['path']}\n")
    if report["error"]:
        out(f"  {report['error']}\n")
        return
    for one in _dicts(report["handoffs"]):
        out(f"  {one['kind']} at line {one['line']}: {one['topic']}\n")
        for field in ("branch", "declared", "next_step"):
            if one[field]:
                out(f"    {field}: {text.one_line(str(one[field]))}\n")
    if not report["handoffs"]:
        out("  no handoff\n")
    for one in _dicts(report["reasons"]):
        line = f" (line {one['line']})" if one["line"] else ""
        out(f"  {one['field']}: {one['rule']}{line}\n")
    for one in _dicts(report["problems"]):
        out(f"  problem{' at line ' + str(one['line']) if one['line'] else ''}: {one['what']} — {one['hint']}\n")


def _dicts(value: object) -> list[dict[str, object]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
