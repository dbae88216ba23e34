"""Dates inside text, as people write them: the forms that `when.parse` does not read whole.

Found are dates with a year, a month and a day; what lacks one of them (`2025-02-XX`, `April 2026`) is no date. A
date stays a calendar date: no zone is ever applied to it. The forms are the table FORMS; what none of them reads can
still be given to `fallback`, which asks dateparser (imported then, and only then).
"""

from __future__ import annotations

import re

from . import when
from .handoff import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

# Month names by language, January first; several spellings are parted by `|`. Accents are optional in the text.
MONTHS: Mapping[str, tuple[str, ...]] = {
    "en": (
        "january|jan", "february|feb", "march|mar", "april|apr", "may", "june|jun", "july|jul", "august|aug",
        "september|sept|sep", "october|oct", "november|nov", "december|dec",
    ),
    "pt": (
        "janeiro", "fevereiro|fev", "março", "abril|abr", "maio|mai", "junho", "julho", "agosto|ago", "setembro|set",
        "outubro|out", "novembro", "dezembro|dez",
    ),
    "es": (
        "enero|ene", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre|setiembre", "octubre",
        "noviembre", "diciembre|dic",
    ),
    "fr": (
        "janvier|janv", "février|févr", "mars", "avril|avr", "mai", "juin", "juillet|juil", "août", "septembre", "octobre",
        "novembre", "décembre|déc",
    ),
    "de": (
        "januar|jänner", "februar", "märz", "april", "mai", "juni", "juli", "august", "september", "oktober|okt",
        "november", "dezember",
    ),
    "it": (
        "gennaio|gen", "febbraio|febbr", "marzo", "aprile", "maggio|mag", "giugno|giu", "luglio|lug", "agosto",
        "settembre|sett", "ottobre|ott", "novembre", "dicembre",
    ),
    "ru": (
        "января", "февраля", "марта", "апреля", "мая", "июня", "июля", "августа", "сентября", "октября", "ноября", "декабря",
    ),
    "tr": (
        "ocak", "şubat", "mart", "nisan", "mayıs", "haziran", "temmuz", "ağustos", "eylül", "ekim", "kasım", "aralık",
    ),
    "id": (
        "januari", "februari|pebruari", "maret", "april", "mei", "juni", "juli", "agustus|agu", "september", "oktober|okt",
        "november", "desember|des",
    ),
    "ar": (
        "يناير", "فبراير", "مارس", "أبريل|ابريل", "مايو", "يونيو", "يوليو", "أغسطس|اغسطس", "سبتمبر", "أكتوبر|اكتوبر", "نوفمبر", "ديسمبر",
    ),
}  # fmt: skip
# Words for zones that mean one offset only; CST, IST and the like mean several and say nothing.
ZONES: Mapping[str, str] = {
    "utc": "Z", "gmt": "Z", "z": "Z", "kst": "+0900", "jst": "+0900", "cet": "+0100", "cest": "+0200", "brt": "-0300",
    "est": "-0500", "edt": "-0400", "pst": "-0800", "pdt": "-0700", "mst": "-0700", "mdt": "-0600", "cdt": "-0500",
    "bst": "+0100", "sgt": "+0800", "hkt": "+0800", "aest": "+1000",
}  # fmt: skip
# Languages whose 5/6 is the fifth of June.
DAY_FIRST = frozenset(("pt", "es", "fr", "de", "it", "vi", "ru", "tr", "id", "ar"))
_OPTIONAL = {"á": "[áa]", "ã": "[ãa]", "ç": "[çc]", "é": "[ée]", "û": "[ûu]", "ä": "(?:ä|ae|a)", "ü": "(?:ü|ue|u)"}


class Found(Record):
    """A date in a text: where it stands, and what it declares (as `when.parse` normalises it)."""

    __slots__ = ("declared", "end", "start")

    def __init__(self, start: int, end: int, declared: str) -> None:
        self.start = start
        self.end = end
        self.declared = declared


