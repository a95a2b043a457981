"""Moments are written in ISO 8601."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regulars.scenarios.time.stamps import stamp

OFFSETS = st.integers(-24 * 60 + 1, 24 * 60 - 1).map(lambda minutes: timezone(timedelta(minutes=minutes)))
ZONES = st.one_of(st.just(UTC), OFFSETS, st.sampled_from([ZoneInfo("Europe/Oslo"), ZoneInfo("Asia/Kathmandu")]))


@given(st.datetimes(timezones=ZONES))
def test_a_stamp_is_the_iso_form_of_any_moment(moment):
    assert stamp(moment) == moment.isoformat()
    assert stamp(moment.replace(microsecond=0)) == moment.replace(microsecond=0).isoformat()


@pytest.mark.parametrize("seconds", [0, 59, 3600])
def test_a_stamp_holds_offsets_with_seconds(seconds):
    moment = datetime(2025, 5, 14, tzinfo=timezone(timedelta(hours=5, seconds=seconds)))
    assert stamp(moment) == moment.isoformat()
