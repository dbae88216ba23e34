"""What the screen costs, as ratios within one run: `python tests/benchmarks/bench_screen.py`.

A report, not a test: it prints a table, writes JSON with `--json FILE`, and fails only when it cannot measure.
Everything is measured from outside, on a pty: from a key's write to the last byte of its answer, from the start to the
first byte that matters, from the choice to the end of the process. The smallest Textual app with a table of 20 rows is
the measure for what a screen may cost.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import pty
import select
import statistics
import struct
import sys
import tempfile
import termios
import time
from pathlib import Path
from typing import TYPE_CHECKING

HERE = Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[1]), str(HERE.parents[2] / "app")]

from benchmarks.bench_quick import Bench, Corpus, run  # noqa: E402 - found by the line above

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

WIDTH, HEIGHT = 120, 36
FILTER = ("p", "a", "r", "t")  # matches several: of a single match the preview is made
QUIET = 0.012  # seconds without output after which a repaint is over
SMALLEST = """
from textual.app import App
from textual.widgets import DataTable
class Smallest(App):
    def compose(self):
        yield DataTable(cursor_type="row")
    def on_mount(self):
        table = self.query_one(DataTable)
        table.add_columns("one", "two", "three")
        for at in range(20):
            table.add_row(f"row {at}", "two", "three")
Smallest().run()
"""
# The screen over rows that are made up in memory: what is measured is the screen alone.
SCREEN = """
import os, sys, time
from pickup_tui import shelf
from pickup_tui.handoff import Brief, Handoff
from pickup_tui.picker.run import run
from pickup_tui.picker.services import Services
from pickup_tui.picker.state import Listing
count, body = int(sys.argv[1]), sys.argv[2]
now = time.time()
class Made(Services):
    def first(self):
        return Listing(shelf.arrange(
            Handoff(kind="section", path=f"/p{at}/HANDOFF.md", topic=f"Finish part number {at}", project=f"project{at}", branch=f"feature/b{at}",
                    when=now - at * 60, brief=Brief(next_step="go on", why_stopped="limit"))
            for at in range(count)))
    def load(self):
        found = self.first()
        found.rows.prepare()
        return found
    def text(self, handoff):
        with open(body) as file:
            return file.read()
