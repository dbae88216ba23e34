"""The command line: one table of commands feeds the parser, `-h` (usage.py), the completions and the README.

Hand-written because `argparse` costs 7 ms and the hook has 10: a table of options, a parser of 60 lines.
"""

from __future__ import annotations

from .handoff import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class ExitCode:
    """What a run ends with: documented in the README, stable."""

    OK = 0  # done, or nothing was to be loaded
    NOTHING = 1  # nothing matched, out of range, or it failed
    USAGE = 2  # the words of the command are off
    SEVERAL = 3  # several handoffs match; they are listed
    NO_TERMINAL = 4  # the screen needs a terminal; the list went to stderr
    INTERRUPTED = 130  # Ctrl+C


class Option(Record):
    """An option: its flags, the name of its value in Args, and how it is given.

    value  "" for a switch, else what the value is called in help; `many` takes it more than once; `number` an int
    """

    __slots__ = ("choices", "flags", "help", "many", "name", "number", "value")

    def __init__(
        self,
        flags: str,
        help: str,  # noqa: A002 - the word for it
        value: str = "",
        *,
        many: bool = False,
        number: bool = False,
        choices: Sequence[str] = (),
    ) -> None:
        self.flags = tuple(flags.split())
        self.name = self.flags[-1].lstrip("-").replace("-", "_")
        self.help = help
        self.value = value
        self.many = many
        self.number = number
        self.choices = tuple(choices)


class Command(Record):
    """A command: its name, one sentence, where its function is ("module:function" below `commands`), and its words.

    words    what may follow: "" for none, "WORD", "[WORD]" for at most one, "WORD ..." and "[WORD ...]" for more
    choices  the only first words that are taken
    """

    __slots__ = ("choices", "function", "more", "name", "options", "summary", "words")

    def __init__(
        self,
        name: str,
        summary: str,
        function: str,
        words: str = "",
        options: Sequence[Option] = (),
        choices: Sequence[str] = (),
        more: str = "",
    ) -> None:
        self.name = name
        self.summary = summary
        self.function = function
        self.words = words
        self.options = tuple(options)
        self.choices = tuple(choices)
        self.more = more


class Args:
    """What was typed: the command, its words, and the options' values (None, False or () when not given)."""

    def __init__(self, command: str, words: tuple[str, ...], values: Mapping[str, object]) -> None:
        self.command = command
        self.words = words
        self.values = values

    def on(self, name: str) -> bool:
        """Whether a switch was given."""
        return bool(self.values.get(name))

    def text(self, name: str) -> str | None:
        """An option's value, None when it was not given."""
        value = self.values.get(name)
        return value if isinstance(value, str) else None

    def number(self, name: str) -> int | None:
        """A numeric option's value, None when it was not given."""
        value = self.values.get(name)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def doctor(self) -> str:
        """The command that says more of the places which this run searches, to be typed as it is."""
        words = ["--demo"] if self.on("demo") else []
        if roots := self.many("root"):
            import shlex

            words += [shlex.quote(word) for root in roots for word in ("--root", root)]
        return " ".join(("pickup-tui doctor", *words))

    def many(self, name: str) -> tuple[str, ...]:
        """The values of an option that may be given more than once."""
        value = self.values.get(name)
        return value if isinstance(value, tuple) else ()


class UsageError(Exception):
    """The words of a command are off; the message says what to do. `command` is the one that was meant, "" when none is known."""

    def __init__(self, message: str, command: str = "") -> None:
        super().__init__(message)
        self.command = command


