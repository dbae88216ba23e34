"""Settings: the config file, the variables above it, and the flags above those (spec: formats.md).

A flag beats a variable, a variable beats the file; each replaces. Nothing is configured from inside a project.
"""

from __future__ import annotations

from .handoff import KINDS, Problem, Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from .world import World

DEFAULT_ROOT = "~/Projects"
NO_ROOTS = ("",)  # until something names them; `roots = []` names none
MANY_DAYS = 36_500
LIMIT = 1 << 20  # bytes of the config file
AGENTS: Mapping[str, tuple[str, ...]] = {"claude": ("claude",), "codex": ("codex",), "opencode": ("opencode",)}

# Those of Textual, which costs too much to be asked here; a test holds them to what is installed.
THEMES = (
    "ansi-dark", "ansi-light", "atom-one-dark", "atom-one-light", "catppuccin-frappe", "catppuccin-latte", "catppuccin-macchiato",
    "catppuccin-mocha", "dracula", "flexoki", "gruvbox", "monokai", "nord", "rose-pine", "rose-pine-dawn", "rose-pine-moon",
    "solarized-dark", "solarized-light", "textual-dark", "textual-light", "tokyo-night",
)  # fmt: skip


class Key(Record):
    """A key of the config file: its name, the kind of its value as told to people, its default, what it is for."""

    __slots__ = ("default", "name", "purpose", "type")

    def __init__(self, name: str, type: str, default: str, purpose: str) -> None:  # noqa: A002 - the word for it
        self.name = name
        self.type = type
        self.default = default
        self.purpose = purpose


# Every key, as the README and `doctor` list them.
KEYS = (
    Key("roots", "list of folders", '["~/Projects"]', "folders whose children are projects; ~, $VARIABLES and globs work (PICKUP_PROJECTS, --root)"),
    Key("ignore", "list of globs", "[]", "paths of projects or files that are never read; a glob without a slash is matched against names"),
    Key("aliases", "table", "{}", 'project names for repositories: "owner/repo" = "name"'),
    Key("agent", "name", '"claude"', "the agent that the start key starts"),
    Key("agents", "table", "{}", 'how agents are started: name = ["program", "flag", ...]; the brief is added as the last argument'),
    Key("places", "list of paths", "[]", 'more places: "notes/HANDOFF.md" or "notes/handoffs/" inside every project, "~/handoffs/" once'),
    Key("sources", "list of kinds", '["section", "card", "baton", "checkpoint", "document"]', "the kinds that are shown"),
    Key("ascii", "true or false", "false", "badges and signs in plain ASCII (--ascii)"),
    Key("theme", "name", '"textual-dark"', "one of Textual's themes"),
    Key("hint_days", "number of days", "90", "handoffs older than this do not count in the hint"),
)


class Settings:
    """What a run was told, checked. Paths are absolute patterns (globs not yet looked up)."""

    __slots__ = ("agent", "agents", "aliases", "ascii", "hint_days", "ignore", "places", "problems", "roots", "sources", "theme")

    def __init__(self) -> None:
        self.roots: tuple[str, ...] = NO_ROOTS
        self.ignore: tuple[str, ...] = ()
        self.aliases: dict[str, str] = {}
        self.agent = "claude"
        self.agents: dict[str, tuple[str, ...]] = dict(AGENTS)
        self.places: tuple[str, ...] = ()
        self.sources: tuple[str, ...] = KINDS
        self.ascii = False
        self.theme = "textual-dark"
        self.hint_days = 90
        self.problems: tuple[Problem, ...] = ()


def load(world: World, roots: tuple[str, ...] = (), *, ascii_: bool = False) -> Settings:
    """The settings of this run. What is wrong in the config file is a problem, never an error: the default counts then.

    roots, ascii_  what the flags say; empty and False when not given
    """
    settings = Settings()
    text = _read(world.config_file, settings)
    if text:
        _apply(settings, _parse(text, world.config_file, settings), world)
    variable = world.environ.get("PICKUP_PROJECTS", "")
    if any(roots):
        settings.roots = tuple(world.expand(root) for root in roots if root)
    elif any(variable.split(":")):
        settings.roots = tuple(world.expand(root) for root in variable.split(":") if root)
    elif settings.roots is NO_ROOTS:
        settings.roots = (world.expand(DEFAULT_ROOT),)
    settings.roots = tuple(dict.fromkeys(settings.roots))
    settings.ascii = settings.ascii or ascii_
    return settings


