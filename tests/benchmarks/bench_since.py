"""How long the facts of one handoff take, against the bare git commands that they need, and what 20 PRs cost.

A report, not a test: `python tests/benchmarks/bench_since.py` prints a table and, as its last line, JSON.
The repository has 10,000 commits and 5,000 files; the spec wants at most 3 times the sum of the bare commands.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(TOP / "app"), str(TOP / "tests")]

from pickup_tui import run, since  # noqa: E402
from pickup_tui.handoff import Brief, Handoff  # noqa: E402
from since.making import HOST, GitHub, answering, pull  # noqa: E402
from support import Home  # noqa: E402

COMMITS, FILES, NEW, ROUNDS = 10_000, 5_000, 40, 7


def repository(home: Home) -> tuple[str, str]:
    """A folder with the repository, and the commit that the handoff names: NEW commits before the newest."""
    folder = home.project("big", git=True)
    rows = []
    for at in range(COMMITS):
        rows.append(f"commit refs/heads/main\nmark :{at + 1}\ncommitter a <a@example.org> {1_700_000_000 + at * 600} +0000\ndata 7\nchange\n")
        names = [f"d{name % 50}/f{name}.py" for name in (range(FILES) if at == 0 else (at % FILES,))]
        rows += [f"M 100644 inline {name}\ndata {len(str(at)) + 1}\n{at}\n" for name in names]
    subprocess.run(["git", "-C", folder, "fast-import", "--quiet"], input="\n".join(rows).encode() + b"\n", env=home.environ, check=True)
    home.git(folder, "reset", "-q", "--hard")
    home.git(folder, "switch", "-q", "-c", "feature/x")
    for name in ("one", "two"):
        home.write(os.path.join(folder, name), name, None)
        home.commit(folder, name)
    home.git(folder, "gc", "-q")
    home.git(folder, "status")
    return folder, home.git(folder, "rev-parse", f"HEAD~{NEW}")


def seconds(argv: tuple[str, ...], folder: str, home: Home) -> float:
    """How long a command takes that was run before, without its hardening."""
    words = [word for at, word in enumerate(argv) if word != "-c" and argv[at - 1] != "-c"]
    feed = b"HEAD\n" if "--batch-check" in words else b""
    begun = time.perf_counter()
    subprocess.run(words, cwd=folder, env=home.environ, input=feed, capture_output=True, check=False)
    return time.perf_counter() - begun


def facts(handoff: Handoff, home: Home, environ: dict[str, str]) -> tuple[float, list[tuple[str, ...]], str]:
    """Seconds, the commands that ran, and the sentence."""
    before = len(run.started)
    begun = time.perf_counter()
    found = since.check(handoff, "see `d1/f1.py` and `d1/none.py`", home.world(**environ))
    return time.perf_counter() - begun, run.started[before:], found.summary


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder) / "home")
        path, start = repository(home)
        handoff = Handoff(kind="section", path=f"{path}/HANDOFF.md", topic="t", project="big", project_path=path, branch="feature/x", brief=Brief(hash=start))
        first, commands, sentence = facts(handoff, home, {})
        ours, bare = [], []
        for _ in range(ROUNDS):
            taken, commands, _ = facts(handoff, home, {})
            ours.append(taken)
            bare.append(sum(seconds(argv, path, home) for argv in commands))
        server = GitHub(answering({number: pull(number) for number in range(1, 21)}))
        prs = tuple(f"{HOST}/acme/uploader#{number}" for number in range(1, 21))
        with_prs, ran, _ = facts(handoff.with_(prs=prs), home, server.environ)
        server.close()
    result = {
        "sentence": sentence,
        "git_commands": len(commands),
        "first_ms": round(first * 1000),
        "facts_ms": round(statistics.median(ours) * 1000, 1),
        "bare_ms": round(statistics.median(bare) * 1000, 1),
        "ratio": round(statistics.median(ours) / statistics.median(bare), 2),
        "with_20_prs_ms": round(with_prs * 1000, 1),
        "gh_calls_for_20_prs": sum(argv[0] == "gh" for argv in ran),
    }
    width = max(map(len, result))
    for name, value in result.items():
        print(f"{name:{width}}  {value}")
    print(json.dumps(result))


if __name__ == "__main__":
    main()
