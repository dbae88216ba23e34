"""`save section|card|baton|checkpoint`: writes a handoff, and shows the row as it will appear."""

from __future__ import annotations

import os
import sys
import time

from pickup_tui import when
from pickup_tui.cli import Args, ExitCode, Failure, UsageError
from pickup_tui.handoff import Brief, Record
from pickup_tui.save import safe
from pickup_tui.save.difference import difference
from pickup_tui.save.incoming import Incoming, from_mapping, from_text, refs
from pickup_tui.text import clean, decode, inert, one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pickup_tui.handoff import Handoff
    from pickup_tui.rows import Row
    from pickup_tui.save.observe import Facts
    from pickup_tui.settings import Settings
    from pickup_tui.world import World

_LIMIT = 4 << 20  # bytes of a text that is given
LONG_LINES, LONG_WORDS = 80, 600  # a handoff beyond either is told (spec: write.md)
_FLAGS = {"what": "title", "next": "next_step", "why": "why_stopped", "progress": "plan_progress", "plan": "plan", "status": "status"}


class Given(Record):
    """What the caller gave.

    incoming  the handoff to save
    source    the text that it came from, "" when there is none; `name` is what people call it
    taken     the handoff that is saved once more; None: this one is new
    """

    __slots__ = ("incoming", "name", "source", "taken")

    def __init__(self, incoming: Incoming, source: str = "", name: str = "", taken: Handoff | None = None) -> None:
        self.incoming = incoming
        self.source = source
        self.name = name
        self.taken = taken

    def moment(self, world: World) -> float:
        """When it was written, in seconds since the epoch."""
        return world.now if self.taken is None or self.taken.when is None else self.taken.when


class Result(Record):
    """What was written, or in a dry run would be: its id's kind, path and anchor, the changes, the text, what to tell."""

    __slots__ = ("anchor", "changes", "kind", "path", "text", "warnings")

    def __init__(self, kind: str, path: str, anchor: str | None, changes: tuple[safe.Change, ...], text: str, warnings: tuple[str, ...]) -> None:
        self.kind = kind
        self.path = path
        self.anchor = anchor
        self.changes = changes
        self.text = text
        self.warnings = warnings


def save(args: Args, world: World) -> int:
    """`pickup-tui save KIND [FILE|-]`."""
    if args.words[0] == "checkpoint":
        from .checkpoint import save as save_checkpoint

        return save_checkpoint(args, world)
    from pickup_tui import settings as settings_
    from pickup_tui.save import guard, observe

    _check(args)
    try:
        settings = settings_.load(world, args.many("root"))
        given = _given(args, world, settings)
        facts = observe.facts(world, settings, args.text("project"), anywhere=args.words[0] != "section")
        incoming = _filled(given, facts, world, branch=args.words[0] == "section")
        incoming, warnings = guard.checked(incoming, given.source, given.name or "the text", redact=args.on("redact"))
        warnings += _unheard(args.words[0], given, facts)
        if args.on("prs"):
            found, why = observe.pull_requests(facts, world.environ)
            incoming = incoming.with_(prs=tuple(dict.fromkeys((*incoming.prs, *found))))
            warnings += (why,) if why else ()
        result = _write(args, world, given, incoming, facts)
    except safe.NotSaved as problem:
        raise Failure(clean(problem.message), clean(problem.hint), code="not_saved") from None
    long = too_long(result.text)
    warnings += result.warnings + ((long,) if long else ())
    return _told(args, world, result, tuple(clean(one) for one in warnings))


# What is given


def _check(args: Args) -> None:
    """Raises UsageError for options that this kind has no place for, or that say nothing: none is passed over in silence."""
    kind = args.words[0]
    for name in ("status", "supersedes"):
        if args.text(name) is not None and kind != "card":
            raise UsageError(f"--{name} is for cards: a {kind} has none: leave it out, or save a card")
    for name in ("branch", "project", "from", "supersedes"):
        if args.text(name) == "":
            raise UsageError(f"--{name} is empty")
    if args.text("from") and len(args.words) > 1:
        raise UsageError("a FILE and --from are two handoffs: give one of them")
    if not all(refs(ref) for ref in args.many("pr")):
        raise UsageError("--pr takes owner/repo#N, #N or the address of a pull request")


