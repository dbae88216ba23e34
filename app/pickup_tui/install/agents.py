"""What is written for each agent, and where it looks for it.

Claude Code: skills in `<config>/skills/<name>/SKILL.md`, hooks in `<config>/settings.json`, where <config> is
`$CLAUDE_CONFIG_DIR`, else `~/.claude`.
Codex: skills of the user in `~/.agents/skills/<name>/SKILL.md` (`~/.codex/skills` is its older name, and its own
prompts in `~/.codex/prompts` are gone since 0.117). They are called as `$pickup` and `$handoff`.
OpenCode: skills in `<config>/skills/<name>/SKILL.md`, and commands in `<config>/commands/<name>.md`, which is what
makes its menu offer `/pickup`; <config> is `${XDG_CONFIG_HOME:-~/.config}/opencode`.
"""

from __future__ import annotations

import os

from . import jsonfile, texts
from .change import Edit, whole
from .program import NAME, hook

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pickup_tui.world import World

AGENTS = ("claude", "codex", "opencode")
MATCHER = "startup|resume|clear|compact"
TIMEOUT = 5  # seconds that the agent waits for the hook
EVENT = ("hooks", "SessionStart")


def edits(agent: str, argv: tuple[str, ...], world: World) -> list[Edit]:
    """What installing into `agent` (one of AGENTS) writes. `argv`: see program.program."""
    if agent == "claude":
        return [*_skills(os.path.join(world.claude_folder, "skills"), argv), settings(argv, world)]
    if agent == "codex":
        return _skills(world.expand("~/.agents/skills"), argv)
    folder = os.path.join(config_home(world), "opencode")
    return [*_skills(os.path.join(folder, "skills"), argv), *_commands(os.path.join(folder, "commands"), argv)]


def config_home(world: World) -> str:
    """`$XDG_CONFIG_HOME`, else `~/.config`; a relative value counts as not set."""
    named = world.environ.get("XDG_CONFIG_HOME", "")
    return named if named.startswith("/") else world.expand("~/.config")


def _skills(folder: str, argv: tuple[str, ...]) -> list[Edit]:
    return [
        whole(os.path.join(folder, name, "SKILL.md"), (texts.skill(name) + _where(argv)).encode(), depth=2)
        for name in texts.SKILLS
    ]


def _where(argv: tuple[str, ...]) -> str:
    """The last line of an installed text: where the program is when the agent's shell does not find it."""
    import shlex

    return f"\nIf the shell does not find `{NAME}`, run `{shlex.join(argv)}` in its place.\n" if argv else ""


def _commands(folder: str, argv: tuple[str, ...]) -> list[Edit]:
    """The same texts as commands: description in front, and at the end what the person typed after the name."""
    found = []
    for name in texts.SKILLS:
        head, body = texts.skill(name).split("\n---\n", 1)
        description = next(line for line in head.split("\n") if line.startswith("description: "))
        text = f"---\n{description}\n---\n{body}{_where(argv)}\nWhat came with the command: $ARGUMENTS\n"
        found.append(whole(os.path.join(folder, name + ".md"), text.encode()))
    return found


def entry(argv: tuple[str, ...]) -> dict[str, object]:
    """The hook as Claude Code's settings hold it."""
    command = hook(argv, "hint", "--format", "claude")
    return {"matcher": MATCHER, "hooks": [{"type": "command", "command": command, "timeout": TIMEOUT}]}


def settings(argv: tuple[str, ...], world: World) -> Edit:
    """The edit that puts the SessionStart hook into settings.json, and all else in it stays."""
    path = os.path.join(world.claude_folder, "settings.json")
    group = entry(argv)
    return Edit(path, lambda data: _put(data, group, path), lambda data, original: _take(data, original, path))


def commands(data: bytes | None, path: str) -> list[str]:
    """The SessionStart commands in these settings that run this program, in order. Raises NotSaved."""
    text = _text(data or b"", path)
    return [str(hook["command"]) for group in _groups(text, path) for hook in _hooks(group) if _runs_us(hook)]