def _months() -> dict[str, int]:
    return {name: number for names in MONTHS.values() for number, part in enumerate(names, 1) for name in part.split("|")}


def _month_words() -> str:
    names = sorted(_months(), key=len, reverse=True)
    return "|".join("".join(_OPTIONAL.get(char, char) for char in name) for name in names)


_TIME = (
    r"(?:(?:[T ]|,?[ ]{1,2}(?:at |às |um |alle |à |~|kl\. )?|[ ]*[（(]?)(?P<h>[01]?\d|2[0-4])(?::|h|[ ]?時|[ ]?시[ ]?)(?P<mi>[0-5]\d)?"
    r"(?::(?P<s>[0-5]\d))?(?:[.,]\d{1,9})?[ ]?(?P<ap>[AaPp]\.?[Mm]\.?(?![a-z]))?(?:[ ]?(?P<z>Z(?![a-z])|[+-]\d\d:?\d\d(?!\d)|[+-]\d\d(?![\d:])|[A-Z]{3,4}(?![A-Za-z])))?)?"
)
_SEP = r"(?:[ ]|[ ]?[.,][ ]?|[ ]de[ ]|[ ]del[ ]|[ ]of[ ]|[ ]d'|[/-])"
# Name of the form, what it looks like. `y`, `m`, `d`, `name` are its parts; `a`, `b` are day and month in either order.
FORMS: tuple[tuple[str, str], ...] = (
    ("compact", r"(?<![\w.])(?P<y>(?:19|20)\d\d)(?P<m>[01]\d)(?P<d>[0-3]\d)(?:[T_-](?P<h>[0-2]\d)(?P<mi>[0-5]\d)(?P<s>[0-5]\d)?(?P<z>Z)?)?(?![\w.]*\w)"),
    # From one day to another is a date of the last one, so these come before the form that reads the first.
    ("months", r"(?<![\w./-])(?P<y>(?:19|20)\d\d)-(?P<fm>\d{1,2})-(?P<fd>\d{1,2})[ ]?[~–—/][ ]?(?P<m>\d{1,2})-(?P<d>\d{1,2})(?![\w-])"),
    ("days", r"(?<![\w./-])(?P<y>(?:19|20)\d\d)-(?P<m>\d{1,2})-(?P<fd>\d{1,2})[~–/](?P<d>\d{1,2})(?![\w:.%-])"),
    ("iso", r"(?<![\w./-])(?P<y>(?:19|20)\d\d)-(?P<m>\d{1,2})-(?P<d>\d{1,2})(?![\d-])" + _TIME),
    ("slashes", r"(?<![\w./-])(?P<y>(?:19|20)\d\d)(?P<q>[/.])[ ]?(?P<m>\d{1,2})(?P=q)[ ]?(?P<d>\d{1,2})(?:\.(?!\d))?(?!\d|[/-]|\.\d)" + _TIME),
    ("east", r"(?<!\d)(?P<y>(?:19|20)\d\d)[ ]?[年년][ ]?(?P<m>\d{1,2})[ ]?[月월][ ]?(?P<d>\d{1,2})[ ]?[日日号號일]" + _TIME),
    ("reiwa", r"令和[ ]?(?P<era>\d{1,2}|元)[ ]?年[ ]?(?P<m>\d{1,2})[ ]?月[ ]?(?P<d>\d{1,2})[ ]?日" + _TIME),
    ("dots", r"(?<![\w./-])(?P<d>\d{1,2})\.[ ]?(?P<m>\d{1,2})\.[ ]?(?P<y>(?:19|20)\d\d)(?![\d/-]|\.\d)" + _TIME),
    ("either", r"(?<![\w./-])(?P<a>\d{1,2})(?P<q>[/-])(?P<b>\d{1,2})(?P=q)(?P<y>(?:19|20)\d\d)(?![\d/-]|\.\d)" + _TIME),
    ("month day", rf"(?<![^\W\d_])(?P<name>{_month_words()})\.?[ ](?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?:,[ ]?|[ ])(?P<y>(?:19|20)\d\d)(?!\d)" + _TIME),
    ("day month", rf"(?<![\w./])(?P<d>\d{{1,2}})(?:st|nd|rd|th|er|º|°|\.)?{_SEP}(?P<name>{_month_words()})\.?{_SEP}(?P<y>(?:19|20)\d\d)(?!\d)" + _TIME),
    ("year month", rf"(?<![\w./-])(?P<y>(?:19|20)\d\d)[ -](?P<name>{_month_words()})[ -](?P<d>\d{{1,2}})(?!\d)" + _TIME),
    ("unix", rf"(?<![^\W\d_])(?P<name>{_month_words()})[ ]{{1,2}}(?P<d>\d{{1,2}})[ ](?P<h>[0-2]\d):(?P<mi>[0-5]\d):(?P<s>[0-5]\d)(?:[ ][A-Z]{{3,4}})?[ ](?P<y>(?:19|20)\d\d)(?:[ ](?P<z>[+-]\d{{4}}))?(?!\d)"),
    ("vietnamese", r"(?<!\d)(?P<d>\d{1,2})[ ]tháng[ ](?P<m>\d{1,2})[ ,]{1,2}(?:năm[ ])?(?P<y>(?:19|20)\d\d)(?!\d)" + _TIME),
)  # fmt: skip
_compiled: dict[str, re.Pattern[str]] = {}
_LETTERS = re.compile(r"[^\W\d_]{3,12}")
_numbers: dict[str, int] = {}
_QUICK = re.compile(r"(?:19|20)\d\d|令和")
_REIWA = 2018  # the year before the era's first
# Digits of other scripts, as full-width ones, in place of which ASCII's can stand: a text keeps its length.
_OTHER = re.compile(r"[０-９٠-٩]")
_DIGITS = {ord(char): str(value) for digits in ("０１２３４５６７８９", "٠١٢٣٤٥٦٧٨٩") for value, char in enumerate(digits)}