def _unheard(kind: str, given: Given, facts: Facts) -> tuple[str, ...]:
    """What was given and is not kept, and why."""
    from pickup_tui.save.incoming import misread

    said = []
    if why := misread(given.source) if given.source and not given.taken else None:
        said.append(f"{given.name} {why}: taken as Markdown")
    if given.incoming.status and kind != "card" and not given.taken:
        said.append("only a card keeps a status: it was left out")
    bare = [ref for ref in given.incoming.prs if ref.startswith("#")]
    if bare and not facts.repository:
        said.append(f"{', '.join(bare)}: no repository is known here (no origin), so it was left out: write owner/repo{bare[0]}")
    return tuple(said)


def _given(args: Args, world: World, settings: Settings) -> Given:
    flags = from_mapping({name: value for flag, name in _FLAGS.items() if (value := args.text(flag))})
    flags = flags.with_(prs=refs(list(args.many("pr"))), branch=args.text("branch"))
    file = args.words[1] if len(args.words) > 1 else None
    below = Given(Incoming())
    if path := args.text("from"):
        below = _from(args, path, world, settings)
    elif file or (flags.with_(branch=None).is_empty and not sys.stdin.isatty()):
        name = "stdin" if file in (None, "-") else str(file)
        source = decode(_bytes(name, world))
        below = Given(from_text(source), source, name)
    incoming = flags.over(below.incoming)
    if incoming.with_(branch=None).is_empty:
        raise Failure("there is nothing to save", "give --title, --next and --why, or the brief on stdin; -h lists what there is", ExitCode.USAGE, "usage")
    if incoming.topic is None:
        incoming = incoming.with_(topic=_topic(incoming))
    return Given(incoming, below.source, below.name, below.taken)


def _topic(incoming: Incoming) -> str | None:
    """Without a title: what is to be done next, in short."""
    from pickup_tui.cells import cut

    return cut(one_line(incoming.brief.next_step), 72) if incoming.brief.next_step else None


def _bytes(name: str, world: World) -> bytes:
    if name == "stdin":
        data = sys.stdin.buffer.read(_LIMIT + 1)
        if len(data) > _LIMIT:
            raise safe.NotSaved("the text on stdin is larger than 4 MiB", "a handoff is short: name files instead of copying them")
        return data
    found = safe.read(world.expand(name), _LIMIT)
    if found is None:
        raise safe.NotSaved(f"{name} is not there", "check the path; `-` is stdin")
    return found


def _from(args: Args, word: str, world: World, settings: Settings) -> Given:
    """The handoff at PATH or PATH#BRANCH, by its id, or `latest`. It stays as it is."""
    from pickup_tui import batons
    from pickup_tui.disk import Disk, Unreadable
    from pickup_tui.handoff import KINDS
    from pickup_tui.save import observe, taken
    from pickup_tui.scan import read_paths
    from pickup_tui.scan.files import own_text

    disk = Disk()
    kind, _, rest = word.partition(":")
    word = rest if kind in KINDS and "/" in rest else word
    if word == "latest" and not os.path.exists(world.expand(word)):
        wrong, word = batons.message(world, disk), batons.latest(world, disk) or word
    else:
        wrong = batons.wrong(world, disk, world.expand(word))
    if wrong:
        raise safe.NotSaved(wrong, "pickup-tui list --all shows what there is")
    path, anchor = (word, None) if os.path.exists(world.expand(word)) or "#" not in word else word.rpartition("#")[::2]
    found = read_paths([path], settings, world)
    chosen = [one for one in found.handoffs if anchor is None or one.anchor == anchor]
    if not chosen:
        why = next((problem.what for problem in found.problems), "no handoff is in it")
        raise safe.NotSaved(f"{inert(word)}: {why}", "name a handoff's file, with #BRANCH for one of its sections")
    if len(chosen) > 1:
        names = ", ".join(one.anchor or one.topic for one in chosen[:9])
        raise safe.NotSaved(f"{inert(word)} holds {len(chosen)} handoffs: {names}", "add #BRANCH")
    try:
        text = own_text(chosen[0])
    except (Unreadable, OSError) as error:
        raise safe.NotSaved(f"{inert(word)}: {error}", "check the path") from None
    one = chosen[0] if chosen[0].project_path else _listed(args, world, chosen[0])
    held = _held(one, text)
    if args.words[0] == "section":  # its file says what project it is of, and nothing else does
        project = observe.facts(world, settings, args.text("project")).project
        held = {"project": project if project == one.project_path else None}
    return Given(taken.incoming(one, text, held), text, inert(path), one)


