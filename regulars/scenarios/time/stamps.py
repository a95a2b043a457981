"""Writes moments in ISO 8601, faster than the standard library: every observation and every scenario file has some."""

from __future__ import annotations

from datetime import UTC, date, datetime, timezone
from functools import lru_cache

_TWO_DIGITS = tuple(f"{number:02d}" for number in range(60))
_MINUTES = tuple(f"{hour:02d}:{minute}" for hour in range(24) for minute in _TWO_DIGITS)


def stamp(moment: datetime) -> str:
    """`moment.isoformat()`, several times as fast for whole seconds at a fixed offset, which lives use.

    Example:
        >>> from datetime import UTC
        >>> stamp(datetime(2025, 5, 14, 9, 30, tzinfo=UTC))
        '2025-05-14T09:30:00+00:00'
    """
    zone = moment.tzinfo
    if type(zone) is not timezone or moment.microsecond:
        return moment.isoformat()
    day, time = _day(moment.toordinal()), _MINUTES[moment.hour * 60 + moment.minute]
    return f"{day}T{time}:{_TWO_DIGITS[moment.second]}{'+00:00' if zone is UTC else _offset(zone)}"


@lru_cache(maxsize=1024)
def _day(ordinal: int) -> str:
    return date.fromordinal(ordinal).isoformat()


@lru_cache(maxsize=256)
def _offset(zone: timezone) -> str:
    return datetime(2000, 1, 1, tzinfo=zone).isoformat().removeprefix("2000-01-01T00:00:00")
