"""`save card`: new cards, the given keys and the brief of old ones, slugs, superseding, status."""

from __future__ import annotations

import os
import unicodedata
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pickup_tui import text
from pickup_tui.handoff import Brief
from pickup_tui.readers import card as reader
from pickup_tui.save import card, safe
from pickup_tui.save.incoming import Incoming
from strategies import brief_read, incomings, markdown

if TYPE_CHECKING:
    from pathlib import Path

    from pickup_tui.handoff import Handoff

NOW = "2026-11-30T10:00:00+00:00"
NEW = Incoming(topic="Upload retry", prs=("acme/up#41",), brief=Brief(next_step="write the test", why_stopped="tired"), body="Notes.")
OLD = b"""---
# the team's card
kind: handoff
title: 'Upload retry'   # short
status: active
owner:  me
prs:
  - acme/up#41
  # the first try
last_session: 2026-11-01

scope: [a,
  b]
---

# Upload retry

Words of a person.

## Last session brief

```yaml
next_step: old step
why_stopped: old reason
```

Old notes.

## Scope

keep
"""


def read(data: bytes) -> Handoff:
    (handoff,) = reader.read("/x/card.md", text.decode(data)).handoffs
    return handoff


def save(folder: Path, incoming: Incoming = NEW, supersedes: str | None = None, *, project: str | None = None, dry: bool = False) -> card.Saved:
    observed = (("branch", "feature/x"), *((("worktree", project),) if project else ()))
    return card.save(str(folder), incoming, NOW, observed, supersedes, project=project, dry=dry)


class TestNew:
    def test_it_is_written_and_read_back(self, tmp_path: Path) -> None:
        folder = tmp_path / "deep" / "handoff"
        path = save(folder).change.path
        assert path == str(folder / "upload-retry.md")
        with open(path, "rb") as file:
            data = file.read()
        assert data.decode() == (
            '---\nkind: handoff\ntitle: "Upload retry"\nstatus: active\nlast_session: 2026-11-30T10:00:00+00:00\nprs: [acme/up#41]\n'
            "branch: feature/x\n---\n\n## Last session brief\n\n"
            '```yaml\nnext_step: "write the test"\nwhy_stopped: "tired"\n```\n\nNotes.\n'
        )
        handoff = read(data)
        assert (handoff.topic, handoff.status, handoff.prs, handoff.branch, handoff.declared) == (
            "Upload retry", "active", ("acme/up#41",), "feature/x", NOW,
        )  # fmt: skip

    def test_a_dry_run_writes_nothing(self, tmp_path: Path) -> None:
        assert save(tmp_path / "no", dry=True).change.after.startswith(b"---\nkind: handoff")
        assert os.listdir(tmp_path) == []
        save(tmp_path / "yes", dry=False)
        before = (tmp_path / "yes" / "upload-retry.md").read_bytes()
        assert save(tmp_path / "yes", NEW.with_(body="Other."), "upload-retry", dry=True).others[0].after != before
        assert os.listdir(tmp_path / "yes") == ["upload-retry.md"]
        assert (tmp_path / "yes" / "upload-retry.md").read_bytes() == before

    def test_an_unknown_status_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(safe.NotSaved, match="no status"):
            save(tmp_path, NEW.with_(status="waiting"))

    @settings(max_examples=40)
    @given(incomings())
    def test_any_text_reads_back(self, incoming: Incoming) -> None:
        given_ = incoming.brief
        dated = Brief(next_step=given_.next_step, why_stopped=given_.why_stopped, plan_progress=given_.plan_progress, date=NOW, hash=given_.hash)
        incoming = incoming.with_(brief=dated)  # as the command fills it in: a brief is never empty
        handoff = read(card.create(incoming, NOW, ()).encode())
        assert handoff.topic == (incoming.topic or "handoff")
        assert handoff.brief == brief_read(incoming)


