from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pickup_tui.checkpoint import ids

UUID = "0190c7d4-1111-4222-8333-444455556666"
RIGHT = [
    ("claude", UUID),
    ("claude", UUID.upper()),
    ("codex", UUID),
    ("hermes", "20261128_101500_a1b2c3"),
    ("hermes", "20261128_101500_a1b2c3d4"),
    ("opencode", "ses_5f3aBc"),
]


@pytest.mark.parametrize(("harness", "session_id"), RIGHT)
def test_the_right_form(harness: str, session_id: str) -> None:
    assert ids.wrong(harness, session_id) is None


WRONG = [
    "", "latest", "last", "-rf", "--last", "-", "_", f"-{UUID}", f"_{UUID}", UUID[:8], UUID[:-1], UUID + "0", UUID + " ", " " + UUID,
    UUID + "\n", "\n" + UUID, UUID + "\r", UUID + "\0", "\0", UUID.replace("-", ""), UUID.replace("-", "_"), "my session",
    "fix the login", UUID + "\x1b[31m", "../" + UUID, "$(id)", "`id`", ";id", "a;b", "a|b", "a b", "a\tb", "a/b", ".", "..", "*",
    UUID.replace("0", "０"), UUID.replace("1", "١"), UUID.replace("1", "𝟏"), UUID.replace("c", "с"), UUID.replace("-", "‐"),
    UUID.replace("4", "⁴"), UUID + "\u200b", "\ufeff" + UUID, UUID + "\u2028", "a" * 256, "a" * 257, "a" * 100_000, f"{UUID},{UUID}",
    "20261128_101500", "20261128_101500_a1b2c", "20261128_101500_a1b2c3d", "20261128_101500_g1b2c3", "２0261128_101500_a1b2c3",
    "20261128-101500-a1b2c3", "20261128_101500_a1b2c3d4e", "ses_", "ses-abc", "SES_abc", "ses_a b", "ses_a\n", "ses_" + "a" * 253,
]  # fmt: skip


@pytest.mark.parametrize("harness", ids.HARNESSES)
@pytest.mark.parametrize("session_id", WRONG)
def test_anything_else_is_refused_and_never_mended(harness: str, session_id: str) -> None:
    reason = ids.wrong(harness, session_id)
    assert reason
    assert len(session_id) < 6 or session_id not in reason
    with pytest.raises(ValueError):
        ids.argv(harness, session_id)


@pytest.mark.parametrize("session_id", [one for one in WRONG if one != "ses_" and not one.isalnum()] + ["０", "é", "a" * 257, "١"])
def test_the_general_form_stands_on_its_own(monkeypatch: pytest.MonkeyPatch, session_id: str) -> None:
    """Should a harness's own form ever be wider, or be got wrong."""
    monkeypatch.setitem(ids._OWN, "claude", (re.compile(r"(?s).*"), "anything"))
    plain = re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]*", session_id, re.ASCII)
    assert (ids.wrong("claude", session_id) is None) is bool(plain and len(session_id) <= 256 and not session_id.endswith("\n"))


def test_257_characters() -> None:
    assert "257 characters" in str(ids.wrong("claude", "a" * 257))


@pytest.mark.parametrize("harness", ["", "Claude", "claude ", "cursor", "claude\0"])
def test_another_harness(harness: str) -> None:
    assert ids.wrong(harness, UUID)


@pytest.mark.parametrize(
    ("harness", "session_id", "argv"),
    [
        ("claude", UUID, ["claude", "-p", "--resume", UUID]),
        ("codex", UUID, ["codex", "exec", "resume", UUID]),
        ("hermes", "20261128_101500_a1b2c3", ["hermes", "chat", "--resume", "20261128_101500_a1b2c3"]),
    ],
)
def test_argv(harness: str, session_id: str, argv: list[str]) -> None:
    assert ids.argv(harness, session_id) == argv


def test_opencode_has_no_form() -> None:
    assert not ids.resumable("opencode")
    with pytest.raises(ValueError, match="no safe form"):
        ids.argv("opencode", "ses_5f3aBc")


_ALPHABET = "0123456789abcdefABCDEF-_ \n\0.sexyzé０١с‐"


@given(st.sampled_from(ids.HARNESSES), st.text(max_size=40) | st.text(_ALPHABET, max_size=40) | st.from_regex(ids._OWN["hermes"][0]))
@settings(max_examples=60)
def test_whatever_passes_is_plain_ascii_and_no_option(harness: str, session_id: str) -> None:
    if ids.wrong(harness, session_id) is None:
        assert session_id.isascii()
        assert session_id.replace("-", "").replace("_", "").isalnum()
        assert session_id[0].isalnum()
        assert len(session_id) <= ids.LONGEST
