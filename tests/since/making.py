"""What the tests of the checks share: real repositories made on the spot, a handoff about them, and GitHub on loopback."""

from __future__ import annotations

import json
import os
import re
import ssl
import subprocess
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

from pickup_tui import since
from pickup_tui.handoff import Brief, Handoff

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pickup_tui.since.facts import Since
    from support import Home

HOST = "github.localhost"  # where the real `gh` speaks plain HTTP
OLD, NEW = "2026-01-01T00:00:00Z", "2029-01-01T00:00:00Z"  # before and after every handoff
START = 1_790_000_000  # the committer's clock of the first commit: 2026-09-21 14:13:20 UTC


class Repo:
    """A repository whose commits are an hour apart."""

    def __init__(self, home: Home, name: str = "foo", *init: str, at: str | None = None) -> None:
        self.home = home
        self.path = at or os.path.join(home.projects, name)
        self.clock = START
        home.git(home.path, "init", "-q", "-b", "main", *init, self.path)

    def git(self, *words: str) -> str:
        self.home.environ |= {"GIT_AUTHOR_DATE": f"@{self.clock} +0000", "GIT_COMMITTER_DATE": f"@{self.clock} +0000"}
        return self.home.git(self.path, *words)

    def commit(self, message: str = "one", at: int | None = None, **files: str) -> str:
        """Commits these files (`a_py` is `a.py`), or nothing new; gives the hash."""
        self.clock = at or self.clock + 3600
        for name, text in files.items():
            self.write(name.replace("_", "."), text)
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD")

    def write(self, name: str, text: str = "x\n", mtime: float | None = None) -> str:
        return self.home.write(os.path.join(self.path, name), text, mtime)

    def handoff(self, **fields: Any) -> Handoff:
        """A handoff about this repository, on branch main and an hour after the newest commit unless said otherwise."""
        hash_ = fields.pop("hash", None)
        next_ = fields.pop("next_step", None)
        values: dict[str, Any] = {
            "kind": "section",
            "path": os.path.join(self.path, "HANDOFF.md"),
            "topic": "work",
            "project": os.path.basename(self.path),
            "project_path": self.path,
            "branch": "main",
            "when": float(self.clock + 1800),
            "brief": Brief(hash=hash_, next_step=next_),
        }
        return Handoff(**{**values, **fields})

    def check(self, text: str = "", environ: dict[str, str] | None = None, **fields: Any) -> Since:
        """What has changed since such a handoff. Only GitHub that a test plays is ever asked: no token, no way out."""
        world = self.home.world(**{"HTTPS_PROXY": "http://127.0.0.1:9", "HTTP_PROXY": "http://127.0.0.1:9", **(environ or {})})
        return since.check(self.handoff(**fields), text, world)


def state(found: Since) -> str | None:
    """What became of the branch, None when that is not known."""
    return found.branch.state if found.branch else None


def feed(repo: Repo, stream: str) -> None:
    """Commits by fast-import: one process for many."""
    subprocess.run(["git", "-C", repo.path, "fast-import", "--quiet", "--force"], input=stream.encode(), env=repo.home.environ, check=True, capture_output=True)


def clone(repo: Repo) -> tuple[Repo, str]:
    """A clone on branch main of a repository with main and feature/x, one commit ahead; and the commit where they part."""
    start = repo.commit("start")
    if repo.git("branch", "--show-current") != "main":
        repo.git("branch", "-f", "main")
    repo.git("switch", "-q", "-c", "feature/x")
    repo.commit("mine", a_py="1\n")
    ours = Repo.__new__(Repo)
    ours.home, ours.path, ours.clock = repo.home, repo.path + "-clone", repo.clock
    repo.git("clone", "-q", repo.path, ours.path)
    ours.git("switch", "-q", "main")
    ours.git("branch", "-D", "feature/x")
    return ours, start


def why(found: Since, check: str) -> str | None:
    """Why a check is unknown, None when it is not."""
    return next((item.why for item in found.unknown if item.check == check), None)


