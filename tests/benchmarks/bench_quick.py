"""What the quick commands and the first frame cost, as ratios within one run: `python tests/benchmarks/bench_quick.py`.

A report, not a test: it prints a table, writes JSON with `--json FILE`, and fails only when it cannot measure.
`base` is a console script in the same environment that only returns; `stat` and `read` are bare Python doing
nothing but that to the same files. Runs take turns. The ratio is that of the medians of wall time; beside it stands that
of the least processor time (user and system), which says more where others use the machine too.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import os
import pty
import select
import shutil
import signal
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Job = Callable[[], tuple[float, float]]  # wall and processor time, in milliseconds

NOW = time.time()
SCRIPT = "#!{python}\nimport sys\nfrom {module} import main\nif __name__ == '__main__':\n    sys.exit(main())\n"
STAT = "import os, sys\nfor line in open(sys.argv[1]): os.stat(line[:-1])\n"
READ = "import sys\nfor line in open(sys.argv[1]):\n    with open(line[:-1], 'rb') as file: file.read()\n"
SECTION = """# Handoff

## feature/part-{n} (updated {day})

**What**: Finish part number {n} of the long list
**Plan**: acme/project-{n}#{n}, docs/plan.md

## Context

```yaml
next_step: "write the test for case {n} in tests/test_part.py"
why_stopped: "inferred: context limit"
plan_progress: 3/7
last_handoff_hash: 4f1c2aa
```
"""
CARD = """---
kind: handoff
status: active
title: Shared task number {n}
last_session: {day}T00:00:00+00:00
prs: [acme/project-{n}#{n}]
---

## Last session brief

```yaml
next_step: "ask for a review of part {n}"
why_stopped: "waiting for CI"
```
"""


class Corpus:
    """A home folder with `size` projects, each a repository with one section, and as many cards."""

    def __init__(self, top: Path, size: int) -> None:
        self.home = top / f"home-{size}"
        self.size = size
        paths = []
        for n in range(size):
            day = time.strftime("%Y-%m-%d", time.gmtime(NOW - 86400 * (1 + n % 80)))
            project = self.home / "Projects" / f"project-{n}"
            paths.append(self._write(project / "HANDOFF.md", SECTION.format(n=n, day=day)))
            self._write(project / ".git" / "HEAD", "ref: refs/heads/main\n")
            self._write(project / ".git" / "config", f'[remote "origin"]\n\turl = git@github.com:acme/project-{n}.git\n')
            paths.append(self._write(self.home / ".bdc" / "handoff" / f"task-{n}.md", CARD.format(n=n, day=day)))
        # Folders too are from yesterday: what changed a moment ago is rightly read again.
        for folder, _, _ in os.walk(self.home, topdown=False):
            os.utime(folder, (NOW - 86400, NOW - 86400))
        self.list = top / f"files-{size}"
        self.list.write_text("".join(f"{path}\n" for path in paths))

    def _write(self, path: Path, text: str) -> Path:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        os.utime(path, (NOW - 86400, NOW - 86400))
        return path

    def environ(self) -> dict[str, str]:
        # Nothing of the machine's own: PYTHONDONTWRITEBYTECODE would make every figure wrong.
        return {"PATH": os.environ["PATH"], "HOME": str(self.home), "TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}

    def forget(self) -> None:
        shutil.rmtree(self.home / ".cache", ignore_errors=True)


def run(argv: list[str], environ: Mapping[str, str], cwd: str = "/") -> tuple[float, float]:
    """Milliseconds of wall and of processor time that a program takes from start to end; its output is thrown away."""
    null = os.open(os.devnull, os.O_RDWR)
    files = [(os.POSIX_SPAWN_DUP2, null, fd) for fd in (0, 1, 2)]
    here = os.getcwd()
    os.chdir(cwd)
    began = time.perf_counter()
    pid = os.posix_spawn(argv[0], argv, dict(environ), file_actions=files)
    _, status, used = os.wait4(pid, 0)
    took = (time.perf_counter() - began) * 1000
    os.chdir(here)
    os.close(null)
    if status:
        raise SystemExit(f"cannot measure: {argv} ended with {os.waitstatus_to_exitcode(status)}")
    return took, (used.ru_utime + used.ru_stime) * 1000


def first_frame(argv: list[str], environ: Mapping[str, str], wanted: bytes, cwd: str) -> tuple[float, float]:
    """Milliseconds of wall time (given twice: how much of it the processor took cannot be told) until a program that draws on a terminal of 120x36 has written `wanted`."""
    import fcntl
    import struct
    import termios

    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 36, 120, 0, 0))
    name = os.ttyname(follower)
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, name, os.O_RDWR, 0), (os.POSIX_SPAWN_DUP2, 0, 1), (os.POSIX_SPAWN_DUP2, 0, 2),
    ]  # fmt: skip
    seen = b""
    here = os.getcwd()
    os.chdir(cwd)
    began = time.perf_counter()
    pid = os.posix_spawn(argv[0], argv, dict(environ), file_actions=actions, setsid=True)
    os.chdir(here)
    try:
        while wanted not in seen:
            if not select.select([leader], [], [], 20)[0]:
                raise SystemExit(f"cannot measure: {argv} drew no {wanted!r}")
            seen += os.read(leader, 1 << 16)
        took = (time.perf_counter() - began) * 1000
        return took, took
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(leader)
        os.close(follower)


def looked_at(argv: list[str], environ: Mapping[str, str], cwd: str, kept: Path) -> None:
    """A screen that was looked at until it had read everything: from then on it is warm. `kept` is the cache folder."""
    pid, leader = pty.fork()
    if not pid:
        os.chdir(cwd)
        os.execve(argv[0], argv, dict(environ))
    end = time.monotonic() + 60
    while not any(kept.glob("page-*")):
        if select.select([leader], [], [], 0.05)[0]:
            os.read(leader, 1 << 16)
        if time.monotonic() > end:
            raise SystemExit(f"cannot measure: {argv} kept no page")
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    os.close(leader)


class Bench:
    """The programs that are compared, and how often."""

    def __init__(self, top: Path, runs: int) -> None:
        self.runs = runs
        self.python = sys.executable
        self.program = self._script(top, "pickup-tui", "pickup_tui.__main__")
        (top / "returns.py").write_text("def main():\n    return 0\n")
        self.base_script = self._script(top, "base", "returns")
        self.stat_script, self.read_script = top / "stat.py", top / "read.py"
        self.stat_script.write_text(STAT)
        self.read_script.write_text(READ)

    def _script(self, top: Path, name: str, module: str) -> str:
        """A console script as pip writes it: both are found and started the same way."""
        path = top / name
        path.write_text(SCRIPT.format(python=self.python, module=module))
        path.chmod(0o755)
        return str(path)

    def turns(self, *jobs: Job) -> list[Took]:
        """Each job's times, taking turns so that a slow moment of the machine meets them all."""
        for job in jobs:
            job()
        took: list[list[tuple[float, float]]] = [[job() for job in jobs] for _ in range(self.runs)]
        return [Took(statistics.median(wall for wall, _ in column), min(cpu for _, cpu in column)) for column in zip(*took, strict=True)]

    def ours(self, corpus: Corpus, *words: str) -> Job:
        return lambda: run([self.program, *words], corpus.environ(), str(corpus.home))

    def base(self, corpus: Corpus) -> Job:
        return lambda: run([self.base_script], corpus.environ())

    def bare(self, script: Path, corpus: Corpus) -> Job:
        return lambda: run([self.python, str(script), str(corpus.list)], corpus.environ())

    def frame(self, corpus: Corpus) -> Job:
        return lambda: first_frame([self.program], corpus.environ(), b"Finish part", str(corpus.home))

    def without_index(self, corpus: Corpus) -> Job:
        def job() -> tuple[float, float]:
            corpus.forget()
            return run([self.program, "list"], corpus.environ(), str(corpus.home))

        return job

    def with_one_change(self, corpus: Corpus) -> Job:
        """`hint` when one project has changed since the last run, and nothing else has."""
        path = corpus.home / "Projects" / "project-7" / "HANDOFF.md"
        count = 0

        def job() -> tuple[float, float]:
            nonlocal count
            count += 1
            self.settle(corpus, path)
            path.write_text(SECTION.format(n=7, day="2026-01-01") + f"\nChange {count}.\n")
            return run([self.program, "hint"], corpus.environ(), str(corpus.home))

        return job

    def without_change(self, corpus: Corpus) -> Job:
        """`hint` when nothing has changed, also not a moment ago: what was is rightly read again."""
        path = corpus.home / "Projects" / "project-7" / "HANDOFF.md"

        def job() -> tuple[float, float]:
            self.settle(corpus, path)
            return run([self.program, "hint"], corpus.environ(), str(corpus.home))

        return job

    def settle(self, corpus: Corpus, path: Path) -> None:
        """Makes a file's last change an old one, and has it read as that."""
        os.utime(path, (NOW - 86400, NOW - 86400))
        time.sleep(0.2)  # the clock of a ctime lags behind; nothing here can set it back
        run([self.program, "hint"], corpus.environ(), str(corpus.home))


class Took(NamedTuple):
    """A job's median wall time and least processor time, in milliseconds."""

    wall: float
    cpu: float


class Table:
    """The rows of what was measured; those of the issue have a target."""

    def __init__(self) -> None:
        self.rows: list[dict[str, object]] = []

    def add(self, what: str, ours: Took, against: str, theirs: Took, target: float | None = None) -> None:
        self.rows.append(
            {
                "what": what, "against": against, "ms": round(ours.wall, 1), "their_ms": round(theirs.wall, 1), "ratio": round(ours.wall / theirs.wall, 2),
                "cpu_ratio": round(ours.cpu / theirs.cpu, 2), "target": target,
            }
        )  # fmt: skip

    def show(self) -> None:
        print(f"{'what':34} {'ms':>8} {'against':>8} {'ms':>8} {'ratio':>7} {'(cpu)':>7} {'target':>7}")
        for one in self.rows:
            print(f"{one['what']:34} {one['ms']:8} {one['against']:>8} {one['their_ms']:8} {one['ratio']:7} {one['cpu_ratio']:7} {one['target'] or '':>7}")


def measure(bench: Bench, corpora: dict[int, Corpus]) -> tuple[Table, dict[str, dict[int, float]]]:
    """The table, and for the growth the milliseconds of processor time above `base` by size."""
    table = Table()
    growth: dict[str, dict[int, float]] = {"hint": {}, "list": {}, "list, no index": {}}
    for size, corpus in sorted(corpora.items()):
        bench.turns(bench.ours(corpus, "list"))  # what was touched a moment ago is rightly read again: once more for good
        list_, hint, base = bench.turns(bench.ours(corpus, "list"), bench.ours(corpus, "hint"), bench.base(corpus))
        stat, read = bench.turns(bench.bare(bench.stat_script, corpus), bench.bare(bench.read_script, corpus))
        looked_at([bench.program], corpus.environ(), str(corpus.home), corpus.home / ".cache" / "pickup-tui")
        frame, load, again = bench.turns(bench.frame(corpus), bench.ours(corpus, "load", "1"), bench.base(corpus))
        (cold,) = bench.turns(bench.without_index(corpus))
        name = f"{size:,}+{size:,}"
        of_issue = size == 1000
        table.add(f"hint, {name}", hint, "base", base, 2.0 if of_issue else None)
        table.add(f"hint, {name}", hint, "stat", stat)  # how far it is from only looking at the same files
        table.add(f"list, {name}", list_, "base", base, 3.0 if of_issue else None)
        table.add(f"list, {name}", list_, "stat", stat, 3.0 if size == 10000 else None)
        table.add(f"list, {name}, no index", cold, "read", read, 4.0 if of_issue else None)
        table.add(f"first frame, {name}", frame, "base", again, 2.0 if of_issue else None)
        table.add(f"load 1, {name}", load, "base", again)  # git and gh are asked in it; on the screen they have been: bench_screen
        for key, took in (("hint", hint), ("list", list_), ("list, no index", cold)):
            growth[key][size] = max(took.cpu - base.cpu, 0.01)
    small = corpora[min(corpora)]
    changed, hint = bench.turns(bench.with_one_change(small), bench.without_change(small))
    table.add(f"hint, one of {small.size} changed", changed, "hint", hint, 2.0)
    return table, growth


def exponents(times: dict[int, float]) -> list[str]:
    """How the time above `base` grows from each size to the next: 1 is in step with the number of files."""
    sizes = sorted(times)
    return [
        f"{one:,} to {two:,}: {math.log(times[two] / times[one]) / math.log(two / one):.2f}"
        for one, two in itertools.pairwise(sizes)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[100, 1000, 10000])
    parser.add_argument("--runs", type=int, default=11)
    parser.add_argument("--json", type=Path)
    told = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="pickup-tui-bench-") as folder:
        top = Path(folder).resolve()
        corpora = {size: Corpus(top, size) for size in told.sizes}
        table, growth = measure(Bench(top, told.runs), corpora)
    table.show()
    for key, times in growth.items():
        print(f"growth of {key}: {', '.join(exponents(times)) or 'one size only'}")
    if told.json:
        told.json.write_text(json.dumps({"rows": table.rows, "growth_ms_above_base": growth}, indent=2) + "\n")


if __name__ == "__main__":
    main()