run(Made(), os.environ, now, enter="copy", theme="textual-dark", signs=True)
"""


class Screen:
    """A program on a terminal of 120x36."""

    def __init__(self, argv: Sequence[str], environ: Mapping[str, str]) -> None:
        self.leader, follower = pty.openpty()
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", HEIGHT, WIDTH, 0, 0))
        name = os.ttyname(follower)
        actions = [(os.POSIX_SPAWN_OPEN, 0, name, os.O_RDWR, 0), (os.POSIX_SPAWN_DUP2, 0, 1), (os.POSIX_SPAWN_DUP2, 0, 2)]
        self.seen = b""
        self.began = time.perf_counter()
        self.pid = os.posix_spawn(argv[0], list(argv), dict(environ), file_actions=actions, setsid=True)
        self.follower = follower
        self.last = self.began
        self.peak = 0

    def pump(self, timeout: float) -> bool:
        if not select.select([self.leader], [], [], timeout)[0]:
            return False
        self.seen += os.read(self.leader, 1 << 16)
        self.last = time.perf_counter()
        return True

    def until(self, wanted: bytes, since: int = 0) -> float:
        """Milliseconds from the start until `wanted` is written, looked for from byte `since` on."""
        end = time.perf_counter() + 60
        while wanted not in self.seen[since:]:
            if time.perf_counter() > end:
                raise SystemExit(f"cannot measure: no {wanted!r} in {self.seen[-2000:]!r}")
            self.pump(1)
        return (self.last - self.began) * 1000

    def settle(self, quiet: float = 0.3) -> None:
        while self.pump(quiet):
            pass

    def drawn(self) -> str:
        """What is on the screen."""
        import pyte

        screen = pyte.Screen(WIDTH, HEIGHT)
        pyte.ByteStream(screen).feed(self.seen)
        return "\n".join(screen.display)

    def key(self, keys: str) -> float:
        """Milliseconds from a key to the last byte of what it brings about."""
        before = len(self.seen)
        began = time.perf_counter()
        os.write(self.leader, keys.encode())
        while self.pump(5 if len(self.seen) == before else QUIET):
            pass
        if len(self.seen) == before:
            raise SystemExit(f"cannot measure: {keys!r} was not answered")
        return (self.last - began) * 1000

    def end(self, keys: str) -> float:
        """Milliseconds from a key to the end of the process."""
        began = time.perf_counter()
        if keys:
            os.write(self.leader, keys.encode())
        while True:
            pid, _, usage = os.wait4(self.pid, os.WNOHANG)
            if pid:
                break
            if time.perf_counter() - began > 20:
                raise SystemExit("cannot measure: it does not end")
            self.pump(0.0005)
        took = (time.perf_counter() - began) * 1000
        self.peak = usage.ru_maxrss
        os.close(self.leader)
        os.close(self.follower)
        return took


class Report:
    def __init__(self, runs: int) -> None:
        self.runs = runs
        self.rows: list[dict[str, object]] = []

    def row(self, what: str, against: str, target: float, ours: float, theirs: float, unit: str = "ms") -> None:
        self.rows.append(
            {"what": what, "against": against, "ours": round(ours, 1), "theirs": round(theirs, 1), "unit": unit, "ratio": round(ours / theirs, 2), "target": target}
        )

    def table(self) -> str:
        lines = [f"{'what':46} {'ours':>9} {'against':26} {'theirs':>9} {'':4} {'ratio':>6} {'target':>6}"]
        lines += [
            f"{one['what']:46} {one['ours']:9} {one['against']:26} {one['theirs']:9} {one['unit']:4} {one['ratio']:6} {one['target']:6}" for one in self.rows
        ]
        return "\n".join(lines)


def turns(runs: int, *jobs: Callable[[], float]) -> list[float]:
    """The median of each job, taking turns."""
    for job in jobs:
        job()
    took = [[job() for job in jobs] for _ in range(runs)]
    return [statistics.median(column) for column in zip(*took, strict=True)]


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def environment(corpus: Corpus) -> dict[str, str]:
    """That of the corpus; the package is found where this run finds it."""
    return {**corpus.environ(), "PYTHONPATH": os.environ.get("PYTHONPATH", str(HERE.parents[2] / "app"))}


def shown(argv: Sequence[str], environ: Mapping[str, str], wanted: bytes, end: str, settle: float = 0) -> float:
    """Milliseconds until `wanted` is on the screen; `end` is the key that leaves, after it has settled."""
    screen = Screen(argv, environ)
    took = screen.until(wanted)
    if settle:
        screen.settle(settle)
    screen.end(end)
    return took


def early_key(argv: Sequence[str], environ: Mapping[str, str], first: bytes, answer: bytes, end: str) -> float:
    """Milliseconds from the start to the answer to a Down that is typed on seeing `first`."""
    screen = Screen(argv, environ)
    screen.until(first)
    before = len(screen.seen)
    os.write(screen.leader, b"\x1b[B")
    took = screen.until(answer, before)
    screen.settle()
    screen.end(end)
    return took


def choice(argv: Sequence[str], environ: Mapping[str, str]) -> float:
    """Milliseconds from Enter on a row that was looked at, so that what has changed is known, to the end of the process."""
    screen = Screen(argv, environ)
    screen.until(b"Finish part")
    screen.key("\x1b[B")
    while "since:" not in (drawn := screen.drawn()) or "checking" in drawn:
        screen.settle(0.5)
    screen.settle(1.0)
    return screen.end("\r")


def unseen(argv: Sequence[str], environ: Mapping[str, str]) -> float:
    """The same for a row that was not looked at: git and gh are asked in between."""
    screen = Screen(argv, environ)
    screen.until(b"?1000h")
    screen.settle(1.0)
    return screen.end("1")


def starts(report: Report, bench: Bench, corpus: Corpus, smallest: list[str]) -> None:
    """The first frame, the answer to a key that is typed on seeing it, and the end after a choice."""
    environ = environment(corpus)
    ours_ = [bench.program, "--print"]

    def frame() -> float:
        return shown(ours_, environ, b"Finish part", "\x03")

    def base() -> float:
        return run([bench.base_script], environ)[0]

    name = f"{corpus.size:,}+{corpus.size:,}"
    ours, against = turns(report.runs, frame, base)
    report.row(f"first frame, {name}", "base", 2.0, ours, against)
    ours, against, table = turns(
        report.runs,
        lambda: early_key(ours_, environ, b"Finish part", b"row 1 ", "\x03"),
        lambda: early_key(smallest, environ, b"row 19", b"row 1", "\x11"),
        lambda: shown(smallest, environ, b"row 1", "\x11", settle=0.1),
    )
    report.row(f"answers an early key, {name}", "smallest app, 20 rows", 1.0, ours, against)
    report.row(f"first frame, {name}", "smallest app's first row", 1.3, frame(), table)
    ours, checked, against = turns(report.runs, lambda: choice(ours_, environ), lambda: unseen(ours_, environ), base)
    report.row(f"choice made to program ended, {name}", "base", 4.0, ours, against)
    report.row("the same, with git and gh asked in between", "base", 99.0, checked, against)


def keys(report: Report, argv: Callable[[int], list[str]], environ: Mapping[str, str]) -> None:
    """A filter key at 20 and 10,000 rows, and the cursor held over 150 KB of Markdown."""
    times: dict[int, list[float]] = {}
    for count in (20, 10_000):
        screen = Screen(argv(count), environ)
        screen.until(b"Finish part")
        screen.settle(1)
        times[count] = []
        for _ in range(report.runs * 2):
            times[count] += [screen.key(letter) for letter in "part 1"]
            times[count] += [screen.key("\x7f") for _ in "part 1"]
        screen.end("\x03")
    for share, word in ((0.5, "median"), (0.95, "95th")):
        ours, theirs = percentile(times[10_000], share), percentile(times[20], share)
        report.row(f"filter key to last byte, 10,000 rows, {word}", "same at 20 rows", 1.5, ours, theirs)
    screen = Screen(argv(10_000), environ)
    screen.until(b"Finish part")
    screen.settle(1)
    screen.key("\x06")
    held: list[float] = []
    for _ in range(40):
        began = time.perf_counter()
        before = len(screen.seen)
        os.write(screen.leader, b"\x1b[B")
        while len(screen.seen) == before:
            screen.pump(1)
        held.append((screen.last - began) * 1000)
        end = time.perf_counter() + 0.1  # longer than the preview waits: each step starts to render
        while time.perf_counter() < end:
            screen.pump(0.01)
    screen.end("\x03")
    report.row("cursor over 150 KB of Markdown, 95th, first byte", "filter key at 20, 95th", 2.0, percentile(held, 0.95), percentile(times[20], 0.95))


def known(bench: Bench, corpus: Corpus) -> dict[str, str]:
    """The corpus' environment, after its files were read and have become old enough to be remembered."""
    environ = environment(corpus)
    run([bench.program, "list"], environ)  # what is measured is the second time
    time.sleep(2.5)  # the clock's grain: what was read in the second in which it changed is rightly read again
    run([bench.program, "list"], environ)
    return environ


