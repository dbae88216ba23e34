"""Who has what: loads are remembered outside the handoffs, for other sessions to see; hiding lasts until a change."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pickup_tui import state
from pickup_tui.handoff import Handoff
from pickup_tui.save import notes
from support import APP, together

if TYPE_CHECKING:
    from support import Home


def handoff(path: str = "/p/HANDOFF.md", text_hash: str = "aa", kind: str = "section") -> Handoff:
    return Handoff(kind=kind, path=path, topic="t", anchor="main" if kind == "section" else None, text_hash=text_hash)


def mine(home: Home, name: str = "one") -> dict[str, str]:
    return {"CLAUDE_CODE_SESSION_ID": name}


class TestLoads:
    def test_another_session_sees_it_and_the_own_does_not(self, home: Home) -> None:
        notes.record(home.world(**mine(home)), handoff())
        home.now += 180
        assert state.read(home.world(**mine(home, "two"))).picked_up([handoff()]) == {handoff().id: "3m ago"}
        assert state.read(home.world(**mine(home))).picked_up([handoff()]) == {}

    def test_a_handoff_that_was_saved_again_is_nobodys(self, home: Home) -> None:
        notes.record(home.world(**mine(home)), handoff())
        assert state.read(home.world(**mine(home, "two"))).picked_up([handoff(text_hash="bb")]) == {}

    def test_what_a_session_had_before_comes_in_order_and_once(self, home: Home) -> None:
        world = home.world(**mine(home))
        for path in ("/a", "/b", "/a"):
            assert notes.record(world, handoff(path)) == ""
        notes.record(home.world(**mine(home, "two")), handoff("/d"))
        notes.record(world, handoff("/c"))
        assert state.read(world).previous == tuple(handoff(path).id for path in ("/a", "/b", "/c"))

    def test_batons_that_were_picked_up_fold_away_for_everybody(self, home: Home) -> None:
        one, other = handoff("/tmp/1.md", kind="baton"), handoff("/tmp/2.md", kind="baton")
        notes.record(home.world(**mine(home)), one)
        notes.record(home.world(**mine(home)), handoff())
        assert state.read(home.world(**mine(home))).away([one, other, handoff()]) == {one.id}

    def test_release_takes_it_back(self, home: Home) -> None:
        world = home.world(**mine(home))
        notes.record(world, handoff())
        assert notes.release(world, handoff().id)
        assert not notes.release(world, handoff().id)
        assert state.read(home.world(**mine(home, "two"))).picked_up([handoff()]) == {}
        assert state.read(world).previous == ()

    def test_only_so_many_are_remembered(self, home: Home) -> None:
        folder = home.world().state_folder
        rows = "".join(f"{n}\tclaude:x\taa\tsection:/{n}\n" for n in range(notes.KEPT))
        home.write(os.path.join(folder, "picked"), rows)
        notes.record(home.world(), handoff())
        loads = state.read(home.world()).loads
        assert len(loads) == notes.KEPT
        assert (loads[0].id, loads[-1].id) == ("section:/1", handoff().id)

    def test_what_is_broken_is_left_out(self, home: Home) -> None:
        home.write(os.path.join(home.world().state_folder, "picked"), b"\xff\nx\ty\tz\ta\n1\ts\th\n5\ts\th\tsection:/a\n\x00")
        assert [load.id for load in state.read(home.world()).loads] == ["section:/a"]

    def test_a_load_is_never_stopped_by_it(self, home: Home) -> None:
        home.write(home.world().state_folder, "a file where the folder should be")
        assert "is no folder" in notes.record(home.world(), handoff()), "the reason, for whoever loaded it"

    def test_files_are_private(self, home: Home) -> None:
        notes.record(home.world(), handoff())
        folder = home.world().state_folder
        assert os.stat(folder).st_mode & 0o777 == 0o700
        assert os.stat(os.path.join(folder, "picked")).st_mode & 0o777 == 0o600

    @given(st.text(st.characters(exclude_categories=["Cs"])), st.text(st.characters(exclude_categories=["Cs"])))
    def test_any_path_and_session_survives(self, path: str, name: str) -> None:
        assert state.plain(state.escape(path)) == path
        assert "\n" not in state.escape(name)
        assert "\t" not in state.escape(name)

    def test_twenty_at_once_are_all_remembered(self, home: Home) -> None:
        code = (
            "from pickup_tui import world, handoff\nfrom pickup_tui.save import notes\n"
            "notes.record(world.World(), handoff.Handoff(kind='card', path=f'/{number}', topic='t'))\n"
        )
        together(code, 20, ("pickup_tui.save.notes", "pickup_tui.world"), home.environ, home.path)
        assert {load.id for load in state.read(home.world()).loads} == {f"card:/{n}" for n in range(20)}


class TestHidden:
    def test_until_it_changes(self, home: Home) -> None:
        notes.hide(home.world(), handoff())
        notes.hide(home.world(), handoff("/other"))
        found = state.read(home.world())
        assert found.is_hidden(handoff())
        assert found.is_hidden(handoff("/other"))
        assert not found.is_hidden(handoff(text_hash="bb"))
        notes.unhide(home.world(), handoff().id)
        assert not state.read(home.world()).is_hidden(handoff())
        assert state.read(home.world()).is_hidden(handoff("/other"))


class TestSession:
    @pytest.mark.parametrize(("agent", "variable"), state.SESSIONS)
    def test_an_agent_names_its_own(self, home: Home, agent: str, variable: str) -> None:
        assert state.session(home.world(**{variable: "a\tb"})) == f"{agent}:a%09b"

    def test_a_terminal_is_its_name_boot_and_shell(self, home: Home) -> None:
        """Two commands of one terminal agree; a terminal that got the same name later does not."""
        code = "from pickup_tui import state, world; print(state.session(world.World()))"
        shell = f"{sys.executable} -c '{code}'; {sys.executable} -c '{code}'"
        seen = []
        for _ in range(2):
            master, slave = pty.openpty()
            environ = {"PYTHONPATH": APP, "HOME": home.path, "PATH": os.defpath}
            with subprocess.Popen(
                ["setsid", "-c", "sh", "-c", shell], stdin=slave, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environ, text=True
            ) as running:
                out = running.communicate(timeout=60)[0].split()
            os.close(master)
            os.close(slave)
            assert len(set(out)) == 1
            assert out[0].startswith("tty:/dev/pts/")
            seen.append(out[0])
        assert seen[0] != seen[1]


def test_reading_imports_nothing_that_list_does_not_have() -> None:
    code = (
        "import sys; from pickup_tui import state, world; state.read(world.World({'HOME': '/nowhere'}))\n"
        "print([name for name in ('json', 'dataclasses', 'typing', 'enum', 'subprocess', 'contextlib', 'fcntl') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-S", "-E", "-c", f"import sys; sys.path.insert(0, {APP!r}); {code}"], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