class TestOld:
    def test_the_given_keys_and_the_brief_and_nothing_else(self) -> None:
        new = card.update(OLD, "x", Incoming(topic="Upload retry", brief=Brief(next_step="new step")), NOW)
        assert new == (
            OLD.replace(b"last_session: 2026-11-01\n", f"last_session: {NOW}\n".encode())
            .replace(b"next_step: old step\nwhy_stopped: old reason", b'next_step: "new step"')
        )  # fmt: skip

    def test_a_body_replaces_the_notes_of_the_last_session(self) -> None:
        new = card.update(OLD, "x", NEW.with_(status="done", prs=("acme/up#41", "acme/up#50")), NOW)
        assert b"Old notes." not in new
        assert b"\n\nNotes.\n\n## Scope\n\nkeep\n" in new
        assert b"prs: [acme/up#41, acme/up#50]\nlast_session" in new
        assert b"Words of a person." in new
        assert b"scope: [a,\n  b]\n" in new
        assert read(new).status == "done"

    def test_a_brief_that_does_not_say_what_is_next_leaves_the_rest(self) -> None:
        old = OLD.replace(b"why_stopped: old reason\n", b"why_stopped: old reason\ndecisions: [a, b]\n'to ask': x\n")
        new = card.update(old, "x", Incoming(brief=Brief(plan_progress="2/3", date=NOW)), NOW)
        brief = read(new).brief
        assert (brief.next_step, brief.why_stopped, brief.plan_progress, brief.date) == ("old step", "old reason", "2/3", NOW)
        assert brief.extra == (("decisions", "a; b"), ("to ask", "x"))
        assert b"decisions:\n  - " in new  # a list is still one
        assert b"Old notes." in new
        again = card.update(new, "x", Incoming(extra=(("to ask", "y"),)), NOW)
        assert (read(again).brief.next_step, dict(read(again).brief.extra)) == ("old step", {"decisions": "a; b", "to ask": "y"})

    @pytest.mark.parametrize("brief", [
        "```yaml\nnext_step: old # the comment\n```\n", "```yaml\nnext_step: a\nnext_step: old\ndecided: word\n```\n", "```yaml\nnext_step: old: x\nwhy: [word\n```\n",
        "- next_step: old\n- word: x\n", "words only\n",
    ])  # fmt: skip
    def test_nor_is_a_word_of_a_brief_lost_that_is_not_all_keys(self, brief: str) -> None:
        old = f"---\nkind: handoff\n---\n\n## Last session brief\n\n{brief}\n## Scope\n\nkeep\n".encode()
        new = card.update(old, "x", Incoming(brief=Brief(plan_progress="2/3", date=NOW)), NOW)
        assert {*old.split()} - {b"'to"} <= {*new.replace(b'"', b" ").split()}
        assert read(new).brief.plan_progress == "2/3"
        assert read(new).brief.next_step == read(old).brief.next_step

    def test_keys_that_a_new_brief_lacks_are_told(self, tmp_path: Path) -> None:
        save(tmp_path, NEW.with_(extra=(("decisions", "a"),)))
        assert save(tmp_path, NEW.with_(brief=Brief(next_step="new"))).warnings == (
            "the earlier brief is replaced, and what it said under `why_stopped`, `decisions` was not given again",
        )
        assert save(tmp_path, NEW.with_(brief=Brief(why_stopped="tired"), body="")).warnings == ()

    def test_one_that_would_not_be_read_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(safe.NotSaved, match="larger than 4 MiB"):
            save(tmp_path, NEW.with_(body="x" * (4 << 20)))
        assert os.listdir(tmp_path) == []
        old = b"---\nkind: handoff\n---\n" + b"x\n" * 20_000 + b"\n## Last session brief\n"
        with pytest.raises(safe.NotSaved, match="would not be read back"):
            card.update(old, "x", NEW, NOW)
        with pytest.raises(safe.NotSaved, match="larger than 4 MiB"):
            card.update(OLD + b"x" * (4 << 20), "x", Incoming(status="done"), NOW)

    def test_crlf_stays(self) -> None:
        new = card.update(OLD.replace(b"\n", b"\r\n"), "x", NEW, NOW)
        assert new.count(b"\n") == new.count(b"\r\n")
        assert read(new).brief.next_step == "write the test"

    def test_bare_keys_are_the_old_brief_too(self) -> None:
        old = b"---\nkind: handoff\n---\n## Last session brief\n\nnext_step: old\nwhy_stopped: gone\n\nprose stays\n"
        new = card.update(old, "x", Incoming(brief=Brief(next_step="new")), NOW)
        assert b"old" not in new
        assert b"gone" not in new
        assert b"prose stays\n" in new

    def test_a_card_without_a_brief_gets_one(self) -> None:
        old = b"---\nkind: handoff\n---\n\n# T\n\n```\nopen"
        new = card.update(old, "x", NEW, NOW)
        assert new.startswith(b"---\nkind: handoff\nlast_session: ")
        assert read(new).brief.next_step == "write the test"

    def test_frontmatter_that_cannot_be_read_is_not_touched(self) -> None:
        with pytest.raises(safe.NotSaved, match="cannot be read"):
            card.with_status(b"---\nkind: handoff\ntitle: 'open\n---\n", "x", "done")
        with pytest.raises(safe.NotSaved, match="cannot be read"):
            card.with_status(b"no card\n", "x", "done")

    def test_a_flow_mapping_is_refused_rather_than_broken(self) -> None:
        with pytest.raises(safe.NotSaved):
            card.with_status(b"---\nkind: handoff\nowner: {a: b,\nc: d}\nstatus: &x active\nother: *x\n---\n", "x", "done")

    @settings(max_examples=60)
    @given(markdown, incomings(), st.sampled_from(["\n", "\r\n"]))
    def test_any_body_of_a_card_keeps_its_other_parts(self, body: str, incoming: Incoming, newline: str) -> None:
        old = f"---\nkind: handoff\nowner: me\n---\n{body}\n## Scope\nkeep\n".replace("\n", newline).encode("utf-8", "replace")
        try:
            new = card.update(old, "x", incoming, NOW)
        except safe.NotSaved:
            return
        assert newline.join(["owner: me", f"last_session: {NOW}"]).encode() in new
        if incoming.brief.next_step:
            assert read(new).brief.next_step == incoming.brief.next_step

    def test_twice_gives_no_change(self) -> None:
        once = card.update(OLD, "x", NEW, NOW)
        assert card.update(once, "x", NEW, NOW) == once


