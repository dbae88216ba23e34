"""Credentials in a text that is about to be saved, or was just loaded: token formats of known services, private keys.

The formats are those of `detect-secrets`, of its detectors that know a service's format by its prefix or shape,
and a few that it does not know yet. Three of its formats are spelled anew here, since looking for them takes time with the
square of a text that repeats how they begin. Its detectors by entropy and by keyword are left out: hashes and words like
"token" are everywhere in handoffs. Its import takes a quarter of a second, so it is imported here alone, and only for a text that holds the beginning
of one of the formats.

Nothing here keeps, returns, prints or raises what was found: only where it stands and what kind it is.
"""

from __future__ import annotations

import re

from pickup_tui.handoff import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_DETECTORS = (
    "artifactory.ArtifactoryDetector", "aws.AWSKeyDetector", "azure_storage_key.AzureStorageKeyDetector",
    "discord.DiscordBotTokenDetector", "github_token.GitHubTokenDetector", "gitlab_token.GitLabTokenDetector",
    "mailchimp.MailchimpDetector",
    "private_key.PrivateKeyDetector", "pypi_token.PypiTokenDetector", "sendgrid.SendGridDetector",
    "slack.SlackDetector", "square_oauth.SquareOAuthDetector", "stripe.StripeDetector",
    "telegram_token.TelegramBotTokenDetector", "twilio.TwilioKeyDetector",
)  # fmt: skip

# What detect-secrets 1.5 does not know: the prefixes that the services themselves document for secret scanning.
_MORE = (
    ("Anthropic Token", r"\bsk-ant-[a-z]+\d{2}-[\w-]{20,}"),
    ("OpenAI Token", r"\bsk-(?:proj|svcacct|admin)-[\w-]{40,}"),
    ("OpenRouter Token", r"\bsk-or-v1-[0-9a-f]{64}"),
    ("GitHub Token", r"\bgithub_pat_[A-Za-z0-9_]{22,}"),
    ("Google API Key", r"\bAIza[\w-]{35}"),
    ("Google OAuth Secret", r"\bGOCSPX-[\w-]{28}"),
    ("Google OAuth Token", r"\bya29\.[\w-]{30,}"),
    ("Hugging Face Token", r"\bhf_[A-Za-z0-9]{30,}"),
    ("Groq Token", r"\bgsk_[A-Za-z0-9]{40,}"),
    ("xAI Token", r"\bxai-[A-Za-z0-9]{60,}"),
    ("NPM tokens", r"\bnpm_[A-Za-z0-9]{36}"),
    ("Slack Token", r"\bxox[ce]-[\w-]{20,}|\bxapp-\d-[\w-]{20,}"),
    ("Stripe Access Key", r"\b[rs]k_(?:live|test)_[0-9a-zA-Z]{24,}|\bwhsec_[A-Za-z0-9+/=]{32,}"),
    ("DigitalOcean Token", r"\bdo[opr]_v1_[0-9a-f]{64}"),
    ("Databricks Token", r"\bdapi[0-9a-f]{32}\b"),
    ("Linear Token", r"\blin_(?:api|oauth)_[A-Za-z0-9]{40,}"),
    ("Notion Token", r"\bntn_[A-Za-z0-9]{40,}"),
    ("Supabase Token", r"\bsbp_[0-9a-f]{40}"),
    ("Docker Token", r"\bdckr_pat_[\w-]{27}"),
    ("Atlassian Token", r"\bATATT3[\w=-]{50,}"),
    ("Private Key", r"BEGIN ENCRYPTED PRIVATE KEY|PuTTY-User-Key-File-3|\bAGE-SECRET-KEY-1[0-9A-Z]{50,}"),
)
_SQUARE = (
    ("OpenAI Token", r"(?<=[A-Za-z0-9]{20})T3BlbkFJ[A-Za-z0-9]{20}"),  # what stands in its middle; `_spans` finds how it begins
    ("NPM tokens", r":_authToken=\s{0,20}(?:npm_\S{1,200}|[A-Fa-f0-9-]{36})"),
    ("JSON Web Token", r"eyJ[\w=-]{1,2000}\.[\w=-]{1,8000}(?:\.[\w.+/=-]{0,4000})?"),
)
_REACH = 250  # characters before the middle of an OpenAI token that are looked at
# How a block begins and how it ends: one pattern for both would look for the end from each beginning anew.
_BLOCK = (re.compile(r"-----BEGIN [A-Z0-9 ]{0,60}PRIVATE KEY[A-Z ]{0,20}-----"), re.compile(r"-----END [A-Z0-9 ]{0,60}PRIVATE KEY[A-Z ]{0,20}-----"))
# A key whose end was cut off: the lines of base64, and the header lines before them.
_CUT = re.compile(r"-----BEGIN [A-Z0-9 ]*PRIVATE KEY[A-Z ]*-----[^\n]*(?:\n[ \t>]*[\w-]+: [^\n]*)*(?:\n?\n[ \t>]*[A-Za-z0-9+/=]{16,}[ \t]*(?=\n|\Z))*")
_PUTTY = (re.compile(r"PuTTY-User-Key-File-\d"), re.compile(r"Private-MAC: {0,20}\w+"))
_TAIL = re.compile(r"[A-Za-z0-9_=-]*")  # what still belongs to a token whose format says less than its length
_JWT_TAIL = re.compile(r"[A-Za-z0-9_.=-]*")