def _put(data: bytes | None, group: dict[str, object], path: str) -> bytes:
    """One hook of ours: the one that is there gets today's command, a second one goes, a hand-written one stays."""
    text = _text(data or b"", path)
    mine = [hook for old in _groups(text, path) for hook in _hooks(old) if _runs_us(hook)]
    if not mine:
        return _bytes(jsonfile.append(text, EVENT, group, path), data)
    ours = [hook for hook in mine if _ours(hook)]
    if len(ours) < len(mine):  # somebody's own hook does the same already: a second hint would be one too many
        return data or b""
    wanted = str(_hooks(group)[0]["command"])
    if len(ours) > 1:
        return _put(_take(data or b"", None, path), group, path)
    return _bytes(_set_command(text, path, wanted), data)


def _set_command(text: str, path: str, command: str) -> str:
    for group in _items(text, path):
        hooks = jsonfile.member(text, group.at, "hooks", path) if _hooks(group.value) else None
        for item in jsonfile.items(text, hooks.at) if hooks else ():
            mine = isinstance(item.value, dict) and _ours(item.value)
            found = jsonfile.member(text, item.at, "command", path) if mine else None
            if found and found.value != command:
                return jsonfile.replace(text, found, command)
    return text


def _take(data: bytes, original: bytes | None, path: str) -> bytes:
    """The settings without our hooks; groups and containers that only held them go, unless they were there before us."""
    text = _text(data, path)
    before = _text(original or b"", path)
    made = [EVENT[:depth] for depth in (2, 1) if not before.strip() or jsonfile.find(before, EVENT[:depth], path) is None]
    while (after := _take_one(text, path)) != text:
        text = after
        for keys in made:
            text = jsonfile.prune(text, keys, path)
    return _bytes(text, data)


def _take_one(text: str, path: str) -> str:
    event = jsonfile.find(text, EVENT, path) if text.strip() else None
    for number, group in enumerate(_items(text, path)):
        hooks = group.value.get("hooks") if isinstance(group.value, dict) else None
        hooks = hooks if isinstance(hooks, list) else []
        mine = [index for index, hook in enumerate(hooks) if isinstance(hook, dict) and _ours(hook)]
        if mine and event:
            if len(mine) == len(hooks):
                return jsonfile.cut(text, event.at, number)
            inner = jsonfile.member(text, group.at, "hooks", path)
            return jsonfile.cut(text, inner.at, mine[0]) if inner else text
    return text


def _items(text: str, path: str) -> list[jsonfile.Item]:
    event = jsonfile.find(text, EVENT, path) if text.strip() else None
    return jsonfile.items(text, event.at) if event and isinstance(event.value, list) else []


def _groups(text: str, path: str) -> list[object]:
    return [item.value for item in _items(text, path)]


def _hooks(group: object) -> list[dict[str, object]]:
    """The hooks of a group, whatever stands there."""
    hooks = group.get("hooks") if isinstance(group, dict) else None
    return [hook for hook in hooks if isinstance(hook, dict)] if isinstance(hooks, list) else []


def _runs_us(hook: dict[str, object]) -> bool:
    command = hook.get("command")
    return isinstance(command, str) and (_ours(hook) or (NAME in command and " hint" in command))


def _ours(hook: dict[str, object]) -> bool:
    """Whether a hook has the form that `program.hook` writes, with whatever path."""
    command = hook.get("command")
    return isinstance(command, str) and command.endswith(f"{NAME} hint --format claude 2>/dev/null || :")


def _text(data: bytes, path: str) -> str:
    from pickup_tui.save.safe import NotSaved

    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        said = f"{path} is not UTF-8 (byte {error.start}): not changed"
        raise NotSaved(said, "save it as UTF-8 and run this again") from None
    jsonfile.check(text, path)
    return text


def _bytes(text: str, data: bytes | None) -> bytes:
    mark = b"\xef\xbb\xbf"
    return (mark if (data or b"").startswith(mark) else b"") + text.encode()
