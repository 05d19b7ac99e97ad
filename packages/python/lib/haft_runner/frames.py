"""Frames of the wire: a 4-byte big-endian length and that many bytes of JSON."""

from __future__ import annotations

import json
import os

MAX_FRAME_BYTES = 8 * 1024 * 1024
MAX_RESULT_BYTES = 4 * 1024 * 1024

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"), check_circular=False).encode
_encode_ascii = json.JSONEncoder(allow_nan=False, separators=(",", ":"), check_circular=False).encode


class FrameError(Exception):
    """What arrived is not a message of the wire."""


def to_bytes(value):
    """JSON in UTF-8; text that holds half a surrogate pair is escaped, since UTF-8 cannot say it."""
    try:
        return _encode(value).encode("utf-8")
    except UnicodeEncodeError:
        return _encode_ascii(value).encode("ascii")


def write_frame(descriptor, body):
    """Writes one frame of bytes that are JSON already."""
    left = memoryview(len(body).to_bytes(4, "big") + body)
    while left:
        left = left[os.write(descriptor, left) :]


def _read_exactly(descriptor, size):
    parts = []
    while size:
        part = os.read(descriptor, min(size, 1 << 20))
        if not part:
            return None
        parts.append(part)
        size -= len(part)
    return parts[0] if len(parts) == 1 else b"".join(parts)


def read_frame(descriptor):
    """The next message, a dict with a text `type`; None at end of file."""
    header = _read_exactly(descriptor, 4)
    if header is None:
        return None
    size = int.from_bytes(header, "big")
    if not 2 <= size <= MAX_FRAME_BYTES:
        raise FrameError(f"a frame of {size} bytes")
    body = _read_exactly(descriptor, size)
    if body is None:
        return None
    try:
        message = json.loads(body)
    except (ValueError, RecursionError) as fault:
        raise FrameError(f"a frame that is not JSON: {fault}") from None
    if type(message) is not dict or type(message.get("type")) is not str:
        raise FrameError("a frame that is not a message")
    return message