def _read(path: str, settings: Settings) -> str:
    import os
    import stat

    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except OSError as error:
        _tell(settings, path, None, f"cannot be read: {error.strerror}", "the defaults are used")
        return ""
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            _tell(settings, path, None, "is no regular file", "the defaults are used")
            return ""
        data = os.read(handle, LIMIT + 1)
    except OSError as error:
        _tell(settings, path, None, f"cannot be read: {error.strerror}", "the defaults are used")
        return ""
    finally:
        os.close(handle)
    if len(data) > LIMIT:
        _tell(settings, path, None, "is larger than 1 MiB", "the defaults are used")
        return ""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        _tell(settings, path, data.count(b"\n", 0, error.start) + 1, "is not UTF-8", "the defaults are used until it is mended")
        return ""


def _parse(text: str, path: str, settings: Settings) -> dict[str, object]:
    import tomllib

    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        import re

        said = str(error)
        line = re.search(r"at line (\d+)", said)
        _tell(settings, path, int(line[1]) if line else None, f"is no TOML: {said}", "the defaults are used until it is mended")
        return {}


def _tell(settings: Settings, path: str, line: int | None, what: str, hint: str) -> None:
    from .text import inert, one_line

    settings.problems = (*settings.problems, Problem(inert(path), line, one_line(what), one_line(hint)))


def _apply(settings: Settings, values: dict[str, object], world: World) -> None:
    checks: dict[str, Callable[[object], str | None]] = {
        "roots": lambda value: _paths(settings, "roots", value, world),
        "ignore": lambda value: _paths(settings, "ignore", value, world),
        "places": lambda value: _set(settings, "places", _strings(value), "a list of strings"),
        "aliases": lambda value: _aliases(settings, value),
        "agent": lambda value: _set(settings, "agent", value if isinstance(value, str) and value else None, "a name"),
        "agents": lambda value: _agents(settings, value),
        "sources": lambda value: _sources(settings, value),
        "ascii": lambda value: _set(settings, "ascii", value if isinstance(value, bool) else None, "true or false"),
        "theme": lambda value: _theme(settings, value),
        "hint_days": lambda value: _set(settings, "hint_days", _days(value), f"a number of days from 1 to {MANY_DAYS}"),
    }
    for name, value in values.items():
        check = checks.get(name)
        wrong = check(value) if check else "is no key of this file"
        if wrong:
            hint = "its default is used" if check else "keys are " + ", ".join(key.name for key in KEYS)
            _tell(settings, world.config_file, None, f"'{name[:60]}' {wrong}", hint)
    if settings.agent not in settings.agents:
        _tell(settings, world.config_file, None, f"'agent' names no agent: {settings.agent}", "add it under [agents]")
        settings.agent = "claude"


def _set(settings: Settings, name: str, value: object, wanted: str) -> str | None:
    if value is None:
        return f"must be {wanted}"
    setattr(settings, name, value)
    return None


def _strings(value: object) -> tuple[str, ...] | None:
    if isinstance(value, list) and all(isinstance(item, str) and item and "\0" not in item for item in value):
        return tuple(value)
    return None


def _days(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MANY_DAYS else None


def _paths(settings: Settings, name: str, value: object, world: World) -> str | None:
    """Patterns; those with a slash are made absolute, so that they mean the same wherever the shell stands."""
    items = _strings(value)
    expanded = items and tuple(world.expand(item) if "/" in item or item.startswith("~") or name == "roots" else item for item in items)
    return _set(settings, name, expanded if items else items, "a list of strings")


def _aliases(settings: Settings, value: object) -> str | None:
    if not isinstance(value, dict) or not all(isinstance(item, str) and item for item in value.values()):
        return 'must be a table of "owner/repo" = "name"'
    settings.aliases = {key.casefold(): item for key, item in value.items()}
    return None


def _agents(settings: Settings, value: object) -> str | None:
    if not isinstance(value, dict) or not all(_strings(argv) for argv in value.values()):
        return 'must be a table of name = ["program", "flag", ...]'
    settings.agents = {**AGENTS, **{name: tuple(argv) for name, argv in value.items()}}
    return None


def _theme(settings: Settings, value: object) -> str | None:
    if isinstance(value, str) and value and value not in THEMES:
        return f"names no theme: {value} (themes are {', '.join(THEMES)})"
    return _set(settings, "theme", value or None if isinstance(value, str) else None, "a name")


def _sources(settings: Settings, value: object) -> str | None:
    kinds = _strings(value)
    wrong = [kind for kind in kinds or () if kind not in KINDS]
    if wrong:
        return f"names no kind: {wrong[0]} (kinds are {', '.join(KINDS)})"
    return _set(settings, "sources", kinds or None, "a list of kinds")
