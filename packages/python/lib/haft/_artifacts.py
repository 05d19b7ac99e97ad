"""Artifacts: a versioned file tree of the thread."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol, TypedDict

    class Artifact(TypedDict, total=False):
        """One version of one file. `mimeType` and `at` are there in lists."""

        path: str
        version: int
        size: int
        digest: str
        mimeType: str
        at: str

    class _Requests(Protocol):
        def request(self, op: str, params: dict[str, object]) -> object: ...

else:
    Artifact = dict

# More than this travels in parts, so that a frame of the wire always holds one.
PART_BYTES = 1024 * 1024


class Artifacts:
    """`read`, `write` and `list` of the thread's artifacts. Paths are relative to its root."""

    __slots__ = ("_outside",)

    def __init__(self, outside: _Requests) -> None:
        self._outside = outside

    def read(self, path: str, version: int | None = None) -> str | bytes:
        """Text for `text/*`, JSON and the like, else bytes. `FileNotFoundError` if there is none."""
        parts = []
        part = self._read_part(path, version, 0)
        while True:
            parts.append(_data_of(part))
            if part.get("last", True):
                break
            part = self._read_part(path, part["version"], sum(map(len, parts)))
        whole = b"".join(parts)
        return whole.decode("utf-8") if part.get("text") else whole

    def _read_part(self, path, version, offset):
        params = {"path": path, "offset": offset}
        if version is not None:
            params["version"] = version
        return self._outside.request("artifact.read", params)

    def write(self, path: str, content: str | bytes, mimeType: str | None = None) -> Artifact:
        """A new version. Gives `{path, version, size, digest}`. At most 16 MiB."""
        import base64

        is_text = isinstance(content, str)
        data = content.encode("utf-8") if is_text else bytes(content)
        offset = 0
        while True:
            part = data[offset : offset + PART_BYTES]
            offset += len(part)
            params = {
                "path": path,
                "mimeType": mimeType or ("text/plain" if is_text else "application/octet-stream"),
                "base64": base64.b64encode(part).decode("ascii"),
                "offset": offset - len(part),
                "last": offset >= len(data),
            }
            reply = self._outside.request("artifact.write", params)
            if params["last"]:
                return reply

    def list(self) -> list[Artifact]:
        """What there is, newest first."""
        return self._outside.request("artifact.list", {})


def _data_of(part):
    import base64

    return base64.b64decode(part["base64"])