def _listed(args: Args, world: World, handoff: Handoff) -> Handoff:
    """The handoff as the list has it: only there a baton's project is looked up by its name. Itself where it is not listed."""
    row = row_of(args, world, handoff.kind, handoff.path, handoff.anchor)
    return row.handoff if row else handoff


def _held(handoff: Handoff, text: str) -> dict[str, str | None]:
    """What a card's keys and a baton's labels say of the project of a handoff that is saved once more."""
    from pickup_tui.save import taken

    said = taken.labels(text).get("repository")
    return {"project": handoff.project_path, "repository": one_line(said) if said else None}


def _filled(given: Given, facts: Facts, world: World, *, branch: bool) -> Incoming:
    """What can be observed, where the caller is silent: time, HEAD, branch; `#N` gets its repository.

    branch  a branch is needed. What is taken from elsewhere gets none else: the one that is checked out here is not its own.
    """
    from pickup_tui import prs

    incoming, brief, new = given.incoming, given.incoming.brief, given.taken is None
    filled = Brief(
        next_step=brief.next_step,
        why_stopped=brief.why_stopped,
        plan_progress=brief.plan_progress,
        date=brief.date or when.iso(given.moment(world)),
        hash=brief.hash or (facts.head if new else None),
    )
    own = incoming.branch or (facts.branch if new or branch else None)
    return incoming.with_(brief=filled, branch=own, prs=prs.resolve(incoming.prs, facts.repository))


# Writing


def _write(args: Args, world: World, given: Given, incoming: Incoming, facts: Facts) -> Result:
    moment = given.moment(world)
    if args.words[0] == "section":
        return _section(args, incoming, facts, time.strftime("%Y-%m-%d", time.localtime(moment)))
    if args.words[0] == "card":
        return _card(args, world, given, incoming, facts)
    return _baton(args, world, given, incoming, facts)


def _section(args: Args, incoming: Incoming, facts: Facts, day: str) -> Result:
    from pickup_tui.save import section

    if incoming.branch is None:
        said = f"no branch is checked out in {facts.root}" + (f" ({facts.unknown})" if facts.unknown else "")
        if not os.path.lexists(os.path.join(facts.root, ".git")):
            said = f"{facts.root} is no git repository, so no branch is known"
        raise safe.NotSaved(said, "name one with --branch, or save a card")
    branch = incoming.branch
    path = os.path.join(facts.root, _name(facts.root))
    written: list[section.Written] = []

    def transform(old: bytes | None) -> bytes:
        written.append(section.write(old, path, incoming, branch, day))
        return written[-1].data

    change = safe.plan(path, transform, inside=facts.root) if args.on("dry_run") else safe.change(path, transform, inside=facts.root)
    return Result("section", change.path, branch, (change,), written[-1].text, written[-1].warnings)


def _name(root: str) -> str:
    """`HANDOFF.md` as the project spells it."""
    from pickup_tui.save.section import NAME

    names = sorted(name for name in os.listdir(root) if name.casefold() == NAME.casefold())
    return NAME if NAME in names or not names else names[0]


def _card(args: Args, world: World, given: Given, incoming: Incoming, facts: Facts) -> Result:
    from pickup_tui.save import card

    tree = given.taken.project_path if given.taken else facts.root if facts.project else None
    observed = [("branch", incoming.branch), ("base_commit", incoming.brief.hash), ("worktree", tree)]
    known = [(key, one_line(value)) for key, value in observed if value]
    kept: list[tuple[str, str]] = []
    if given.taken:  # these are its own, not only what is to be seen here
        held = _held(given.taken, given.source)
        kept = [(key, one_line(value)) for key, value in (("worktree", held["project"]), ("repository", held["repository"])) if value]
        known = [(key, value) for key, value in known if key not in dict(kept)]
    incoming = incoming if given.incoming.branch else incoming.with_(branch=None)
    saved = card.save(
        world.cards_folder, incoming, when.iso(given.moment(world)), known, args.text("supersedes"),
        given=kept, project=given.taken.project_path if given.taken else facts.project, dry=args.on("dry_run"),
    )  # fmt: skip
    return Result("card", saved.change.path, None, (saved.change, *saved.others), decode(saved.change.after), saved.warnings)


