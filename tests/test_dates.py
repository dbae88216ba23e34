"""Dates in text: every form of the table, what is none, and that a calendar date is the same in every zone."""

from __future__ import annotations

import datetime as dt
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from pickup_tui import dates, when
from support import APP

if TYPE_CHECKING:
    from collections.abc import Callable

FORMS = [
    ("2026-07-30~08-02", "2026-08-02"),
    ("2026-07-30 – 08-02", "2026-08-02"),
    ("2026-12-30~01-02", "2027-01-02"),
    ("2026-09-15/16", "2026-09-16"),
    ("2026-09-15/02", "2026-09-15"),
    ("2026-09-15 — 16 tests", "2026-09-15"),
    ("2026-11-28", "2026-11-28"),
    ("2026-11-28T10:00:00Z", "2026-11-28T10:00:00+00:00"),
    ("2026-06-26T17:45:48-0300", "2026-06-26T17:45:48-03:00"),
    ("2026-11-28 09:30 UTC", "2026-11-28T09:30:00+00:00"),
    ("2026-11-28 09:30 KST", "2026-11-28T09:30:00+09:00"),
    ("20260403T093000Z", "2026-04-03T09:30:00+00:00"),
    ("2026/06/05", "2026-06-05"),
    ("2026. 7. 7.", "2026-07-07"),
    ("令和8年7月7日", "2026-07-07"),
    ("令和元年 7月 7日", "2019-07-07"),
    ("２０２６年７月７日", "2026-07-07"),
    ("٣ مايو ٢٠٢٦", "2026-05-03"),
    ("3rd of May 2026", "2026-05-03"),
    ("2026-May-03", "2026-05-03"),
    ("Sun May  3 10:00:00 2026 +0200", "2026-05-03T10:00:00+02:00"),
    ("Minggu, 3 Mei 2026", "2026-05-03"),
    ("03/mai/2026", "2026-05-03"),
    ("2026年7月7日", "2026-07-07"),
    ("2026년 7월 7일", "2026-07-07"),
    ("12.08.2026", "2026-08-12"),
    ("9 de agosto de 2026", "2026-08-09"),
    ("3 de março de 2026", "2026-03-03"),
    ("1er mars 2026", "2026-03-01"),
    ("5 août 2026 à 14h30", "2026-08-05T14:30:00"),
    ("5 aout 2026", "2026-08-05"),
    ("3. März 2026", "2026-03-03"),
    ("12 maggio 2026 alle 10:30", "2026-05-12T10:30:00"),
    ("ngày 5 tháng 6 năm 2026", "2026-06-05"),
    ("Mar 3, 2026", "2026-03-03"),
    ("July 4th, 2026", "2026-07-04"),
    ("5/24/2026, 9:35:28 PM", "2026-05-24T21:35:28"),
    ("5/24/2026, 12:05 AM", "2026-05-24T00:05:00"),
    ("28/02/2026 15:50", "2026-02-28T15:50:00"),
    ("Session end (Jan 22, 2026 ~12:45 UTC)", "2026-01-22T12:45:00+00:00"),
    ("最終更新：2026/06/05\u3000状態：済", "2026-06-05"),
    ("2026-07-17時点", "2026-07-17"),
]
NONE = ["2025-02-XX", "2026-13-45", "2026-02-30", "v2026.04.24.2", "docs/2026-02-14-plan.md", "April 2026", "10:30", "1e5", "192.168.20.26", ""]