def eventually(true: Callable[[], bool], seconds: float = 20) -> bool:
    """Whether something comes true in time."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            return False
        os.sched_yield()
    return True


def on_github(home: Home) -> Repo:
    """A repository whose origin is acme/uploader on HOST."""
    repo = Repo(home)
    repo.git("remote", "add", "origin", f"https://{HOST}/acme/uploader.git")
    repo.commit()
    return repo


def ref(number: int) -> str:
    """A pull request of it."""
    return f"{HOST}/acme/uploader#{number}"


Answer = tuple[int, bytes]  # a status and a body


class _Handler(BaseHTTPRequestHandler):
    outer: GitHub

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - its name in the base class
        return

    def do_CONNECT(self) -> None:
        self.outer.hosts.append(self.path)
        self.send_response(200)
        self.end_headers()
        assert self.outer._certificate
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.outer._certificate[0])
        self.connection = context.wrap_socket(self.connection, server_side=True)
        self.rfile = self.connection.makefile("rb")
        self.wfile = self.connection.makefile("wb", buffering=0)
        self.close_connection = False

    def finish(self) -> None:
        super().finish()
        self.connection.close()

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.outer.queries.append((body["query"], body.get("variables") or {}))
        self.outer.tokens.append(self.headers.get("Authorization", ""))
        self.outer.asked.set()
        found = self.outer._answer(body["query"], body.get("variables") or {})
        if found is None:
            self.outer._closing.wait(60)
            return
        status, data = found if isinstance(found, tuple) else (200, json.dumps(found).encode())
        self.send_response(status)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(data) + (1000 if status == 299 else 0)))
        self.end_headers()
        self.wfile.write(data)
        self.close_connection = True


class GitHub:
    """A GraphQL server on loopback. `answer(query, variables)` makes the body; `None` never answers.

    queries  what was asked, as (query, variables)
    """

    def __init__(self, answer: Callable[[str, dict[str, Any]], dict[str, Any] | Answer | None], certificate: tuple[Path, str] | None = None) -> None:
        self.queries: list[tuple[str, dict[str, Any]]] = []
        self.hosts: list[str] = []
        self.tokens: list[str] = []
        self.asked = threading.Event()
        self._closing = threading.Event()
        self._answer = answer
        self._certificate = certificate
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"outer": self}))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()
        proxy = f"http://127.0.0.1:{self._server.server_address[1]}"
        self.environ = {"HTTP_PROXY": proxy, "HTTPS_PROXY": proxy, "GH_TOKEN": "x", "GH_ENTERPRISE_TOKEN": "x", "NO_PROXY": ""}

    def close(self) -> None:
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()


def parts(query: str, variables: dict[str, Any]) -> Iterator[tuple[str, str, int | None, str]]:
    """Of each aliased repository of a query: alias, owner/name, number, and the text inside."""
    for alias, owner, name, inside in re.findall(r"(\w+): repository\(owner: \$(\w+), name: \$(\w+)\) \{ (.*)", query):
        number = re.search(r"number: \$(\w+)", inside)
        yield alias, f"{variables[owner]}/{variables[name]}", variables[number[1]] if number else None, inside


def pull(number: int, **fields: Any) -> dict[str, Any]:
    """A pull request as GitHub gives it."""
    threads = fields.pop("threads", [])
    comments = fields.pop("comments", [])
    return {
        "number": number,
        "title": f"change {number}",
        "url": f"https://{HOST}/acme/uploader/pull/{number}",
        "state": "OPEN",
        "updatedAt": "2030-01-01T00:00:00Z",
        "reviewDecision": "REVIEW_REQUIRED",
        "comments": {"totalCount": len(comments), "nodes": [{"createdAt": each} for each in comments]},
        "reviews": {"totalCount": 0, "nodes": []},
        "reviewThreads": {"totalCount": len(threads), "pageInfo": {"hasNextPage": False, "endCursor": None}, "nodes": threads},
        **fields,
    }


def thread(text: str = "why?\nmore", *, resolved: bool = False, at: str = "2026-01-01T00:00:00Z", path: str = "src/a.py") -> dict[str, Any]:
    """A review thread as GitHub gives it."""
    return {"isResolved": resolved, "path": path, "comments": {"totalCount": 1, "nodes": [{"createdAt": at, "bodyText": text}]}}


def answering(pulls: dict[int, dict[str, Any]], issues: dict[int, str] | None = None, open_: int = 3) -> Callable[[str, dict[str, Any]], dict[str, Any]]:
    """Answers like GitHub: what is asked by number is there or NOT_FOUND, and then the whole body comes all the same."""

    def answer(query: str, variables: dict[str, Any]) -> dict[str, Any]:
        data: dict[str, Any] = {}
        errors: list[dict[str, Any]] = []
        for alias, _, number, inside in parts(query, variables):
            data[alias] = {}
            if "pullRequests(" in inside:
                data[alias]["pullRequests"] = {"totalCount": open_}
            for field, known in (("pullRequest(", pulls), ("issueOrPullRequest(", issues or {})):
                if number is None or field not in inside:
                    continue
                value: Any = known.get(number)
                if isinstance(value, str):
                    value = {"__typename": "Issue", "number": number, "state": value, "url": f"https://{HOST}/acme/uploader/issues/{number}"}
                data[alias][field[:-1]] = value
                if value is None:
                    errors.append({"type": "NOT_FOUND", "path": [alias, field[:-1]], "message": f"Could not resolve to a PullRequest with the number of {number}."})
        return {"data": data, **({"errors": errors} if errors else {})}

    return answer


def certificate(folder: Path, host: str) -> Path:
    """A certificate for `host` and its key, in one file, made with openssl."""
    path = folder / "host.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", f"/CN={host}",
         "-addext", f"subjectAltName=DNS:{host}", "-keyout", path, "-out", path.with_suffix(".crt")],
        check=True, capture_output=True,
    )  # fmt: skip
    path.write_bytes(path.read_bytes() + path.with_suffix(".crt").read_bytes())
    return path
