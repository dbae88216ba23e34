"""`save section`: this branch's section alone is replaced, every other byte stays, and it reads back as it was given."""

from __future__ import annotations

import glob
import os

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from pickup_tui import lines, text
from pickup_tui.handoff import Brief
from pickup_tui.readers import section as reader
from pickup_tui.save import safe, section
from pickup_tui.save.compose import embedded
from pickup_tui.save.incoming import Incoming
from pickup_tui.save.raw import Raw
from strategies import brief_read, incomings, markdown, words

DAY = "2026-11-30"
NEW = Incoming(topic="retry uploads", brief=Brief(next_step="write the test", date="2026-11-30T10:00:00+00:00"), body="Some *words*.")
WILD = sorted(glob.glob(os.path.join(os.path.dirname(__file__), "../../../shared/wild/files/*")))


def write(old: bytes | None, incoming: Incoming = NEW, branch: str = "main") -> bytes:
    return section.write(old, "HANDOFF.md", incoming, branch, DAY).data


def around(data: bytes, branch: str = "main") -> tuple[bytes, bytes]:
    """What stands before and after a branch's section, as bytes: found anew, by hand."""
    raw = Raw(data, "x")
    spans, _ = reader.spans(lines.scan(raw.text))
    (span,) = [span for span in spans if span.branch == branch]
    end = span.end + 1
    return b"".join(raw.lines[: span.start]), b"".join(raw.lines[end:])


def test_a_new_file() -> None:
    assert write(None).decode() == (
        "# Handoff\n\n## main (updated 2026-11-30)\n\n**What**: retry uploads\n\n## Context\n\n```yaml\n"
        'next_step: "write the test"\ndate: 2026-11-30T10:00:00+00:00\n```\n\nSome *words*.\n'
    )


def test_a_section_is_replaced_between_others() -> None:
    old = b"# Handoff\r\n\r\n## a (updated 2026-01-01)\r\n\r\none\r\n\r\n\r\n## main (updated 2026-01-02)\r\nold\r\n\r\n\r\n# Notes\r\nkeep"
    new = write(old)
    assert new.startswith(b"# Handoff\r\n\r\n## a (updated 2026-01-01)\r\n\r\none\r\n\r\n\r\n## main (updated 2026-11-30)\r\n")
    assert new.endswith(b"Some *words*.\r\n\r\n\r\n# Notes\r\nkeep")
    assert b"old" not in new
    assert new.count(b"\n") == new.count(b"\r\n")


def test_saving_twice_changes_nothing_more() -> None:
    once = write(b"# Handoff\n\n## other (updated 2026-01-01)\n\nx\n")
    assert write(once) == once


def test_a_section_in_a_fence_is_text() -> None:
    old = b"# H\n\n```md\n## main (updated 2026-01-01)\nexample\n```\n"
    new = write(old)
    assert new.startswith(old)
    assert [one.anchor for one in reader.read("x", text.decode(new)).handoffs] == ["main"]


@pytest.mark.parametrize("old", [b"# H\n\n```\ncode", b"# H\n\n<!-- a comment\n", b"x\n~~~~yaml\n"])
def test_what_the_file_leaves_open_is_closed_before_a_new_section(old: bytes) -> None:
    written = section.write(old, "HANDOFF.md", NEW, "main", DAY)
    assert written.data.startswith(old)
    assert any("left a block open" in warning for warning in written.warnings)
    assert write(written.data) == written.data


def test_a_section_whose_branch_stands_in_backticks_is_replaced() -> None:
    written = write(b"# H\n\n## `main` (updated 2026-01-01)\nold\n\n## other (updated 2026-01-01)\nkeep\n").decode()
    assert "`main`" not in written
    assert written.count("## main (updated ") == 1
    assert "old" not in written
    assert written.endswith("## other (updated 2026-01-01)\nkeep\n")


def test_of_two_sections_of_a_branch_the_newer_one_is_replaced() -> None:
    old = b"## main (updated 2026-01-01)\nfirst\n\n## main (updated 2026-02-02)\nsecond\n"
    new = write(old)
    assert new.startswith(b"## main (updated 2026-01-01)\nfirst\n\n## main (updated 2026-11-30)\n")
    assert b"second" not in new


def test_the_lines_of_an_underlined_heading_stay_with_it() -> None:
    old = b"## main (updated 2026-01-01)\nmine\n\nA title\nof two lines\n===\nkeep\n"
    assert write(old).endswith(b"\n\nA title\nof two lines\n===\nkeep\n")


