"""Waits: a tool returns one to be parked until what it waits for has happened."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Mapping, Sequence
    from datetime import datetime
    from typing import Any

LONGEST_SECONDS = 366 * 86_400
LARGEST_META_BYTES = 64 * 1024

# Set inside a sandbox for the length of a call: is told of every wait that is made. Outside there is none.
_observer = None


class Wait:
    """A reason why a call is parked: a plain value, counted only when the tool returns it.

    `kind` is `answer`, `time`, `files` or `signal`; `params` what the helper was given, `meta` what the companion gets back.
    """

    __slots__ = ("helper", "kind", "meta", "params")

    def __init__(self, helper: str, kind: str, params: dict[str, Any], meta: Mapping[str, Any] | None) -> None:
        self.helper = helper
        self.kind = kind
        self.params = {name: value for name, value in params.items() if value is not None}
        self.meta = _checked_meta(helper, meta)
        if _observer is not None:
            _observer.wait_made(self)

    def __await__(self) -> Generator[None, None, Wait]:
        return self
        yield

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Wait):
            return NotImplemented
        return (self.kind, self.params, self.meta) == (other.kind, other.params, other.meta)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Wait(kind={self.kind!r}, params={self.params!r}, meta={self.meta!r})"


def _checked_meta(helper, meta):
    if meta is None:
        return {}
    import json

    if not isinstance(meta, dict):
        raise TypeError(f"{helper}: meta is a dict, not {type(meta).__name__}")
    try:
        # Counted as it is kept: compact, and in UTF-8.
        text = json.dumps(meta, allow_nan=False, ensure_ascii=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError) as fault:
        raise type(fault)(f"{helper}: meta must be JSON: {fault}") from None
    size = len(text.encode(errors="surrogatepass"))
    if size > LARGEST_META_BYTES:
        raise ValueError(f"{helper}: meta is {size:,} bytes of JSON; at most {LARGEST_META_BYTES:,} are kept")
    return json.loads(text)


def _text(helper, name, value):
    if not isinstance(value, str) or not value:
        raise TypeError(f"{helper}: {name} is a text that is not empty, not {value!r}")
    return str(value)


def _seconds(helper, name, value):
    if value is None:
        return None
    total = getattr(value, "total_seconds", None)
    if total is not None:
        value = total()
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"{helper}: {name} is a number of seconds, not {value!r}")
    if not 0 <= value <= LONGEST_SECONDS:
        raise ValueError(f"{helper}: {name} is {value}; it must be between 0 and {LONGEST_SECONDS:,} (366 days)")
    return value


def _texts(helper, name, values):
    if isinstance(values, str):
        values = [values]
    return [_text(helper, f"{name}[{index}]", value) for index, value in enumerate(values)]


def _choices(choices):
    if choices is None:
        return None
    given = list(choices)
    if not given:
        raise ValueError("ask_user: choices is empty; leave it out or name at least one")
    for choice in given:
        if not (choice is None or isinstance(choice, (str, int, float, bool))):
            raise TypeError(f"ask_user: a choice is a text, a number, true, false or null, not {type(choice).__name__}")
    return given


def ask_user(
    question: str,
    schema: Mapping[str, Any] | None = None,
    choices: Sequence[str | int | float | bool | None] | None = None,
    to: str | Sequence[str] | None = None,
    timeout_seconds: float | None = None,
    meta: Mapping[str, Any] | None = None,
) -> Wait:
    """Waits for a person's answer. The companion gets `{"response": …, "answered_by": …}`.

    `schema` (JSON Schema) or `choices` say which answers fit; `to` who may answer.
    """
    params = {
        "question": _text("ask_user", "question", question),
        "schema": None if schema is None else _checked_meta("ask_user", dict(schema)),
        "choices": _choices(choices),
        "to": None if to is None else _texts("ask_user", "to", to),
        "timeoutSeconds": _seconds("ask_user", "timeout_seconds", timeout_seconds),
    }
    return Wait("ask_user", "answer", params, meta)


def sleep_for(seconds: float, meta: Mapping[str, Any] | None = None) -> Wait:
    """Waits for a length of time. `sleep_for(0)` goes on at once. The companion gets `{"elapsed_seconds": …}`."""
    if seconds is None:
        raise TypeError("sleep_for: seconds is a number of seconds, not None")
    return Wait("sleep_for", "time", {"seconds": _seconds("sleep_for", "seconds", seconds)}, meta)


def sleep_until(iso: str | datetime, meta: Mapping[str, Any] | None = None) -> Wait:
    """Waits until a moment, ISO 8601 with an offset (`2026-03-01T09:00:00+01:00`). The companion gets `{"elapsed_seconds": …}`."""
    from ._moments import moment

    return Wait("sleep_until", "time", {"until": moment(iso)}, meta)


def watch_files(
    paths: str | Sequence[str], timeout_seconds: float | None = None, meta: Mapping[str, Any] | None = None
) -> Wait:
    """Waits for a change of files in the workspace. `paths` are globs relative to it.

    The companion gets `{"changes": [{"path", "event_type", "mtime_after"}]}`. Without a workspace it is an error.
    """
    found = _texts("watch_files", "paths", paths)
    if not found:
        raise ValueError("watch_files: paths is empty; name at least one glob, for example '**/*.md'")
    for path in found:
        if path.startswith("/") or ".." in path.split("/"):
            raise ValueError(f"watch_files: {path!r} is not relative to the workspace")
    params = {"paths": found, "timeoutSeconds": _seconds("watch_files", "timeout_seconds", timeout_seconds)}
    if _observer is not None:
        params["state"] = _observer.files_state(found)
    return Wait("watch_files", "files", params, meta)


def wait_for_signal(
    key: str, timeout_seconds: float | None = None, meta: Mapping[str, Any] | None = None
) -> Wait:
    """Waits for a signal that comes from outside under `key`. The companion gets `{"payload": …}`."""
    params = {
        "key": _text("wait_for_signal", "key", key),
        "timeoutSeconds": _seconds("wait_for_signal", "timeout_seconds", timeout_seconds),
    }
    return Wait("wait_for_signal", "signal", params, meta)