class TestNames:
    def test_the_same_slug_and_repositories_is_the_same_card(self, tmp_path: Path) -> None:
        save(tmp_path)
        save(tmp_path, NEW.with_(prs=("ACME/up#99",), brief=Brief(next_step="second")))
        assert os.listdir(tmp_path) == ["upload-retry.md"]
        assert read((tmp_path / "upload-retry.md").read_bytes()).brief.next_step == "second"

    def test_other_repositories_get_another_card(self, tmp_path: Path) -> None:
        names = [os.path.basename(save(tmp_path, NEW.with_(prs=prs)).change.path) for prs in ((), ("a/b#1",), ("a/c#1",), ("a/b#2",))]
        assert names == ["upload-retry.md", "upload-retry-2.md", "upload-retry-3.md", "upload-retry-2.md"]

    @pytest.mark.parametrize(
        ("first", "second", "same"),
        [
            ("C++ build", "C# build", False), ("🎉", "🚀", False), ("🎉", "🎉", True), ("!!!", "???", False), ("!!!", "!!!", True), ("🎉", None, False),
            ("Fix: the build!", "fix the  build", True), ("Größe", unicodedata.normalize("NFD", "größe"), True), ("Fix #41", "Fix @41", False),
            ("Upload: retry", "upload-retry", True), (None, None, True), ("x" * 300, "x" * 299 + "y", False),
        ],
    )  # fmt: skip
    def test_another_title_of_the_same_slug_is_another_card(self, tmp_path: Path, first: str | None, second: str | None, same: bool) -> None:
        names = [save(tmp_path, NEW.with_(topic=title)).change.path for title in (first, second, first)]
        assert (names[0] == names[1], names[2]) == (same, names[0])
        assert read((tmp_path / os.path.basename(names[0])).read_bytes()).topic == (first or "handoff")

    def test_without_pull_requests_another_project_is_another_card(self, tmp_path: Path) -> None:
        bare = NEW.with_(prs=())
        projects = [str(tmp_path / name) for name in ("a", "b")]
        paths = [save(tmp_path / "cards", bare, project=project).change.path for project in (*projects, *projects, None)]
        assert [os.path.basename(path) for path in paths] == ["upload-retry.md", "upload-retry-2.md", "upload-retry.md", "upload-retry-2.md", "upload-retry.md"]
        # The same pull requests are the same card, wherever it is saved from.
        paths = [save(tmp_path / "other", NEW, project=project).change.path for project in projects]
        assert paths[0] == paths[1]

    def test_what_is_no_card_is_not_overwritten(self, tmp_path: Path) -> None:
        (tmp_path / "upload-retry.md").write_bytes(b"a note\n")
        (tmp_path / "upload-retry-2.md").write_bytes(b"---\nkind: handoff\ntitle: 'open\n---\n")
        assert os.path.basename(save(tmp_path).change.path) == "upload-retry-3.md"

    @pytest.mark.parametrize(
        ("topic", "slug"),
        [
            ("Upload retry: 429!", "upload-retry-429"), ("인수인계 문서", "인수인계-문서"), ("引き継ぎ 7", "引き継ぎ-7"), ("../../etc/passwd", "etc-passwd"),
            ("हिन्दी", "हिन्दी"), ("Größe", "größe"), (unicodedata.normalize("NFD", "Größe"), "größe"), ("🎯", "handoff"), ("", "handoff"), (".md", "md"),
        ],
    )  # fmt: skip
    def test_slugs_keep_every_script(self, topic: str, slug: str) -> None:
        assert card.slug(topic) == slug

    @given(st.text())
    def test_a_slug_is_a_safe_name(self, topic: str) -> None:
        name = card.slug(topic)
        assert name == os.path.basename(name)
        assert 0 < len(name.encode("utf-8", "replace")) <= 120
        assert not name.startswith((".", "-"))
        assert card.slug(name) == name