# What every one of the formats begins with or holds: cheap to look for, and most texts have none of it. Held against
# the formats themselves by a test.
_MARKS = re.compile(
    r"PRIVATE KEY|PuTTY-User|AGE-SECRET|gh[pousr]_|github_pat_|gl[dfpsori]|GR1348941|glcbt|glagent|A3T|ABIA|ACCA|AKIA|ASIA|(?i:aws|xox|hooks\.slack)|AccountKey="
    r"|AKC[a-zA-Z0-9]{10}|AP[0-9A-F][a-zA-Z0-9]{8}|eyJ|[0-9a-z]{32}-us|_authToken|npm_|T3BlbkFJ|sk-|pypi-|SG\.|xapp-|sq0csp"
    r"|[rs]k_|whsec_|\d{8}:[\w-]{35}|AC[a-z0-9]{32}|SK[a-z0-9]{32}|[MNO][\w-]{23,25}\.[\w-]{6}\.|AIza|GOCSPX|ya29\.|hf_|gsk_|xai-|do[opr]_v1"
    r"|dapi|lin_|ntn_|sbp_|dckr_pat|ATATT3",
)


class Found(Record):
    """A credential: the line (from 1) of the text where it begins, its kind, and where it stands, as offsets."""

    __slots__ = ("end", "kind", "line", "start")

    def __init__(self, line: int, kind: str, start: int, end: int) -> None:
        self.line = line
        self.kind = kind
        self.start = start
        self.end = end


def find(text: str) -> tuple[Found, ...]:
    """The credentials in `text`, in its order; spans do not overlap."""
    spans = sorted(_spans(text)) if _MARKS.search(text) else []
    found: list[Found] = []
    for start, end, kind in spans:
        if found and start < found[-1].end:
            last = found[-1]
            found[-1] = Found(last.line, last.kind, last.start, max(last.end, end))
        else:
            found.append(Found(text.count("\n", 0, start) + 1, kind, start, end))
    return tuple(found)


def redact(text: str) -> str:
    """`text` with every credential replaced by its kind in brackets; lines that a key took up are one line then."""
    for found in reversed(find(text)):
        text = f"{text[: found.start]}[redacted: {found.kind}]{text[found.end :]}"
    return text


def _spans(text: str) -> Iterator[tuple[int, int, str]]:
    blocks = {match.start(): match.end() for match in _CUT.finditer(text)}
    blocks.update(span for begin, end in (_BLOCK, _PUTTY) for span in _between(text, begin, end))
    for start, end in blocks.items():
        yield start, end, "Private Key"
    for kind, pattern in _patterns():
        for match in pattern.finditer(text):
            if not _counts(kind, match[0], match[match.lastindex or 0] or ""):
                continue
            start, end = match.span()
            if kind == "OpenAI Token" and match[0].startswith("T3"):
                start = text.rfind("sk-", max(0, start - _REACH), start)
                if start < 0 or any(map(str.isspace, text[start:end])):
                    continue
            tail = None if kind == "Private Key" else (_JWT_TAIL if kind == "JSON Web Token" else _TAIL).match(text, end)
            yield start, tail.end() if tail else end, kind


def _between(text: str, begin: re.Pattern[str], end: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """From each beginning to the first end behind it; what begins before that belongs to it."""
    at = 0
    ends = end.finditer(text)
    last = next(ends, None)
    for first in begin.finditer(text):
        if first.start() < at:
            continue
        while last is not None and last.start() < first.end():
            last = next(ends, None)
        if last is None:
            return
        at = last.end()
        yield first.start(), at


def _counts(kind: str, whole: str, value: str) -> bool:
    """Whether a match is what its format says: three formats of detect-secrets also fit plain words and hashes."""
    if kind == "Artifactory Credentials":
        return any(char.isdigit() for char in whole)
    if kind == "AWS Access Key":
        return not re.fullmatch(r"[0-9a-f]{40}", value)
    if kind == "JSON Web Token":
        from detect_secrets.plugins.jwt import JwtTokenDetector

        return bool(JwtTokenDetector.is_formally_valid(whole))
    return True


def _patterns() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Kind and format of everything that is looked for."""
    from importlib import import_module

    for name in _DETECTORS:
        module, _, detector = name.partition(".")
        plugin = getattr(import_module(f"detect_secrets.plugins.{module}"), detector)
        for pattern in plugin.denylist:
            yield plugin.secret_type, pattern
    for kind, source in (*_SQUARE, *_MORE):
        yield kind, re.compile(source, re.ASCII)
