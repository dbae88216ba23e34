"""Dates: what is taken, when it was in every zone, and how it is said."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pickup_tui import when

if TYPE_CHECKING:
    from collections.abc import Callable

    Zone = Callable[[str], None]

ZONES = (
    "UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Apia", "Pacific/Kiritimati",
    "Pacific/Chatham", "America/St_Johns", "America/Sao_Paulo", "Asia/Beirut", "America/Havana", "Africa/Cairo", "Asia/Tehran", "America/Asuncion",
    "Atlantic/Azores", "Africa/Monrovia", "Etc/GMT+12",
)  # fmt: skip
# Midnights that clocks skipped.
SKIPPED = (
    ("America/Sao_Paulo", 2018, 11, 4), ("Asia/Beirut", 2021, 3, 28), ("America/Havana", 2024, 3, 10), ("Africa/Cairo", 2024, 4, 26),
    ("Asia/Tehran", 2020, 3, 21), ("America/Asuncion", 2023, 10, 1), ("Atlantic/Azores", 2024, 3, 31),
)  # fmt: skip


class TestParse:
    @pytest.mark.parametrize(
        ("text", "declared"),
        [
            ("2026-11-28", "2026-11-28"),
            (" 2026-11-28 ", "2026-11-28"),
            ("2026/6/5", "2026-06-05"),
            ("20261128", "2026-11-28"),
            ("2026-11-28T10:00", "2026-11-28T10:00:00"),
            ("2026-11-28 9:05:07", "2026-11-28T09:05:07"),
            ("2026-11-28T10:00:00Z", "2026-11-28T10:00:00+00:00"),
            ("2026-11-28T10:00:00.123456+01:00", "2026-11-28T10:00:00+01:00"),
            ("2026-11-28T10:00:00-0300", "2026-11-28T10:00:00-03:00"),
            ("2026-11-28 10:00 UTC", "2026-11-28T10:00:00+00:00"),
            ("20260403T093000Z", "2026-04-03T09:30:00+00:00"),
            ("2026-11-28T10:00:00+05", "2026-11-28T10:00:00+05:00"),
            ("2024-02-29", "2024-02-29"),
            ("2026-11-28T23:59:60Z", "2026-11-28T23:59:59+00:00"),
        ],
    )
    def test_taken(self, text: str, declared: str) -> None:
        assert when.parse(text) == declared

    @pytest.mark.parametrize(
        "text",
        [
            "", "2025-02-XX", "2026-13-01", "2026-00-10", "2026-02-29", "2100-02-29", "2026-11-31", "0000-01-01", "2026-11", "yesterday", "2026-11-28 and more",
            "1958e194", "2026-11-28T25:00", "2026-11-28T10:60", "2026-11-28T10:00+15:00", "v2026-11-28", "12345678901234567890", "2026-11-28T",
        ],
    )  # fmt: skip
    def test_refused(self, text: str) -> None:
        assert when.parse(text) is None

    @given(st.text(max_size=30))
    def test_never_fails(self, text: str) -> None:
        when.parse(text)

    @settings(max_examples=200)
    @given(st.datetimes(datetime(1970, 1, 2), datetime(9999, 12, 30)), st.integers(-14 * 60, 14 * 60))
    def test_what_datetime_writes_is_taken_as_it_means(self, moment: datetime, minutes: int) -> None:
        moment = moment.replace(microsecond=0, tzinfo=timezone(timedelta(minutes=minutes)))
        declared = when.parse(moment.isoformat())
        assert declared == moment.isoformat()
        assert when.seconds(declared, 0) == moment.timestamp()

    @settings(max_examples=200)
    @given(st.dates())
    def test_every_day_of_the_calendar_and_no_other(self, day: object) -> None:
        text = str(day)
        assert when.parse(text) == (text if text >= "1970" else None)


class TestSeconds:
    @pytest.mark.parametrize("name", ZONES)
    def test_a_calendar_date_stays_that_date(self, zone: Zone, name: str) -> None:
        zone(name)
        for days in range(0, 365 * 60, 11):
            day = datetime(1970, 1, 3) + timedelta(days=days)
            start = when.seconds(day.strftime("%Y-%m-%d"), -1e9)
            if time.localtime(start)[:3] != (day.year, day.month, day.day):
                assert (name, day) == ("Pacific/Apia", datetime(2011, 12, 30))
                continue
            assert time.localtime(start - 1)[:3] != (day.year, day.month, day.day), "local midnight, not later"
            assert when.iso(start).startswith(day.strftime("%Y-%m-%d"))

    @pytest.mark.parametrize(("name", "year", "month", "day"), SKIPPED)
    def test_a_midnight_that_clocks_skipped(self, zone: Zone, name: str, year: int, month: int, day: int) -> None:
        zone(name)
        start = time.localtime(when.seconds(f"{year}-{month:02}-{day:02}", 0))
        assert start[:6] == (year, month, day, 1, 0, 0)

    def test_a_day_that_a_zone_never_had_lies_between_its_neighbours(self, zone: Zone) -> None:
        zone("Pacific/Apia")
        before, skipped, after = (when.seconds(f"2011-12-{day}", 0) for day in (29, 30, 31))
        assert before <= skipped <= after
        assert before < after

    @settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(st.datetimes(datetime(1975, 1, 2), datetime(2037, 12, 30)), st.sampled_from(ZONES))
    def test_local_times_are_those_of_the_zone(self, zone: Zone, moment: datetime, name: str) -> None:
        zone(name)
        moment = moment.replace(microsecond=0)
        seconds = when.seconds(moment.isoformat(), 0)
        possible = {moment.replace(tzinfo=ZoneInfo(name), fold=fold).timestamp() for fold in (0, 1)}
        assert seconds in possible

    def test_a_date_takes_the_files_time_of_that_local_day(self, zone: Zone) -> None:
        zone("America/New_York")
        evening = datetime(2026, 11, 28, 23, 30, tzinfo=ZoneInfo("America/New_York")).timestamp()
        assert when.seconds("2026-11-28", evening) == evening
        midnight = datetime(2026, 11, 29, tzinfo=ZoneInfo("America/New_York")).timestamp()
        assert when.seconds("2026-11-29", evening) == midnight
        assert when.seconds("2026-11-28T10:00:00Z".replace("Z", "+00:00"), evening) == datetime(2026, 11, 28, 10, tzinfo=UTC).timestamp()

    @pytest.mark.parametrize("name", ZONES)
    def test_iso_is_the_same_moment(self, zone: Zone, name: str) -> None:
        zone(name)
        for moment in range(100_000_000, 2_000_000_000, 86_400_000 // 7):
            said = datetime.fromisoformat(when.iso(moment))
            assert said.timestamp() == moment


class TestAgo:
    @pytest.mark.parametrize(
        ("elapsed", "said"),
        [
            (-1e9, "just now"), (0, "just now"), (59.9, "just now"), (60, "1m ago"), (3599, "59m ago"), (3600, "1h ago"), (86399, "23h ago"),
            (86400, "yesterday"), (2 * 86400 - 1, "yesterday"), (2 * 86400, "2d ago"), (7 * 86400 - 1, "6d ago"), (7 * 86400, "1w ago"),
            (28 * 86400 - 1, "3w ago"), (28 * 86400, "1mo ago"), (29 * 86400, "1mo ago"), (30 * 86400, "1mo ago"), (60 * 86400, "2mo ago"), (400 * 86400, "13mo ago"),
        ],
    )  # fmt: skip
    def test_boundaries(self, elapsed: float, said: str) -> None:
        assert when.ago(elapsed) == said

    @given(st.floats(0, 1e10))
    def test_never_zero_of_anything(self, elapsed: float) -> None:
        assert not when.ago(elapsed).startswith("0")