class TestFind:
    @pytest.mark.parametrize(("text", "declared"), FORMS)
    def test_forms(self, text: str, declared: str) -> None:
        assert dates.first(text) == declared

    @pytest.mark.parametrize("text", NONE)
    def test_no_dates(self, text: str) -> None:
        assert dates.find(text) == []

    def test_several_in_order(self) -> None:
        assert [found.declared for found in dates.find("2026-02-01 then Mar 3, 2026 then 4.5.2026")] == ["2026-02-01", "2026-03-03", "2026-05-04"]

    @pytest.mark.parametrize(("day_first", "declared"), [(False, "2026-05-06"), (True, "2026-06-05")])
    def test_day_or_month_first(self, day_first: bool, declared: str) -> None:
        assert dates.first("5/6/2026", day_first) == declared

    def test_a_number_over_twelve_settles_it(self) -> None:
        assert dates.first("25/6/2026", day_first=False) == dates.first("6/25/2026", day_first=True) == "2026-06-25"

    @given(st.dates(dt.date(1990, 1, 1), dt.date(2099, 12, 31)), st.sampled_from(["%Y-%m-%d", "%Y/%m/%d", "%d.%m.%Y", "%Y%m%d"]))
    @hypothesis_settings(max_examples=80)
    def test_every_day(self, day: dt.date, form: str) -> None:
        assert dates.first(day.strftime(form)) == day.isoformat()

    @given(st.text(alphabet="0123456789-/.: 年月日TZ,maryJ", max_size=60))
    @hypothesis_settings(max_examples=150)
    def test_whatever_is_found_is_a_day_of_the_calendar(self, text: str) -> None:
        for found in dates.find(text):
            dt.date.fromisoformat(found.declared[:10])
            assert text[found.start : found.end].strip()


class TestZones:
    @given(st.dates(dt.date(1990, 1, 1), dt.date(2037, 12, 31)))
    @hypothesis_settings(max_examples=30)
    def test_a_calendar_date_is_that_day_in_every_zone(self, day: dt.date) -> None:
        import os
        import time

        old = os.environ.get("TZ")
        try:
            for zone in ("UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago", "America/St_Johns", "Asia/Kathmandu", "Europe/Lisbon", "America/Sao_Paulo"):
                os.environ["TZ"] = zone
                time.tzset()
                declared = dates.first(f"{day.day}.{day.month}.{day.year}")
                assert declared == day.isoformat()
                assert when.iso(when.seconds(declared, 0.0))[:10] == day.isoformat()
        finally:
            os.environ.pop("TZ", None) if old is None else os.environ.__setitem__("TZ", old)
            time.tzset()

    def test_the_list_shows_that_day(self, home: object, zone: Callable[[str], None]) -> None:
        from support import Home

        assert isinstance(home, Home)
        home.project("p", "# Ice cream\n\n**Date:** 9 de agosto de 2026\n\n## Next\n- eat it while it is cold enough to be eaten with a spoon\n")
        for name in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):
            zone(name)
            row = home.run("list", "--json").json()["handoffs"][0]
            assert row["last_session"][:10] == "2026-08-09"


class TestName:
    @pytest.mark.parametrize(
        ("name", "declared"),
        [
            ("2026-06-28-1036-phase-c.md", "2026-06-28T10:36:00"),
            ("handoff_20260305_160758.md", "2026-03-05T16:07:58"),
            ("引継_メール_20260717.md", "2026-07-17"),
            ("SESSION_HANDOFF_2025-11-10.md", "2025-11-10"),
            ("2026-02-16_wallet.md", "2026-02-16"),
            ("2026-13-16_wallet.md", None),
            ("handoff-gsts.md", None),
            ("handoff-120260305.md", None),
        ],
    )
    def test_in_name(self, name: str, declared: str | None) -> None:
        found = dates.in_name(name)
        assert (found.declared if found else None) == declared


class TestFallback:
    def test_a_language_that_no_table_has(self) -> None:
        assert dates.value("6 grudnia 2026") == "2026-12-06"

    @pytest.mark.parametrize("text", ["yesterday", "in 2 days", "grudnia 2026", "1958e194", "x" * 300, "Sprint 12 in 2026"])
    def test_what_is_incomplete_is_not_guessed(self, text: str) -> None:
        assert dates.value(text) is None

    def test_the_library_is_imported_only_then(self) -> None:
        code = "import sys; from pickup_tui import dates; dates.value('Mar 3, 2026'); print('dateparser' in sys.modules); dates.value('6 grudnia 2026'); print('dateparser' in sys.modules)"
        done = subprocess.run([sys.executable, "-c", code], env={"PYTHONPATH": APP}, capture_output=True, text=True, check=True, timeout=60)
        assert done.stdout.split() == ["False", "True"]
