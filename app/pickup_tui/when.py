"""Dates and times: the one parser of what handoffs declare, and the one way to say how long ago it was.

A declared time is kept as text in one of three forms, so that a calendar date stays that date in
every zone: "2026-11-28", "2026-11-28T10:00:00" (local), "2026-11-28T10:00:00+01:00".
Built on `time` alone: `datetime` and `calendar` are not needed on the quick paths.
"""

from __future__ import annotations

import time

DAY = 86400
_MONTH_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_TIME = (
    r"\s*(\d{4})(?:-(\d{1,2})-(\d{1,2})|/(\d{1,2})/(\d{1,2})|(\d\d)(\d\d))"
    r"(?:(?:[Tt]|\s+)(\d{1,2})(?::(\d\d)(?::(\d\d))?|(\d\d)(\d\d)?)(?:[.,]\d+)?"
    r"\s*(Z|z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?)?\s*"
)


def parse(text: str) -> str | None:
    """The ISO 8601 date or time that all of `text` is, normalised; None when it is anything else.

    Takes "2026-11-28", "2026/11/28", "20261128", with "T" or a space and "09:30[:00[.123]]" or "093000", and with
    "Z", "UTC", "+01:00", "+0100" or "-03". Dates that no calendar has are None.
    """
    if len(text) == 10 and text[4] == text[7] == "-" and (text[:4] + text[5:7] + text[8:]).isdecimal():  # as nearly all are
        return date(int(text[:4]), int(text[5:7]), int(text[8:]))
    import re

    found = re.fullmatch(_TIME, text)
    if not found:
        return None
    part = found.groups()
    year, month, day = int(part[0]), int(part[1] or part[3] or part[5]), int(part[2] or part[4] or part[6])
    if part[7] is None:
        return date(year, month, day)
    hour, minute, second = int(part[7]), int(part[8] or part[10] or 0), int(part[9] or part[11] or 0)
    return moment(year, month, day, hour, minute, second, part[12] or "")


def date(year: int, month: int, day: int) -> str | None:
    """`YYYY-MM-DD`, or None when the calendar has no such day (years 1970 to 9999)."""
    if not (1970 <= year <= 9999 and 1 <= month <= 12 and 1 <= day <= _MONTH_DAYS[month - 1]):
        return None
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    if month == 2 and day == 29 and not leap:
        return None
    return f"{year:04}-{month:02}-{day:02}"


def moment(year: int, month: int, day: int, hour: int, minute: int, second: int = 0, zone: str = "") -> str | None:
    """A date with a time; `zone` is "" (local), "Z", "UTC" or an offset. None when there is no such time."""
    day_text = date(year, month, day)
    if day_text is None or hour > 23 or minute > 59 or second > 60:
        return None
    if zone.upper() in ("Z", "UTC", "GMT"):
        zone = "+00:00"
    elif zone:
        digits = zone[1:].replace(":", "").ljust(4, "0")
        if int(digits[:2]) > 14 or int(digits[2:]) > 59:
            return None
        zone = f"{zone[0]}{digits[:2]}:{digits[2:]}"
    return f"{day_text}T{hour:02}:{minute:02}:{min(second, 59):02}{zone}"


def is_date(declared: str) -> bool:
    """Whether `declared` is a calendar date without a time of day."""
    return len(declared) == 10


def seconds(declared: str, mtime: float) -> float:
    """When `declared` was, in seconds since the epoch.

    A date without a time is `mtime` where that falls on the same local day, else local midnight
    (spec: picker.md, "Order and rows").
    """
    year, month, day = int(declared[:4]), int(declared[5:7]), int(declared[8:10])
    if is_date(declared):
        local = time.localtime(mtime)
        if (local.tm_year, local.tm_mon, local.tm_mday) == (year, month, day):
            return mtime
        return _midnight(year, month, day)
    hour, minute, second = int(declared[11:13]), int(declared[14:16]), int(declared[17:19])
    offset = declared[19:]
    if not offset:
        return time.mktime((year, month, day, hour, minute, second, 0, 0, -1))
    shift = (int(offset[1:3]) * 60 + int(offset[4:6])) * 60
    utc = _days(year, month, day) * DAY + hour * 3600 + minute * 60 + second
    return float(utc - shift if offset[0] == "+" else utc + shift)


def _midnight(year: int, month: int, day: int) -> float:
    """When a day begins here: where clocks skip midnight, the hour that follows it and not the day before."""
    start = time.mktime((year, month, day, 0, 0, 0, 0, 0, -1))
    local = time.localtime(start)
    if local.tm_mday == day and local.tm_hour == 0:
        return start
    noon = time.mktime((year, month, day, 12, 0, 0, 0, 0, -1))
    low, high = noon - DAY, noon  # the day begins between them; days differ by less than that everywhere
    while high - low > 1:
        middle = (low + high) // 2
        if time.localtime(middle)[:3] < (year, month, day):
            low = middle
        else:
            high = middle
    return high


def _days(year: int, month: int, day: int) -> int:
    """Days from 1970-01-01 to a day of the Gregorian calendar."""
    year -= month <= 2
    era, month = year // 400, month + (-3 if month > 2 else 9)
    in_era = year - era * 400
    return era * 146097 + in_era * 365 + in_era // 4 - in_era // 100 + (153 * month + 2) // 5 + day - 1 - 719468


def iso(moment_: float) -> str:
    """Seconds since the epoch as local ISO 8601 with offset, to the second."""
    local = time.localtime(moment_)
    minutes = local.tm_gmtoff // 60
    sign, minutes = ("-", -minutes) if minutes < 0 else ("+", minutes)
    return time.strftime("%Y-%m-%dT%H:%M:%S", local) + f"{sign}{minutes // 60:02}:{minutes % 60:02}"


def ago(elapsed: float) -> str:
    """`elapsed` seconds as people say it (spec: picker.md, "last"); the future is "just now"."""
    if elapsed < 60:
        return "just now"
    if elapsed < 3600:
        return f"{int(elapsed // 60)}m ago"
    if elapsed < DAY:
        return f"{int(elapsed // 3600)}h ago"
    if elapsed < 2 * DAY:
        return "yesterday"
    days = int(elapsed // DAY)
    if days < 7:
        return f"{days}d ago"
    if days < 28:
        return f"{days // 7}w ago"
    return f"{max(1, days // 30)}mo ago"