def find(text: str, day_first: bool = False) -> list[Found]:
    """Every date in `text` in its order; of overlapping readings the first form's.

    `day_first` settles 5/6/2026, when neither number is above 12: the fifth of June, else May 6th.
    """
    if not text.isascii() and _OTHER.search(text):
        text = text.translate(_DIGITS)
    if not _QUICK.search(text):
        return []
    taken: list[Found] = []
    for form, pattern in _forms(named=_names_month(text)):
        for match in pattern.finditer(text):
            declared = _declared(form, match, day_first)
            if declared and not any(match.start() < other.end and other.start < match.end() for other in taken):
                taken.append(Found(match.start(), match.end(), declared))
    return sorted(taken, key=lambda found: found.start)


def first(text: str, day_first: bool = False) -> str | None:
    """The first date in `text`, as `when.parse` normalises it."""
    found = find(text, day_first)
    return found[0].declared if found else None


def value(text: str, day_first: bool = False) -> str | None:
    """The date that a value given as one declares: ISO, any of FORMS, else what dateparser makes of it."""
    text = text.strip()[:200]
    return when.parse(text) or first(text, day_first) or fallback(text, day_first)


def in_name(name: str) -> Found | None:
    """The date in a file's name: `2026-07-20-arc.md`, `handoff_20260305_160758.md`, `outlook_20260717`, `2026_07_20`."""
    for match in re.finditer(
        r"(?<!\d)(20\d\d)(?:([-_.]?)([01]\d)\2([0-3]\d)|年(\d{1,2})月(\d{1,2})日)(?:[-_T ](\d\d)-?(\d\d)-?(\d\d)?(?!\d))?(?!\d)",
        name,
    ):
        year, month, day = int(match[1]), int(match[3] or match[5]), int(match[4] or match[6])
        declared = when.date(year, month, day)
        if match[7] and declared:
            declared = when.moment(year, month, day, int(match[7]), int(match[8]), int(match[9] or 0)) or declared
        if declared:
            return Found(match.start(), match.end(), declared)
    return None