class TestSupersede:
    def test_the_old_card_is_marked_after_the_new_one_is_there(self, tmp_path: Path) -> None:
        (tmp_path / "old.md").write_bytes(OLD)
        done = save(tmp_path, supersedes="old")
        assert (tmp_path / "old.md").read_bytes() == OLD.replace(b"status: active", b"status: superseded")
        assert [os.path.basename(done.change.path), *(os.path.basename(one.path) for one in done.others)] == ["upload-retry.md", "old.md"]

    def test_a_card_does_not_supersede_itself(self, tmp_path: Path) -> None:
        save(tmp_path)
        assert os.path.basename(save(tmp_path, supersedes="upload-retry").change.path) == "upload-retry-2.md"
        assert read((tmp_path / "upload-retry.md").read_bytes()).status == "superseded"
        assert os.path.basename(save(tmp_path).change.path) == "upload-retry-2.md"  # never brought back to life

    @pytest.mark.parametrize("name", ["gone", "../x", ".hidden"])
    def test_an_unknown_slug_stops_the_save(self, tmp_path: Path, name: str) -> None:
        with pytest.raises(safe.NotSaved):
            save(tmp_path, supersedes=name)
        assert os.listdir(tmp_path) == []

    def test_a_card_that_is_done_is_told(self, tmp_path: Path) -> None:
        save(tmp_path, NEW.with_(status="done"))
        assert "marked done" in save(tmp_path).warnings[0]
        assert save(tmp_path, NEW.with_(status="active")).warnings == ()
