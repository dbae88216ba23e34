"""What is written for the agents: settings of real life, skills, commands."""

from __future__ import annotations

import json
import os
import tempfile
from typing import TYPE_CHECKING, Any

import pytest

from pickup_tui.install import agents, texts
from pickup_tui.install.change import BACKUP, KEPT, install, uninstall
from pickup_tui.save import safe
from pickup_tui.save.safe import NotSaved
from pickup_tui.world import World

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM = ("/opt/my tools/bin/pickup-tui",)

# Like those that people have: other hooks of the same event, other events, permissions, tabs and odd spacing.
BUSY = """{
  "$schema": "https://json.schemastore.org/claude-code-settings.json",
  "model": "opus",
  "permissions": {"allow": ["Bash(git status)", "Read(~/notes/**)"],   "deny": []},
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [ { "type": "command", "command": "~/bin/guard \\"$1\\" // no comment" } ] }
    ],
    "SessionStart": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "echo h\\u00e9llo"
          }
        ]
      }
    ],
    "Stop": []
  },
  "statusLine": {
    "type": "command",
    "command": "status"
  },
  "env": {"B": "2", "A": "1"}
}
"""
SETTINGS = {
    "busy": BUSY.encode(),
    "windows lines": BUSY.replace("\n", "\r\n").encode(),
    "byte order mark": b"\xef\xbb\xbf" + BUSY.encode(),
    "no final newline": BUSY.rstrip("\n").encode(),
    "tabs": json.dumps(json.loads(BUSY), indent="\t").encode(),
    "one line": json.dumps(json.loads(BUSY)).encode(),
    "tight": json.dumps(json.loads(BUSY), separators=(",", ":")).encode(),
    "no hooks": b'{\n    "theme": "dark"\n}\n',
    "empty hooks": b'{\n  "hooks": {},\n  "theme": "dark"\n}\n',
    "empty object": b"{}",
    "empty file": b"",
}


@pytest.fixture
def world(tmp_path: Path) -> World:
    home = tmp_path / "home of u"
    home.mkdir()
    return World(environ={"HOME": str(home)}, cwd=str(home), now=0.0)


def snapshot(world: World) -> dict[str, bytes | None]:
    """Every file and folder of the home but our own state."""
    found: dict[str, bytes | None] = {}
    for folder, folders, names in os.walk(world.home):
        if folder == os.path.join(world.home, ".local"):
            folders.clear()
            continue
        for name in folders:
            found[os.path.join(folder, name)] = None
        for name in names:
            with open(os.path.join(folder, name), "rb") as file:
                found[os.path.join(folder, name)] = file.read()
    return {os.path.relpath(path, world.home): data for path, data in found.items() if not os.path.relpath(path, world.home).startswith(".local")}


def write(world: World, path: str, data: bytes) -> str:
    path = os.path.join(world.home, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)
    return path


def read(world: World, path: str) -> bytes:
    with open(os.path.join(world.home, path), "rb") as file:
        return file.read()


def put(world: World, agent: str = "claude", argv: tuple[str, ...] = PROGRAM, *, dry: bool = False) -> set[str]:
    return {step.action for step in install(agents.edits(agent, argv, world), world, dry=dry)}


def take(world: World, agent: str = "claude", argv: tuple[str, ...] = PROGRAM, *, dry: bool = False) -> set[str]:
    return {step.action for step in uninstall(agents.edits(agent, argv, world), world, dry=dry)}