def test_a_free_form_file_is_kept_and_told() -> None:
    written = section.write(b"# Handoff\n\n## Next\n\n- do it\n", "HANDOFF.md", NEW, "main", DAY)
    assert written.data.startswith(b"# Handoff\n\n## Next\n\n- do it\n")
    (said,) = written.warnings
    assert said.startswith("HANDOFF.md held no branch sections and was listed by itself (“HANDOFF.md”, next step “do it”): its text stays above")
    assert said.endswith("To list it again, move that text into a file of its own, such as docs/HANDOFF.md")
    assert section.write(b"# Handoff\n", "HANDOFF.md", NEW, "main", DAY).warnings == ()  # that was no row


def test_a_save_that_does_not_say_what_is_next_leaves_the_rest_of_the_section() -> None:
    old = (
        "## main (updated 2026-01-01)\n\n**What**: retry\n**Plan**: docs/plan.md, acme/up#4\n**Owner**: me\n\nAbove.\n\n## Context\n\n"
        "```yaml\nnext_step: old step\nwhy_stopped: old reason\ndecisions: [a, b]\n```\n\n### More\n\nwords\n"
    )
    written = section.write(old.encode(), "HANDOFF.md", Incoming(brief=Brief(plan_progress="2/3")), "main", DAY)
    (one,) = reader.read("x", written.data.decode()).handoffs
    assert (one.topic, one.prs, one.declared) == ("retry", ("acme/up#4",), DAY)
    assert (one.brief.next_step, one.brief.why_stopped, one.brief.plan_progress) == ("old step", "old reason", "2/3")
    assert one.brief.extra == (("decisions", "a; b"),)
    assert written.warnings == ()
    text = written.data.decode()
    assert all(text.count(part) == 1 for part in ("docs/plan.md, acme/up#4", "**Owner**: me", "Above.", "### More\n\nwords"))
    again = section.write(written.data, "HANDOFF.md", Incoming(brief=Brief(plan_progress="2/3")), "main", DAY)
    assert again.data == written.data


def test_keys_that_a_new_brief_lacks_are_told() -> None:
    old = section.write(None, "x", NEW.with_(brief=Brief(next_step="a", why_stopped="b"), extra=(("decisions", "c"),)), "main", DAY).data
    written = section.write(old, "x", NEW.with_(brief=Brief(next_step="d")), "main", DAY)
    assert written.warnings == ("the earlier brief is replaced, and what it said under `why_stopped`, `decisions` was not given again",)


@pytest.mark.parametrize(
    ("old", "said"),
    [
        ("## other (updated 2026-11-01)\n" + "x\n" * 25_000, "more than 20000 lines"),
        ("## other (updated 2026-11-01)\n" + "x" * (4 << 20), "larger than 4 MiB"),
        ("## main (updated 2026-11-01)\n" + "x\n" * 19_990 + "\n## other (updated 2026-11-01)\n", "no longer be read"),
        ("# Handoff\n\n## Next\n\n- do it\n" + "x\n" * 19_990, "no longer be read"),
    ],
)
def test_a_section_that_would_not_be_read_is_refused(old: str, said: str) -> None:
    body = "\n".join(["line"] * 20)
    long_ = "\n".join(["line"] * 20_000)
    with pytest.raises(safe.NotSaved, match=said):
        section.write(old.encode(), "HANDOFF.md", NEW.with_(body=long_ if "main" in old else body), "main", DAY)


@pytest.mark.parametrize("branch", ["", "a b", "-x", "x..y", "x~1", "a\x1bb", "x.lock", "HEAD", "@", "a\u202eb"])
def test_what_git_would_not_allow_is_refused(branch: str) -> None:
    with pytest.raises(safe.NotSaved, match="no name that git would allow"):
        write(None, NEW, branch)


def test_utf_16_is_refused_and_windows_1252_kept() -> None:
    with pytest.raises(safe.NotSaved, match="UTF-16"):
        write("## a".encode("utf-16"))
    old = ("# Übergabe für später\n" * 40).encode("cp1252")
    new = write(old, NEW.with_(topic="Größe"))
    assert new.startswith(old)
    assert "Größe".encode("cp1252") in new
    assert reader.read("x", text.decode(new)).handoffs[0].topic == "Größe"
    with pytest.raises(safe.NotSaved, match="not UTF-8"):
        write(old, NEW.with_(topic="大小"))


def test_bytes_that_are_damaged_stay_as_they_are() -> None:
    old = b"# Handoff\n\n" + "größere Wörter\n".encode() * 20 + b"a \xff b \x00\n"
    new = write(old, NEW.with_(topic="大小"))
    assert new.startswith(old)
    assert reader.read("x", text.decode(new)).handoffs[0].topic == "大小"


