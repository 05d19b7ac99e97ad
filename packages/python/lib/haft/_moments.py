"""Moments in ISO 8601, on every Python: `datetime.fromisoformat` before 3.11 reads only some of it."""

from __future__ import annotations

import datetime as _dt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime


def normal(text: str) -> str:
    """The same moment or time as Python 3.10 reads it: capital letters, an offset for Z, six digits of a second."""
    text = text.strip().upper().replace(" ", "T", 1)
    if text.endswith("Z"):
        text = text[:-1] + "+00:00"
    head, dot, rest = text.partition(".")
    if dot:
        digits = rest[: len(rest) - len(rest.lstrip("0123456789"))]
        text = f"{head}.{digits[:6]:0<6}{rest[len(digits) :]}"
    return text


def moment(value: str | datetime) -> str:
    """ISO 8601 with an offset, from text or a datetime. Raises ValueError that says what is missing."""
    if isinstance(value, _dt.datetime):
        found = value
    elif isinstance(value, str):
        try:
            found = _dt.datetime.fromisoformat(normal(value))
        except ValueError:
            raise ValueError(
                f"sleep_until: {value!r} is not a moment in ISO 8601, for example '2026-03-01T09:00:00+01:00'"
            ) from None
    else:
        raise TypeError(f"sleep_until: a moment is text in ISO 8601 or a datetime, not {type(value).__name__}")
    if found.tzinfo is None:
        raise ValueError(f"sleep_until: {value!s} has no offset; write one, for example '{found.isoformat()}+00:00'")
    return found.isoformat()