class TestSettings:
    @pytest.mark.parametrize("name", SETTINGS)
    def test_all_else_stays_twice_is_once_and_undoing_gives_the_bytes(self, world: World, name: str) -> None:
        path = write(world, ".claude/settings.json", SETTINGS[name])
        os.chmod(path, 0o600)
        before = snapshot(world)
        assert put(world) == {"created", "changed"}
        text = read(world, ".claude/settings.json").decode("utf-8-sig")
        merged = json.loads(text)
        assert merged["hooks"]["SessionStart"].pop() == agents.entry(PROGRAM)
        old = json.loads(SETTINGS[name].decode("utf-8-sig") or "{}")
        assert list(merged) == list(old) + [key for key in ("hooks",) if key not in old]
        assert {**merged, "hooks": 0} == {**old, "hooks": 0}
        assert read(world, ".claude/settings.json" + BACKUP) == SETTINGS[name]
        assert os.stat(path).st_mode & 0o777 == os.stat(path + BACKUP).st_mode & 0o777 == 0o600
        once = snapshot(world)
        assert put(world) == {"unchanged"}
        assert snapshot(world) == once
        assert take(world) == {"removed", "restored"}
        assert snapshot(world) == before
        assert take(world) == {"absent"}

    def test_without_settings(self, world: World) -> None:
        before = snapshot(world)
        assert put(world) == {"created"}
        assert json.loads(read(world, ".claude/settings.json")) == {"hooks": {"SessionStart": [agents.entry(PROGRAM)]}}
        assert take(world) == {"removed"}
        assert snapshot(world) == before

    @pytest.mark.parametrize("name", [name for name in SETTINGS if name != "empty file"])
    def test_changed_since_only_ours_goes(self, world: World, name: str) -> None:
        write(world, ".claude/settings.json", SETTINGS[name])
        put(world)
        text = read(world, ".claude/settings.json")
        at = text.index(b"{") + 1
        more = text[:at] + b'"new": true' + (b"," if json.loads(text.decode("utf-8-sig")) else b"") + text[at:]
        write(world, ".claude/settings.json", more)
        assert "taken out" in take(world)
        old = SETTINGS[name]
        at = old.index(b"{") + 1
        comma = b"" if name == "empty object" else b","
        left = read(world, ".claude/settings.json")
        if name == "empty object":
            assert json.loads(left) == {"new": True}
        else:
            assert left == old[:at] + b'"new": true' + comma + old[at:]
        assert read(world, ".claude/settings.json" + BACKUP) == old

    def test_a_lost_record_is_no_hindrance(self, world: World) -> None:
        write(world, ".claude/settings.json", BUSY.encode())
        put(world)
        os.unlink(os.path.join(world.state_folder, "installed.json"))
        assert take(world) == {"removed", "taken out"}
        assert read(world, ".claude/settings.json") == BUSY.encode()

    @pytest.mark.parametrize("record", [b"no json", b"[]", b'{"files": {"x": 1}}', b'{"files": []}'])
    def test_a_broken_record_is_no_hindrance(self, world: World, record: bytes) -> None:
        put(world)
        with open(os.path.join(world.state_folder, "installed.json"), "wb") as file:
            file.write(record)
        assert put(world) == {"unchanged"}
        take(world)
        assert not os.path.exists(os.path.join(world.claude_folder, "skills/pickup/SKILL.md"))

    def test_another_program_path_replaces_the_command_alone(self, world: World) -> None:
        write(world, ".claude/settings.json", BUSY.encode())
        put(world)
        one = read(world, ".claude/settings.json")
        assert put(world, argv=("/elsewhere/pickup-tui",)) == {"changed"}
        two = read(world, ".claude/settings.json")
        assert two == one.replace(b"'/opt/my tools/bin/pickup-tui'", b"/elsewhere/pickup-tui")
        assert take(world, argv=("/elsewhere/pickup-tui",)) == {"removed", "restored"}
        assert read(world, ".claude/settings.json") == BUSY.encode()

    def test_an_own_hook_of_theirs_stays_the_only_one(self, world: World) -> None:
        own = b'{"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "pickup-tui hint --format claude"}]}]}}'
        write(world, ".claude/settings.json", own)
        put(world)
        assert read(world, ".claude/settings.json") == own
        take(world)
        assert read(world, ".claude/settings.json") == own

    def test_somebody_elses_hook_in_our_group_stays(self, world: World) -> None:
        put(world)
        value = json.loads(read(world, ".claude/settings.json"))
        value["hooks"]["SessionStart"][0]["hooks"].append({"type": "command", "command": "mine"})
        write(world, ".claude/settings.json", json.dumps(value, indent=2).encode())
        take(world)
        hooks = json.loads(read(world, ".claude/settings.json"))["hooks"]["SessionStart"]
        assert hooks == [{"matcher": agents.MATCHER, "hooks": [{"type": "command", "command": "mine"}]}]

    @pytest.mark.parametrize(
        ("data", "said"),
        [
            (b'{\n  // comment\n  "a": 1\n}', "line 2: it holds a comment, which JSON does not know: not changed"),
            (b'{"a": 1,}', "not changed"),
            (b'{"a": "\xff"}', r"is not UTF-8 \(byte 7\)"),
            (b'{"hooks": 3}', '"hooks" is not an object'),
            (b"<<<<<<< HEAD\n{}\n", "line 1"),
        ],
    )
    def test_what_does_not_parse_is_refused_and_nothing_is_written(self, world: World, data: bytes, said: str) -> None:
        write(world, ".claude/settings.json", data)
        before = snapshot(world)
        with pytest.raises(NotSaved, match=said):
            put(world)
        assert snapshot(world) == before

    def test_a_link_into_dotfiles_is_followed_and_stays_a_link(self, world: World) -> None:
        write(world, "dotfiles/settings.json", BUSY.encode())
        os.makedirs(world.claude_folder)
        os.symlink("../dotfiles/settings.json", os.path.join(world.claude_folder, "settings.json"))
        put(world)
        assert os.path.islink(os.path.join(world.claude_folder, "settings.json"))
        assert agents.commands(read(world, "dotfiles/settings.json"), "")
        take(world)
        assert read(world, "dotfiles/settings.json") == BUSY.encode()
        assert os.path.islink(os.path.join(world.claude_folder, "settings.json"))

    def test_the_configured_folder_counts(self, world: World) -> None:
        world.environ = {**world.environ, "CLAUDE_CONFIG_DIR": os.path.join(world.home, "cc")}
        put(world)
        assert sorted(snapshot(world)) == [
            "cc", "cc/settings.json", "cc/skills", "cc/skills/handoff", "cc/skills/handoff/SKILL.md", "cc/skills/pickup", "cc/skills/pickup/SKILL.md",
        ]  # fmt: skip

    def test_a_dry_run_writes_nothing_and_says_the_same(self, world: World) -> None:
        write(world, ".claude/settings.json", BUSY.encode())
        before = snapshot(world)
        assert put(world, dry=True) == {"created", "changed"}
        assert snapshot(world) == before
        assert not os.path.exists(world.state_folder)
        put(world)
        after = snapshot(world)
        assert take(world, dry=True) == {"removed", "restored"}
        assert snapshot(world) == after