class Failure(Exception):
    """A command that cannot do what it was asked: exit code, a sentence, what to do, and what else could be meant."""

    def __init__(self, message: str, hint: str = "", exit_code: int = ExitCode.NOTHING, code: str = "failed", candidates: Sequence[object] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.exit_code = exit_code
        self.code = code
        self.candidates = tuple(candidates)


JSON = Option("--json", "one JSON object on stdout")
DRY_RUN = Option("--dry-run", "show what would change, and change nothing")
TARGETS = ("claude", "codex", "opencode", "shell", "bash", "zsh", "fish")  # `shell` is the one that $SHELL names
COMMON = (
    Option("--root", "search this folder's children instead of the configured roots (repeatable)", "FOLDER", many=True),
    Option("--ascii", "badges and signs in plain ASCII"),
    Option("--demo", "with a made-up home folder, to try it out"),
    Option("-h --help", "this text"),
    Option("--version", "the version of the program"),
)
_ROWS = (
    Option("--superseded", "superseded handoffs too"),
    Option("--hidden", "handoffs that were hidden with `hide` too"),
)
_SHOW = (
    Option("--limit", "show the first N rows (8)", "N", number=True),
    Option("--all", "show every row, folded ones too"),
    Option("--filter", "only rows that match; the numbers stay", "TEXT"),
    *_ROWS,
)
_WAYS = (
    Option("--print", "print the brief on stdout"),
    Option("--copy", "copy the brief to the clipboard"),
    Option("--agent", "start this agent with the brief", "NAME"),
)

COMMANDS = (
    Command(
        "pick",
        "see every handoff and pick one (the default)",
        "screen:pick",
        "",
        (*_WAYS, Option("--clean", "with --agent: start it without a brief when nothing is picked"), *_ROWS),
    ),
    Command(
        "list",
        "print the table of handoffs",
        "listing:list_",
        "[FILE|FOLDER ...]",
        (JSON, *_SHOW, Option("--check", "wait up to 3 seconds for the review comments")),
    ),
    Command("mapping", "print row, path, branch, topic, project and id of each row, for agents", "listing:mapping", "", (JSON, *_SHOW)),
    Command(
        "hint",
        "print one line when handoffs wait, for a start-up hook",
        "listing:hint",
        "",
        (JSON, Option("--format", "wrap it for an agent's hook", "FORMAT", choices=("text", "claude"))),
    ),
    Command(
        "load",
        "print one handoff's brief, and the four-line report on stderr",
        "loading:load",
        "N|ID|TEXT|PATH[#BRANCH]",
        (JSON, *_WAYS, *_ROWS),
        more="`latest` is the newest baton, the one that ~/.claude/handoffs/latest names.",
    ),
    Command(
        "since",
        "say what has changed since a handoff was written: git, pull requests, references",
        "changes:since",
        "N|ID|TEXT|PATH[#BRANCH]",
        (JSON, *_ROWS),
        more="Waits up to 5 seconds for git and 8 for GitHub. What could not be checked is `unknown`, with the reason.",
    ),
    Command(
        "save",
        "write a handoff: this branch's section, a task card, a baton, or a checkpoint",
        "saving:save",
        "KIND [FILE|-]",
        (
            JSON,
            DRY_RUN,
            Option("--title --topic --what", "what it is about, one line", "TEXT"),
            Option("--next", "the next step", "TEXT"),
            Option("--why", "why the work stopped", "TEXT"),
            Option("--progress", "how far the plan is, such as 3/7", "TEXT"),
            Option("--plan", "where the plan is: a path, a pull request", "TEXT"),
            Option("--pr", "a pull request of it (repeatable)", "REF", many=True),
            Option("--prs", "the open pull requests of the branch too, asked of gh"),
            Option("--status", "a card's status", "STATUS", choices=("active", "done", "superseded")),
            Option("--branch", "the branch, where it is not the one that is checked out", "NAME"),
            Option("--project", "the project, where it is not the one that the shell stands in", "FOLDER"),
            Option("--from", "take this handoff, by its path or id; `latest` is the newest baton, to keep it", "PATH[#BRANCH]"),
            Option("--supersedes", "mark this card superseded", "SLUG"),
            Option("--redact", "replace what looks like a credential instead of stopping"),
        ),
        ("section", "card", "baton", "checkpoint"),
        more="KIND is section, card, baton or checkpoint. The brief comes from the options, or with FILE or - (or when no option\n"
        "gives any and stdin is no terminal) as YAML, JSON or Markdown: next_step, why_stopped, plan_progress, title, plan, prs, status.",
    ),
    Command("done", "mark a card done", "marking:done", "ROW|ID", (JSON, *_ROWS)),
    Command("reopen", "make a card active again, or take back a mistaken pick-up", "marking:reopen", "ROW|ID", (JSON, *_ROWS)),
    Command("hide", "take a row off the list until its handoff changes", "marking:hide", "ROW|ID", (JSON, Option("--undo", "show it again: a number is that of `list --hidden`"), *_ROWS)),
    Command(
        "restore",
        "check a checkpoint lane by lane; says what can be resumed, runs nothing",
        "checkpoint:restore",
        "[PROJECT]",
        (JSON,),
        more="PROJECT is a folder, or the id of a checkpoint's row; without it the project that the shell stands in.\n"
        "Exit 0: read, and every lane judged; 2: no valid .thunderkit/config.json; 1: blocked or refused otherwise.",
    ),
    Command(
        "lookup",
        "find one missing session of a project, with recorded consent",
        "checkpoint:lookup",
        "QUERY",
        (
            JSON,
            Option("--project", "the project whose session it is (where the shell stands)", "FOLDER"),
            Option("--harness", "whose sessions are searched (the capabilities' host)", "NAME", choices=("claude", "codex", "hermes", "opencode")),
            Option("--days", "used within the last N days (14)", "N", number=True),
            Option("--capabilities", "the host's recorded capabilities and consents, JSON inside the project", "FILE"),
        ),
        more="QUERY is a session's ID, or a description of at least two telling words. Without recorded consent nothing is searched.\n"
        "The component that the format hands lookups to is not public: the search is this program's own, and the record says so.",
    ),
    Command(
        "install",
        "put the skills, the hook or the shell functions where agents and shells look",
        "installing:install",
        "TARGET ...",
        (JSON, DRY_RUN),
        TARGETS,
    ),
    Command("uninstall", "take away what `install` put there", "installing:uninstall", "TARGET ...", (JSON, DRY_RUN), TARGETS),
    Command("doctor", "say what was searched, found, skipped and is wrong", "doctor:doctor", "[FILE ...]", (JSON,)),
)
_PATHS = ("FOLDER", "FILE", "PATH")  # values that name something on the disk: "" would be the folder that the shell stands in
_FLAG_FORMS = {"--list": "list", "--mapping": "mapping", "--hint": "hint"}


def by_name(name: str) -> Command | None:
    """The command of that name."""
    return next((command for command in COMMANDS if command.name == name), None)


def parse(argv: Sequence[str]) -> Args:
    """The words of a command line. Raises UsageError with what to do about it.

    `--list`, `--mapping` and `--hint` are their commands; no command is `pick`.
    """
    words = list(argv)
    name = "pick"
    at = 0
    while at < len(words):
        word = words[at]
        if word in _FLAG_FORMS:
            name = _FLAG_FORMS[words.pop(at)]
            break
        if word == "-" or not word.startswith("-"):
            name = words.pop(at)
            break
        if word == "--":
            break
        at += 2 if _takes(word) else 1
    if name == "help":  # `help` and `help COMMAND`, as many programs have it
        return Args(next((word for word in words if by_name(word)), "pick"), (), {"help": True})
    command = by_name(name)
    if command is None:
        raise UsageError(_unknown(name))
    try:
        return _options(command, words)
    except UsageError as error:
        raise UsageError(str(error), command.name) from None


def _takes(word: str) -> bool:
    """Whether an option takes the next word as its value; before the command any command's options may stand."""
    return any(word in option.flags and option.value for command in COMMANDS for option in (*COMMON, *command.options))


def _unknown(name: str) -> str:
    names = [command.name for command in COMMANDS]
    near = _nearest(name, names)
    meant = f"did you mean `{near}`?" if near else f"commands are {', '.join(names)}."
    shown = name[:40].replace("`", "'")
    return f"no command `{shown}`: {meant} To load a handoff: pickup-tui load {name[:40]!r}"


def _nearest(word: str, words: Sequence[str]) -> str | None:
    import difflib

    known = {one.lstrip("-"): one for one in words}  # dashes that all options have make none of them like another
    return known.get(next(iter(difflib.get_close_matches(word.lstrip("-"), list(known), 1)), ""))


def _options(command: Command, words: list[str]) -> Args:
    known = {flag: option for option in (*command.options, *COMMON) for flag in option.flags}
    values: dict[str, object] = {}
    rest: list[str] = []
    while words:
        word = words.pop(0)
        if word == "--":
            rest += words
            break
        if not word.startswith("-") or word == "-":
            rest.append(word)
            continue
        flag, equals, given = word.partition("=") if word.startswith("--") else (word, "", "")
        option = known.get(flag)
        if option is None:
            near = _nearest(flag, list(known))
            meant = f"did you mean {near}? " if near else ""
            words_too = f"; a word that starts with - goes behind --: pickup-tui {command.name} -- {word[:40]!r}" if command.words and not near else ""
            raise UsageError(f"{command.name} has no option {flag[:40]}: {meant}`pickup-tui {command.name} -h` lists them{words_too}")
        if not option.value:
            if equals:
                raise UsageError(f"{flag} takes no value")
            values[option.name] = True
            continue
        if not equals:
            if not words:
                raise UsageError(f"{flag} needs a value: {flag} {option.value}")
            given = words.pop(0)
        _set(values, option, flag, given)
    if not (values.get("help") or values.get("version")):
        _check_words(command, rest)
    return Args(command.name, tuple(rest), values)


def _set(values: dict[str, object], option: Option, flag: str, given: str) -> None:
    if not given and option.value.startswith(_PATHS):
        raise UsageError(f"{flag} is empty: {flag} {option.value}")
    if option.choices and given not in option.choices:
        raise UsageError(f"{flag} takes {' or '.join(option.choices)}, not {given[:40]!r}")
    if option.number:
        if not (given.isascii() and given.isdigit() and len(given) < 10):
            raise UsageError(f"{flag} takes a number, not {given[:40]!r}")
        values[option.name] = int(given)
    elif option.many:
        before = values.get(option.name, ())
        values[option.name] = (*(before if isinstance(before, tuple) else ()), given)
    else:
        values[option.name] = given


def _check_words(command: Command, words: list[str]) -> None:
    needed = bool(command.words) and not command.words.startswith("[")
    more = "..." in command.words
    if needed and not words:
        raise UsageError(f"{command.name} needs {command.words}: pickup-tui {command.name} {command.words}")
    if words and not command.words:
        raise UsageError(f"{command.name} takes no words, but got {words[0][:40]!r}")
    most = max(1, len(command.words.split()))
    if len(words) > most and not more:
        raise UsageError(f"{command.name} takes {command.words}, but got {len(words)} words: put quotes around words with spaces")
    if command.choices and words and words[0] not in command.choices:
        raise UsageError(f"{command.name} takes {', '.join(command.choices)}, not {words[0][:40]!r}")


def one_way(args: Args) -> None:
    """Raises Failure when the options name more than one way to hand a handoff over."""
    named = [f"--{way}" for way in ("print", "copy", "agent") if args.on(way) or args.text(way)]
    if len(named) > 1:
        raise Failure(f"{' and '.join(named)} exclude each other", "name one way", ExitCode.USAGE, "usage")