def fallback(text: str, day_first: bool = False) -> str | None:
    """What dateparser reads in `text`: a date in any of its languages with day, month and year. Slow to import (0.3 s).

    Only asked when the text has a year and could name a month: numbers alone are settled by FORMS.
    """
    year = _QUICK.search(text)
    if not year or len(text) > 40 or not re.search(r"[^\W\d_]{3}", text) or not re.search(r"(?<!\d)\d{1,2}(?!\d)", text):
        return None
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of its own regular expressions and calendars: nothing that we could change
        import dateparser

        try:
            read = dateparser.parse(
                text,
                settings={
                    "REQUIRE_PARTS": ["day", "month", "year"],
                    "DATE_ORDER": "DMY" if day_first else "MDY",
                    "RETURN_AS_TIMEZONE_AWARE": False,
                    "PARSERS": ["absolute-time"],
                },
            )
        except (ValueError, OverflowError, RecursionError):
            return None
    # A year that the text does not have was guessed.
    return when.date(read.year, read.month, read.day) if read and str(read.year) in text else None


def _forms(*, named: bool) -> Iterator[tuple[str, re.Pattern[str]]]:
    """The forms in their order, compiled when first needed; those with a month's name where a text has one."""
    for name, form in FORMS:
        by_name = "P<name>" in form
        if by_name and not named:
            continue
        if name not in _compiled:
            _compiled[name] = re.compile(form, re.IGNORECASE if by_name or "há" in form else 0)
        yield name, _compiled[name]


def _names_month(text: str) -> bool:
    """Whether a word of the text is a month's name."""
    return any(_month(word) for word in _LETTERS.findall(text))


def _declared(form: str, match: re.Match[str], day_first: bool) -> str | None:
    parts = match.groupdict()
    if form == "either":
        one, two = int(parts["a"]), int(parts["b"])
        day, month = (one, two) if one > 12 or (day_first and two <= 12) else (two, one)
    else:
        month = _month(parts["name"]) if parts.get("name") else int(parts["m"])
        day = int(parts["d"])
    if form == "days" and day <= int(parts["fd"]):
        return None
    era = parts.get("era")
    year = _REIWA + int(era.replace("元", "1")) if era else int(parts["y"] or 0)
    if form == "months" and (month, day) < (int(parts["fm"]), int(parts["fd"])):
        year += 1
    date = when.date(year, month, day)
    if date is None or not parts.get("h") or not (parts.get("mi") or parts.get("ap")):
        return date
    return _moment(year, month, day, parts) or date


def _moment(year: int, month: int, day: int, parts: Mapping[str, str | None]) -> str | None:
    hour, half = int(parts["h"] or 0), (parts.get("ap") or "").lower()[:1]
    if half and 1 <= hour <= 12:
        hour = hour % 12 + (12 if half == "p" else 0)
    zone = parts.get("z") or ""
    zone = ZONES.get(zone.lower(), "") if zone[:1].isalpha() else zone
    return when.moment(year, month, day, hour, int(parts.get("mi") or 0), int(parts.get("s") or 0), zone)


def _month(name: str) -> int:
    """The number of the month so called, with or without its accents; 0 for any other word."""
    if not _numbers:
        table = _months()
        _numbers.update({_plain(known): number for known, number in table.items()} | table)
    name = name.lower()
    return _numbers.get(name) or _numbers.get(_plain(name), 0)


def _plain(name: str) -> str:
    for accented, plain in zip("áãçéûäü", "aaceuau", strict=True):
        name = name.replace(accented, plain)
    return name.replace("ae", "a").replace("ue", "u")
