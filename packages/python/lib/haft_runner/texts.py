"""Text that stands for a value of another class, in both directions."""

from __future__ import annotations

import re


def _datetime(text):
    import datetime

    from haft._moments import normal

    if len(text) < 11 or text[10] not in "Tt ":
        raise ValueError(f"{text!r} is not a date and time in ISO 8601")
    return datetime.datetime.fromisoformat(normal(text))


def _date(text):
    import datetime

    if len(text) != 10:
        raise ValueError(f"{text!r} is not a date in ISO 8601, for example '2026-03-01'")
    return datetime.date.fromisoformat(text)


def _time(text):
    import datetime

    from haft._moments import normal

    return datetime.time.fromisoformat(normal(text))


_DURATION = re.compile(
    r"(-)?P(?=.)(?:(\d+(?:\.\d+)?)Y)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)W)?(?:(\d+(?:\.\d+)?)D)?"
    r"(?:T(?=.)(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?"
)


def _timedelta(text):
    import datetime

    found = _DURATION.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is not a duration in ISO 8601, for example 'PT90S' or 'P1DT12H'")
    sign, years, months, *rest = found.groups()
    if years or months:
        raise ValueError(f"{text!r} has years or months, which have no fixed length; use weeks, days, hours, minutes, seconds")
    weeks, days, hours, minutes, seconds = (float(part) if part else 0 for part in rest)
    total = datetime.timedelta(weeks=weeks, days=days, hours=hours, minutes=minutes, seconds=seconds)
    return -total if sign else total


def duration(value):
    """ISO 8601 of a timedelta: `P1DT2H3M4.5S`."""
    sign = "-" if value.days < 0 else ""
    value = abs(value)
    hours, rest = divmod(value.seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    second = f"{seconds}.{value.microseconds:06}".rstrip("0").rstrip(".") if value.microseconds else str(seconds)
    time = "".join(f"{n}{unit}" for n, unit in ((hours, "H"), (minutes, "M"), (second, "S")) if n not in (0, "0"))
    day = f"{value.days}D" if value.days else ""
    if not day and not time:
        return "PT0S"
    return f"{sign}P{day}{'T' + time if time else ''}"


def _uuid(text):
    import uuid

    return uuid.UUID(text)


def _decimal(text):
    import decimal

    try:
        return decimal.Decimal(text)
    except decimal.InvalidOperation:
        raise ValueError(f"{text!r} is not a decimal number") from None


def _path(text):
    import pathlib

    return pathlib.Path(text)


def _bytes(text):
    import base64

    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        shown = text if len(text) <= 60 else f"{text[:60]}…"
        raise ValueError(f"{shown!r} is not base64, for example 'aGFmdA=='") from None


def _ipv4(text):
    import ipaddress

    return ipaddress.IPv4Address(text)


def _ipv6(text):
    import ipaddress

    return ipaddress.IPv6Address(text)


FROM_TEXT = {
    "datetime": _datetime,
    "date": _date,
    "time": _time,
    "timedelta": _timedelta,
    "uuid": _uuid,
    "decimal": _decimal,
    "path": _path,
    "bytes": _bytes,
    "ipv4": _ipv4,
    "ipv6": _ipv6,
}
