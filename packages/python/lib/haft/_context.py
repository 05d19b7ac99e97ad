"""What a tool receives as `ctx`."""

from __future__ import annotations

from ._artifacts import Artifacts
from ._outside import LocalOutside
from ._read_only import read_only
from ._waits import ask_user, sleep_for, sleep_until, wait_for_signal, watch_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    import threading
    from collections.abc import Iterator, Mapping
    from pathlib import Path
    from typing import Any

    from ._waits import Wait

# primer's names for the same things; None where Haft has nothing of the kind.
_ALIASES = {"tool_call_id": "call_id"}
_ABSENT = ("workspace_id", "chat_id")
_DATA = (
    "tenant_id",
    "session_id",
    "run_id",
    "call_id",
    "bundle",
    "config",
    "data_dir",
    "workdir",
    "context",
    "idempotency_key",
    "parked_at",
)


class ToolContext:
    """The call's surroundings: whose data it is, its settings, and what only the outside can do.

    A unit test makes its own: `ToolContext(config={"url": "http://127.0.0.1"}, secrets={"TOKEN": "t"}, data_dir=tmp_path)`;
    `ctx.told` then holds what `progress` and `inform` were given.
    """

    def __init__(
        self,
        *,
        tenant_id: str = "local",
        session_id: str = "session",
        run_id: str = "run",
        call_id: str = "call",
        bundle: str = "bundle",
        config: Mapping[str, Any] | None = None,
        secrets: Mapping[str, str] | None = None,
        data_dir: str | Path | None = None,
        workdir: str | Path | None = None,
        context: Any = None,
        idempotency_key: str = "key",
        parked_at: str | None = None,
        _outside: Any = None,
    ) -> None:
        self.tenant_id = tenant_id
        """Whose call it is."""
        self.session_id = session_id
        """The thread."""
        self.run_id = run_id
        self.call_id = call_id
        self.bundle = bundle
        """The bundle's or toolset's id."""
        self.config: dict[str, Any] = read_only(dict(config or {}))
        """The settings of the install or toolset; read-only."""
        self.data_dir: Path | None = _path(data_dir)
        """A private folder that lasts, for this bundle's data for this tenant."""
        self.workdir: Path | None = _path(workdir)
        """The thread's workspace; None where it has none."""
        self.context = context
        """What the host passed when it started the run; None if nothing."""
        self.idempotency_key = idempotency_key
        """Stable for this call across retries and resumes."""
        self.parked_at = parked_at
        """When the call parked, ISO 8601, in a companion."""
        self._outside = _outside if _outside is not None else LocalOutside(secrets or {})
        self.artifacts = Artifacts(self._outside)
        """Versioned files of the thread."""

    @property
    def cancelled(self) -> threading.Event:
        """Set when the run is cancelled, two seconds before the call is killed."""
        return self._outside.cancelled

    @property
    def told(self) -> list[tuple[float | None, str | None]]:
        """In a unit test: what `progress` and `inform` were given, in order."""
        return self._outside.told

    def secret(self, name: str) -> str:
        """A secret that the tenant has set and the toolset declares. Raises KeyError that says which of the two is missing."""
        return self._outside.secret(name)

    def progress(self, fraction: float | None = None, message: str | None = None) -> None:
        """Says how far the call is, from 0 to 1, and what it is doing."""
        if fraction is not None:
            if isinstance(fraction, bool) or not isinstance(fraction, (int, float)) or not 0 <= fraction <= 1:
                raise ValueError(f"progress: fraction is a number from 0 to 1, not {fraction!r}")
            fraction = float(fraction)
        self._outside.tell(fraction, None if message is None else str(message))

    def inform(self, text: str) -> None:
        """Says something to whoever watches the run."""
        self._outside.tell(None, str(text))

    def signal_url(self, key: str) -> str:
        """An address whose POST is the signal `key`."""
        return str(self._outside.request("signal.url", {"key": key}))

    def ask_user(self, *args: Any, **kwargs: Any) -> Wait:
        """The same as `ask_user`."""
        return ask_user(*args, **kwargs)

    def sleep_for(self, *args: Any, **kwargs: Any) -> Wait:
        """The same as `sleep_for`."""
        return sleep_for(*args, **kwargs)

    def sleep_until(self, *args: Any, **kwargs: Any) -> Wait:
        """The same as `sleep_until`."""
        return sleep_until(*args, **kwargs)

    def watch_files(self, *args: Any, **kwargs: Any) -> Wait:
        """The same as `watch_files`."""
        return watch_files(*args, **kwargs)

    def wait_for_signal(self, *args: Any, **kwargs: Any) -> Wait:
        """The same as `wait_for_signal`."""
        return wait_for_signal(*args, **kwargs)

    # The plain-dict form, for every data field.

    def __getitem__(self, name: str) -> Any:
        if name in _ABSENT:
            return None
        name = _ALIASES.get(name, name)
        if name not in _DATA:
            raise KeyError(name)
        return getattr(self, name)

    def get(self, name: str, default: Any = None) -> Any:
        """As of a dict."""
        try:
            return self[name]
        except KeyError:
            return default

    def keys(self) -> list[str]:
        """The data fields, primer's names last."""
        return [*_DATA, *_ALIASES, *_ABSENT]

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def __contains__(self, name: object) -> bool:
        return name in self.keys()

    def __repr__(self) -> str:
        return f"ToolContext(tenant_id={self.tenant_id!r}, session_id={self.session_id!r}, call_id={self.call_id!r})"


def _path(value):
    if value is None:
        return None
    import pathlib

    return pathlib.Path(value)
