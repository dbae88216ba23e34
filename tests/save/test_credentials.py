"""Credentials are found by format, named by line and kind, and never shown."""

from __future__ import annotations

import subprocess
import sys
import traceback

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pickup_tui.save import credentials

# Made up, and put together here so that no scanner takes this file for a leak.
A = "Ab3dE5gH1jK2mN4pQ6rS8tU0vW7xY9zA1bC2"
SAMPLES = {
    "GitHub Token": ("ghp_" + A, "github_pat_" + A + "_" + A),
    "AWS Access Key": ("AKIA" + "ABCDEFGHIJ234567",),
    "GitLab Token": ("glpat-" + A[:20],),
    "OpenAI Token": ("sk-proj-" + A + A, "sk-" + A[:20] + "T3Blbk" + "FJ" + A[:20]),
    "Anthropic Token": ("sk-ant-" + "api03-" + A + A,),
    "Slack Token": ("xoxb-" + "123456789012-123456789012-" + "abcdefabcdef",),
    "Google API Key": ("AIza" + A[:35],),
    "Hugging Face Token": ("hf_" + A[:34],),
    "Stripe Access Key": ("sk_live_" + A[:24],),
    "NPM tokens": ("npm_" + A,),
    "SendGrid API Key": ("SG." + A[:22] + "." + (A + A)[:43],),
    "JSON Web Token": ("eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiIxIn0." + "c2lnbmF0dXJlLW9mLXRva2Vu",),
    "Telegram Bot Token": ("123456789:" + A[:35],),
    "PyPI Token": ("pypi-AgEIcHlwaS5vcmc" + A + A,),
}
KEY = "-----BEGIN {0}PRIVATE KEY-----\n" + "MIIEowIBAAKCAQEA\n" * 3 + "-----END {0}PRIVATE KEY-----"
PLAIN = (
    "commit 4f1c2aa9d3b84a0f0a1b2c3d4e5f60718293a4b5 is the last one",
    "sha256 " + "0123456789abcdef" * 4,
    'aws_token_commit: "0123456789abcdef0123456789abcdef01234567"',
    "the token in settings.json has expired, see docs/api_key.md",
    "APACHELICENSE and APDEXSCORES are no passwords",
    "https://example.org/a/b?token=none",
    "eyJust.a.word",
    "sk-learn, hf_hub, npm_config_registry, xoxo",
    "uuid 123e4567-e89b-12d3-a456-426614174000",
)


@pytest.mark.parametrize(("kind", "secret"), [(kind, secret) for kind, secrets in SAMPLES.items() for secret in secrets])
def test_a_token_is_found_by_line_and_kind_and_redacted(kind: str, secret: str) -> None:
    text = f"# Title\n\nthe key is {secret}, keep it\nlast line"
    (found,) = credentials.find(text)
    assert (found.line, found.kind) == (3, kind)
    assert credentials.redact(text) == f"# Title\n\nthe key is [redacted: {kind}], keep it\nlast line"


@pytest.mark.parametrize("name", ["", "RSA ", "EC ", "OPENSSH ", "DSA ", "ENCRYPTED "])
def test_a_private_key_goes_with_all_its_lines(name: str) -> None:
    text = "before\n" + KEY.format(name) + "\nafter"
    (found,) = credentials.find(text)
    assert (found.line, found.kind) == (2, "Private Key")
    assert credentials.redact(text) == "before\n[redacted: Private Key]\nafter"


def test_a_private_key_without_an_end_goes_as_far_as_it_reaches() -> None:
    text = "x\n-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMIIEowIBAAKCAQEA\nMIIEowIBAAKCAQEB\nand then prose"
    assert credentials.redact(text) == "x\n[redacted: Private Key]\nand then prose"


def test_a_key_in_one_line_of_json_goes_too() -> None:
    text = '{"k": "' + KEY.format("").replace("\n", "\\n") + '"}'
    assert credentials.redact(text) == '{"k": "[redacted: Private Key]"}'


@pytest.mark.parametrize("text", PLAIN)
def test_hashes_words_and_names_are_no_credentials(text: str) -> None:
    assert credentials.find(text) == ()


def test_several_in_one_line() -> None:
    text = f"{SAMPLES['GitHub Token'][0]} {SAMPLES['NPM tokens'][0]}"
    assert [found.kind for found in credentials.find(text)] == ["GitHub Token", "NPM tokens"]
    assert credentials.redact(text) == "[redacted: GitHub Token] [redacted: NPM tokens]"


def test_nothing_that_is_returned_holds_the_secret() -> None:
    secret = SAMPLES["GitHub Token"][0]
    assert secret not in repr(credentials.find("x " + secret))


def test_a_traceback_does_not_hold_the_secret() -> None:
    secret = SAMPLES["GitHub Token"][0]

    def fail() -> None:
        raise RuntimeError(credentials.find("x " + secret))

    with pytest.raises(RuntimeError) as failed:
        fail()
    assert secret not in "".join(traceback.format_exception(failed.value))


@given(st.text(), st.sampled_from([secret for secrets in SAMPLES.values() for secret in secrets]), st.text())
def test_what_was_redacted_holds_no_credential(before: str, secret: str, after: str) -> None:
    redacted = credentials.redact(f"{before} {secret} {after}")
    assert secret not in redacted
    assert credentials.find(redacted) == ()


@settings(max_examples=60)
@given(st.sampled_from([pattern for _, pattern in credentials._patterns()]).flatmap(lambda pattern: st.from_regex(pattern, alphabet=st.characters(codec="ascii"))))
def test_the_cheap_look_misses_no_format(text: str) -> None:
    if list(credentials._spans(text)):
        assert credentials.find(text)


def test_the_cheap_look_passes_most_texts_by() -> None:
    text = "commit 4f1c2aa9d3b84a0f0a1b2c3d4e5f60718293a4b5 in docs/plan.md, PR #41; see https://example.org/a?b=1"
    assert not credentials._MARKS.search(text)


def test_the_scanner_is_imported_only_when_asked() -> None:
    code = "import sys; from pickup_tui.save import credentials; credentials.find('plain words'); sys.exit('detect_secrets' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
