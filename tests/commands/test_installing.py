"""`install` and `uninstall` as commands: what they say, refuse and leave behind."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from pickup_tui import cli
from pickup_tui.install import agents, shells

if TYPE_CHECKING:
    from support import Home

EVERYTHING = ("claude", "codex", "opencode", "bash", "zsh", "fish")


def tree(home: Home) -> dict[str, bytes | None]:
    """Every file and folder of the home, but for the folders that hold our own state."""
    found: dict[str, bytes | None] = {}
    for folder, folders, names in os.walk(home.path):
        for name in folders:
            found[os.path.relpath(os.path.join(folder, name), home.path)] = None
        for name in names:
            with open(os.path.join(folder, name), "rb") as file:
                found[os.path.relpath(os.path.join(folder, name), home.path)] = file.read()
    return {path: data for path, data in found.items() if path not in (".local", ".local/state")}


def test_everything_in_and_out_again(home: Home) -> None:
    home.write(".bashrc", "alias ll='ls -l'\nexport X=1")  # no final newline
    home.write(".zshrc", "")
    home.write(".claude/settings.json", '{"model": "opus"}')
    before = tree(home)
    first = home.run("install", *EVERYTHING)
    assert first.code == 0
    assert "changed      ~/.claude/settings.json (backup: ~/.claude/settings.json.pickup-tui-backup)\n" in first.out
    assert "created      ~/.agents/skills/pickup/SKILL.md\n" in first.out
    once = tree(home)
    again = home.run("install", *EVERYTHING)
    assert {line.split()[0] for line in again.out.splitlines()} == {"unchanged"}
    assert again.err == ""
    assert tree(home) == once
    last = home.run("uninstall", "claude", "codex", "opencode", "shell")
    assert last.code == 0
    assert "restored     ~/.bashrc\n" in last.out
    assert tree(home) == before


def test_start_up_files_that_changed_since_lose_only_our_block(home: Home) -> None:
    path = home.write(".bashrc", "one\n")
    home.run("install", "bash")
    with open(path, "ab") as file:
        file.write(b"two\n")
    assert "taken out    ~/.bashrc (backup: ~/.bashrc.pickup-tui-backup)" in home.run("uninstall", "bash").out
    with open(path, "rb") as file:
        assert file.read() == b"one\ntwo\n"
    with open(f"{path}.pickup-tui-backup", "rb") as file:  # what was there before us, since something else changed as well
        assert file.read() == b"one\n"


def test_a_dry_run_shows_the_difference_and_changes_nothing(home: Home) -> None:
    home.write(".claude/settings.json", '{\n  "model": "opus"\n}\n')
    before = tree(home)
    ran = home.run("install", "claude", "--dry-run")
    assert "changed      ~/.claude/settings.json\n" in ran.out
    assert '-  "model": "opus"\n+  "model": "opus",\n+  "hooks": {\n' in ran.out
    assert "--- /dev/null\n+++ ~/.claude/skills/pickup/SKILL.md\n" in ran.out
    assert "nothing was changed" in ran.err
    value = home.run("install", "claude", "--dry-run", "--json").json()
    assert value["dry_run"] is True
    assert [change["action"] for change in value["changes"]] == ["created", "created", "changed"]
    assert '+  "hooks": {' in value["changes"][2]["diff"]
    assert tree(home) == before


def test_json(home: Home) -> None:
    value = home.run("install", "codex", "--json").json()
    assert value == {
        "schema_version": 1,
        "targets": ["codex"],
        "dry_run": False,
        "changes": [
            {"path": f"{home.path}/.agents/skills/{name}/SKILL.md", "action": "created", "backup": None, "diff": None} for name in ("pickup", "handoff")
        ],
        "notes": ["start a new session of codex: $pickup and $handoff are there"],
    }


def test_one_file_that_cannot_be_changed_stops_everything(home: Home) -> None:
    home.write(".claude/settings.json", '{\n  "model": "opus", // mine\n}\n')
    before = tree(home)
    ran = home.run("install", "codex", "claude")
    assert ran.code == 1
    assert ran.out == ""
    assert "settings.json, line 2: it holds a comment, which JSON does not know: not changed" in ran.err
    assert "mend the file and run this again" in ran.err
    error = home.run("install", "claude", "--json").json()["error"]
    assert error["code"] == "not_changed"
    assert tree(home) == before


def test_shell_is_the_persons_own(home: Home) -> None:
    assert "~/.zshrc" in home.run("install", "shell", SHELL="/usr/bin/zsh").out
    ran = home.run("install", "shell", SHELL="/bin/tcsh")
    assert ran.code == 1
    assert "name the shell: pickup-tui install bash" in ran.err


def test_zsh_and_fish_look_where_they_are_told(home: Home) -> None:
    home.run("install", "zsh", "fish", ZDOTDIR=f"{home.path}/z", XDG_CONFIG_HOME=f"{home.path}/c", XDG_DATA_HOME=f"{home.path}/d")
    found = tree(home)
    assert {"z/.zshrc", "c/fish/conf.d/pickup-tui.fish", "c/fish/completions/pickup-tui.fish", "d/pickup-tui/shell.zsh"} <= set(found)


def test_words_that_are_no_target(home: Home) -> None:
    for words in (("install",), ("install", "cursor"), ("install", "claude", "cursor"), ("uninstall", "all")):
        ran = home.run(*words)
        assert ran.code == cli.ExitCode.USAGE
        assert ran.out == ""


def test_the_agent_of_the_config_is_the_one_that_pickup_starts(home: Home) -> None:
    home.config('agent = "my agent"\n[agents]\n"my agent" = ["x"]\n')
    home.run("install", "bash")
    data = tree(home)[".local/share/pickup-tui/shell.bash"]
    assert data
    assert b"local agent=${PICKUP_AGENT:-'my agent'}" in data


def test_a_folder_that_nobody_may_write_says_so(home: Home) -> None:
    home.write(".claude", "a file")
    ran = home.run("install", "claude")
    assert ran.code == 1
    assert "no folder" in ran.err


def test_the_targets_are_those_that_can_be_installed() -> None:
    assert (*agents.AGENTS, "shell", *shells.SHELLS) == cli.TARGETS


@pytest.mark.parametrize("shell", shells.SHELLS)
def test_every_command_and_option_is_completed(home: Home, shell: str) -> None:
    home.run("install", shell)
    texts = [data.decode() for path, data in tree(home).items() if data and ("shell." in path or "completions" in path)]
    assert len(texts) == 1
    for command in cli.COMMANDS:
        assert command.name in texts[0]
        for option in (*command.options, *cli.COMMON):
            for flag in option.flags:
                assert (f"-l {flag[2:]}" if shell == "fish" and flag.startswith("--") else flag.lstrip("-")) in texts[0]


def test_the_record_is_json_and_private(home: Home) -> None:
    home.run("install", "codex")
    path = f"{home.path}/.local/state/pickup-tui/installed.json"
    assert os.stat(path).st_mode & 0o777 == 0o600
    with open(path, encoding="utf-8") as file:
        assert len(json.load(file)["files"]) == 2


def test_doctor_says_what_is_installed_and_what_is_outdated(home: Home) -> None:
    assert set(home.run("doctor", "--json").json()["installed"].values()) == {"absent"}
    home.run("install", "codex", "bash")
    ran = home.run("doctor")
    assert "installed: codex\ninstalled: bash\n" in ran.out
    home.config('agent = "codex"\n')
    assert "installed: bash, but not as this version does it: pickup-tui install bash\n" in home.run("doctor").out
    home.run("install", "bash")
    states = home.run("doctor", "--json").json()["installed"]
    assert {target for target, state in states.items() if state == "current"} == {"codex", "bash"}