def test_pull_requests_stand_in_the_plan() -> None:
    data = write(None, NEW.with_(plan="docs/plan.md, acme/up#41", prs=("acme/up#41", "acme/up#42")))
    assert b"**Plan**: docs/plan.md, acme/up#41, acme/up#42\n" in data
    assert reader.read("x", text.decode(data)).handoffs[0].prs == ("acme/up#41", "acme/up#42")


@pytest.mark.skipif(not WILD, reason="the real handoffs are not part of the repository")
@pytest.mark.parametrize("path", WILD, ids=os.path.basename)
def test_real_files_keep_every_other_byte(path: str) -> None:
    with open(path, "rb") as file:
        old = file.read()
    mine = "saved/by-a-test"
    first = write(old, NEW, mine)
    assert first.startswith(old)
    second = write(first, NEW.with_(body="other\n\n# Heading"), mine)
    assert second.startswith(old)
    rows = old.splitlines(keepends=True)
    for at in (0, len(rows) // 2):  # a section in the middle of it
        whole = b"".join(rows[:at]) + f"\n## {mine} (updated 2026-01-01)\nmine\n\n# rest\n".encode() + b"".join(rows[at:])
        if any(span.branch == mine for span in reader.spans(lines.scan(Raw(whole, "x").text))[0]):  # not in a fence
            assert around(write(whole, NEW, mine), mine) == around(whole, mine)


files = st.lists(
    st.one_of(markdown, st.sampled_from(["## main (updated 2026-01-01)", "## other (updated 2026-03-01)", "# Notes", "A\nB\n==="])),
    max_size=6,
).flatmap(lambda parts: st.sampled_from(["\n", "\r\n", "\r"]).map(lambda newline: "\n".join(parts).replace("\n", newline)))


@settings(max_examples=120)
@given(files, incomings())
@example("## main (updated 2026-01-01)\n<div>\n## other (updated 2026-01-01)", NEW.with_(body="<div>"))
@example("\ufeff", NEW)
@example("## main (updated 2026-01-01)\nnext_step: older", Incoming(brief=Brief(plan_progress="3/7")))
@example("## main (updated 2026-01-01)\r\n\r\n## other (updated 2026-01-01)", NEW)
def test_every_other_byte_stays_and_the_section_reads_back(old: str, incoming: Incoming) -> None:
    data = old.encode("utf-8", "replace")
    try:
        new = write(data, incoming)
    except safe.NotSaved:
        # Refused only where a reader would not give back the file's sections: never by what is saved.
        with pytest.raises(safe.NotSaved):
            write(data, Incoming(topic="x"))
        return
    raw = Raw(data, "x")
    spans, _ = reader.spans(lines.scan(raw.text))
    before = Brief()
    if any(span.branch == "main" for span in spans):
        if incoming.is_partial:  # what it does not say stays as the section says it
            before = next(one.brief for one in reader.read("x", raw.text).handoffs if one.anchor == "main")
        span = max((span for span in spans if span.branch == "main"), key=lambda one: one.date)
        assert new.startswith(b"".join(raw.lines[: span.start]))
        assert new.endswith(b"".join(raw.lines[span.end + 1 :]))
    else:
        assert new.startswith(data)
    own = next(one for one in reader.read("x", text.decode(new)).handoffs if one.anchor == "main")
    assert (own.declared or "")[:10] == DAY  # with the time that the brief gives, where it is of the same day
    given = brief_read(incoming)
    # Where no brief was given, the body's own words may be read as one: labels, or a fence of keys.
    if given != Brief():
        for name in ("next_step", "why_stopped", "plan_progress", "date", "hash"):
            assert getattr(own.brief, name) == (getattr(given, name) or getattr(before, name)), name
        assert set(own.brief.extra) == {*given.extra, *(pair for pair in before.extra if pair[0] not in dict(given.extra))}
    if incoming.topic:
        assert own.topic == incoming.topic
    assert write(new, incoming) == new


@settings(max_examples=60)
@given(incomings())
def test_a_fresh_file_is_never_refused(incoming: Incoming) -> None:
    own = next(one for one in reader.read("x", text.decode(write(None, incoming))).handoffs)
    assert own.anchor == "main"
    assume(incoming.topic)
    assert own.topic == incoming.topic


@given(markdown)
def test_a_body_keeps_its_words(body: str) -> None:
    cleaned = text.clean(body)
    got = words(embedded(cleaned, 3))
    for word in words(cleaned):
        assert word in got