class TestFiles:
    def test_where_each_agent_looks(self, world: World) -> None:
        put(world, "codex")
        assert sorted(path for path, data in snapshot(world).items() if data) == [
            ".agents/skills/handoff/SKILL.md", ".agents/skills/pickup/SKILL.md",
        ]  # fmt: skip
        take(world, "codex")
        assert snapshot(world) == {}
        put(world, "opencode")
        assert sorted(path for path, data in snapshot(world).items() if data) == [
            ".config/opencode/commands/handoff.md", ".config/opencode/commands/pickup.md",
            ".config/opencode/skills/handoff/SKILL.md", ".config/opencode/skills/pickup/SKILL.md",
        ]  # fmt: skip
        take(world, "opencode")
        assert snapshot(world) == {}

    @pytest.mark.parametrize("agent", agents.AGENTS)
    def test_a_skill_that_was_there_comes_back(self, world: World, agent: str) -> None:
        folder = {"claude": ".claude", "codex": ".agents", "opencode": ".config/opencode"}[agent]
        write(world, f"{folder}/skills/pickup/SKILL.md", b"theirs")
        write(world, f"{folder}/skills/pickup/notes.md", b"notes")
        before = snapshot(world)
        put(world, agent)
        assert b"pickup-tui mapping" in read(world, f"{folder}/skills/pickup/SKILL.md")
        put(world, agent, argv=("/other/pickup-tui",))
        take(world, agent, argv=("/other/pickup-tui",))
        assert snapshot(world) == before

    def test_an_edited_skill_of_ours_is_moved_aside(self, world: World) -> None:
        put(world, "codex")
        path = ".agents/skills/pickup/SKILL.md"
        edited = read(world, path) + b"my rule\n"
        write(world, path, edited)
        assert take(world, "codex") == {"removed", "moved aside"}
        assert {path: data for path, data in snapshot(world).items() if data} == {path + KEPT: edited}

    def test_what_an_edited_skill_replaced_comes_back(self, world: World) -> None:
        path = ".agents/skills/pickup/SKILL.md"
        write(world, path, b"theirs")
        put(world, "codex")
        write(world, path, b"edited")
        assert take(world, "codex") == {"removed", "moved aside"}
        assert {path: data for path, data in snapshot(world).items() if data} == {path: b"theirs", path + KEPT: b"edited"}

    def test_an_edited_skill_is_kept_when_it_is_installed_anew(self, world: World) -> None:
        path = ".agents/skills/pickup/SKILL.md"
        write(world, path, b"theirs")
        put(world, "codex")
        write(world, path, b"edited")
        assert put(world, "codex") == {"changed", "unchanged"}
        assert read(world, path + KEPT) == b"edited"
        take(world, "codex")
        assert read(world, path) == b"theirs"

    @pytest.mark.parametrize("link", ["skills/pickup", "skills/pickup/SKILL.md"])
    def test_a_link_into_somebodys_checkout_is_not_written_through(self, world: World, link: str) -> None:
        write(world, "checkout/SKILL.md", b"theirs")
        path = os.path.join(world.claude_folder, link)
        os.makedirs(os.path.dirname(path))
        os.symlink(os.path.join(world.home, "checkout", "SKILL.md" if link.endswith("md") else ""), path)
        with pytest.raises(NotSaved, match=r"is a link to ~/checkout"):
            put(world)
        assert read(world, "checkout/SKILL.md") == b"theirs"
        assert not os.path.exists(os.path.join(world.claude_folder, "settings.json"))

    def test_a_folder_of_skills_in_dotfiles_is_followed(self, world: World) -> None:
        os.makedirs(os.path.join(world.home, "dotfiles/skills"))
        os.makedirs(world.claude_folder)
        os.symlink("../dotfiles/skills", os.path.join(world.claude_folder, "skills"))
        before = snapshot(world)
        put(world)
        assert read(world, "dotfiles/skills/pickup/SKILL.md")
        take(world)
        assert snapshot(world) == before

    @pytest.mark.parametrize("had", [False, True])
    def test_a_write_that_fails_half_way_takes_the_others_back(self, world: World, monkeypatch: pytest.MonkeyPatch, had: bool) -> None:
        write(world, ".claude/skills/pickup/SKILL.md", b"theirs")
        write(world, ".claude/settings.json", BUSY.encode())
        if had:
            put(world, argv=("/older/pickup-tui",))
        before = snapshot(world)
        change = safe.change

        def fails(path: str, *arguments: Any, **options: Any) -> safe.Change:
            if path.endswith("settings.json"):
                raise NotSaved("the disk is full")
            return change(path, *arguments, **options)

        monkeypatch.setattr(safe, "change", fails)
        with pytest.raises(NotSaved, match="the disk is full"):
            put(world)
        monkeypatch.undo()
        assert snapshot(world) == before
        take(world, argv=("/older/pickup-tui",))
        assert read(world, ".claude/skills/pickup/SKILL.md") == b"theirs"
        assert read(world, ".claude/settings.json") == BUSY.encode()

    def test_a_folder_without_permission_says_so_and_nothing_is_written(self, world: World) -> None:
        with tempfile.TemporaryDirectory() as home:  # pytest's own folders are closed to other users
            os.chmod(home, 0o755)
            world.environ = {"HOME": home}
            os.makedirs(world.claude_folder, mode=0o555)
            before = snapshot(world)
            root = os.geteuid() == 0
            try:
                if root:
                    os.seteuid(65534)
                with pytest.raises(NotSaved, match="permission denied"):
                    put(world)
            finally:
                if root:
                    os.seteuid(0)
            assert snapshot(world) == before

    def test_each_text_has_what_the_agents_ask_of_a_skill(self) -> None:
        for name in texts.SKILLS:
            head, body = texts.skill(name).split("\n---\n", 1)
            fields = dict(line.split(": ", 1) for line in head.split("\n")[1:] if ": " in line)
            assert fields["name"] == name
            assert 50 < len(fields["description"]) <= 1024
            assert ": " not in fields["description"]  # plain YAML
            assert len(body.split()) < 600
            assert "!`" not in body  # OpenCode would run it
            assert " @" not in body  # and read this as a file
            assert "$" not in body  # and replace this

    def test_the_command_ends_with_what_was_typed(self, world: World) -> None:
        put(world, "opencode")
        text = read(world, ".config/opencode/commands/pickup.md").decode()
        assert text.startswith("---\ndescription: Continue the work")
        assert text.endswith("\nIf the shell does not find `pickup-tui`, run `'/opt/my tools/bin/pickup-tui'` in its place.\n\nWhat came with the command: $ARGUMENTS\n")