def _baton(args: Args, world: World, given: Given, incoming: Incoming, facts: Facts) -> Result:
    from pickup_tui import batons
    from pickup_tui.prs import short
    from pickup_tui.save import baton

    known = baton.Facts(facts.project, facts.repository and short(facts.repository), incoming.branch)
    if given.taken and given.taken.project_path != facts.project:  # another project's: only what it says itself is known
        known = baton.Facts(given.taken.project_path, None, incoming.branch)
    if given.taken and (said := _held(given.taken, given.source)["repository"]):
        known = baton.Facts(known.project, said, known.branch)
    text = baton.text_of(incoming, known)
    temporary = world.temporary_folders[0]
    if args.on("dry_run"):
        path = os.path.join(temporary, f"handoff-{int(world.now)}-{os.getpid()}.md")
        return Result("baton", path, None, (safe.Change(path, None, baton.checked(path, text)),), text, ())
    saved = baton.save(temporary, batons.folder(world), text, known, world.now)
    return Result("baton", saved.path, None, (), text, saved.warnings)


# Showing


def _told(args: Args, world: World, result: Result, warnings: tuple[str, ...]) -> int:
    """Shows what was done, and has it written out now: where that fails, the error says that the handoff itself is saved."""
    try:
        code = _show(args, world, result, warnings)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        if args.on("dry_run") or not error.errno:
            raise
        raise OSError(error.errno, f"{error.strerror} (only this report is lost: {inert(result.path)} is saved)") from None
    return code


def _show(args: Args, world: World, result: Result, warnings: tuple[str, ...]) -> int:
    from pickup_tui import brief, table
    from pickup_tui.collect import collect

    from .listing import signs_for

    dry = args.on("dry_run")
    row = None if dry else row_of(args, world, result.kind, result.path, result.anchor)
    if not dry and row is None:
        warnings += (f"it is saved, but no row of it is found: pickup-tui doctor {inert(result.path)} says why",)
    if args.on("json"):
        import json

        values = {
            "kind": result.kind,
            "path": result.path,
            "branch": row.handoff.branch if row else result.anchor,
            "warnings": list(warnings),
            "handoff": brief.as_json(row, world.now) if row else None,
        }
        more = {"diff": difference(result.changes)} if dry else {}
        print(json.dumps({"schema_version": brief.SCHEMA_VERSION, **values, **more}))
        return ExitCode.OK
    for warning in warnings:
        print(f"pickup-tui: {warning}", file=sys.stderr)
    if dry:
        sys.stdout.write(difference(result.changes))
        return ExitCode.OK
    print(inert(result.path))
    if row:
        settings = collect(args, world, [row.handoff.path]).settings
        sys.stdout.write(table.text([row], world.now, signs_for(settings, sys.stdout.encoding)))
    return ExitCode.OK


def too_long(text: str) -> str | None:
    """The warning for a handoff that costs the next session much, None when it does not."""
    lines = text.rstrip("\n")
    count, words = lines.count("\n") + lines.count("\\n") + 1, len(lines.replace("\\n", " ").split())  # a value of several lines is quoted in one
    if count <= LONG_LINES and words <= LONG_WORDS:
        return None
    import humanize

    from pickup_tui.brief import tokens

    size = humanize.intcomma(tokens(text))
    return f"long: {count} lines, {humanize.intcomma(words)} words, about {size} tokens that the next session has to read"


def row_of(args: Args, world: World, kind: str, path: str, anchor: str | None) -> Row | None:
    """The handoff's row in the list, or where the list does not have it, as it reads by itself."""
    from pickup_tui.collect import collect

    everything = Args(args.command, (), {**args.values, "superseded": True, "hidden": True})
    for found in (collect(everything, world), collect(everything, world, [path])):
        for row in found.rows:
            if (row.handoff.kind, row.handoff.path, row.handoff.anchor) == (kind, path, anchor):
                return row
    return None