def memory(report: Report, bench: Bench, top: Path, smallest: list[str]) -> None:
    """What the program itself takes at its peak with 10,000 handoffs that are known: listed, watched and filtered."""
    corpora = [Corpus(top, size) for size in (10, 5000)]
    environs = [known(bench, corpus) for corpus in corpora]

    def theirs() -> float:
        screen = Screen(smallest, environs[0])
        screen.until(b"row 19")
        screen.settle()
        screen.end("\x11")
        return screen.peak / 1024

    def ours(environ: dict[str, str], keys: Sequence[str]) -> float:
        screen = Screen([bench.program, "--print"], environ)
        screen.until(b"?1000h")  # Textual has the terminal
        screen.settle(1.5)
        for key in keys:
            screen.key(key)
        screen.settle(1)
        screen.end("\x03")
        return screen.peak / 1024

    few, many = environs
    ours_few, ours_many, looked, against = turns(
        max(1, report.runs // 3), lambda: ours(few, FILTER), lambda: ours(many, FILTER), lambda: ours(many, [*FILTER, "\x1b[B"]), theirs
    )
    report.row("peak memory, 20 rows", "smallest app, 20 rows", 1.3, ours_few, against, "MiB")
    report.row("peak memory, 10,000 rows", "smallest app, 20 rows", 1.3, ours_many, against, "MiB")
    report.row("the same, a row looked at: Markdown and git", "smallest app, 20 rows", 1.3, looked, against, "MiB")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--size", type=int, default=1000, help="projects, and as many cards")
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--json", type=Path)
    told = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="pickup-tui-bench-") as folder:
        top = Path(folder).resolve()
        corpus = Corpus(top, told.size)
        (top / "smallest.py").write_text(SMALLEST)
        (top / "screen.py").write_text(SCREEN)
        part = "## Part\n\n- **one** `two` [three](http://x)\n- four\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nWords *and* words.\n\n"
        (top / "dense.md").write_text(part * (150_000 // len(part)))
        bench = Bench(top, told.runs)
        smallest = [sys.executable, str(top / "smallest.py")]
        environ = known(bench, corpus)
        report = Report(told.runs)
        starts(report, bench, corpus, smallest)
        keys(report, lambda count: [sys.executable, str(top / "screen.py"), str(count), str(top / "dense.md")], environ)
        memory(report, bench, top, smallest)
    print(report.table())
    if told.json:
        told.json.write_text(json.dumps({"rows": report.rows}, indent=2) + "\n")


if __name__ == "__main__":
    main()
