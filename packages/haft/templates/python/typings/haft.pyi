"""What an editor knows of `haft`. `haft init` wrote it; tools do not need it to run."""

import threading
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, TypedDict, TypeVar, overload

_F = TypeVar("_F", bound=Callable[..., Any])

@overload
def tool(function: _F, /) -> _F: ...
@overload
def tool(
    *,
    name: str = ...,
    description: str = ...,
    timeout_seconds: float = ...,
    capabilities: Sequence[str] = ...,
    approval: bool | str | Mapping[str, Any] = ...,
    read_only: bool = ...,
    destructive: bool = ...,
    idempotent: bool = ...,
    open_world: bool = ...,
    title: str = ...,
) -> Callable[[_F], _F]:
    """Mark a module-level function as a tool. Options are literals."""

primer_tool = tool

def resumes(
    tool_function: Callable[..., Any],
    *,
    on: Sequence[Literal["answer", "timeout", "cancel"]] = ("answer",),
    idempotent: bool = False,
) -> Callable[[_F], _F]:
    """Mark the companion of a tool that waits. It takes `payload` and `meta`, and may take `ctx`."""

class Wait:
    """A reason why a call is parked. It counts when the tool returns it."""

    helper: str
    kind: Literal["answer", "time", "files", "signal"]
    params: dict[str, Any]
    meta: dict[str, Any]

# A tool may declare the type of its result and return a wait: its companion gives the result.
def ask_user(
    question: str,
    schema: Mapping[str, Any] | None = None,
    choices: Sequence[str | int | float | bool | None] | None = None,
    to: str | Sequence[str] | None = None,
    timeout_seconds: float | None = None,
    meta: Mapping[str, Any] | None = None,
) -> Any:
    """Wait for a person's answer. The companion gets `{"response": …, "answered_by": …}`."""

def sleep_for(seconds: float, meta: Mapping[str, Any] | None = None) -> Any:
    """Wait for a length of time. The companion gets `{"elapsed_seconds": …}`."""

def sleep_until(iso: str | datetime, meta: Mapping[str, Any] | None = None) -> Any:
    """Wait until a moment with an offset. The companion gets `{"elapsed_seconds": …}`."""

def watch_files(
    paths: str | Sequence[str], timeout_seconds: float | None = None, meta: Mapping[str, Any] | None = None
) -> Any:
    """Wait for a change of files in the workspace. The companion gets `{"changes": [...]}`."""

def wait_for_signal(key: str, timeout_seconds: float | None = None, meta: Mapping[str, Any] | None = None) -> Any:
    """Wait for a signal from outside. The companion gets `{"payload": …}`."""

class Artifact(TypedDict, total=False):
    path: str
    version: int
    size: int
    digest: str
    mimeType: str
    at: str

class Artifacts:
    """Versioned files of the thread."""

    def read(self, path: str, version: int | None = None) -> str | bytes: ...
    def write(self, path: str, content: str | bytes, mimeType: str | None = None) -> Artifact: ...
    def list(self) -> list[Artifact]: ...

class ToolContext:
    """The call's surroundings. A unit test makes its own."""

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
    ) -> None: ...

    tenant_id: str
    session_id: str
    run_id: str
    call_id: str
    bundle: str
    config: Mapping[str, Any]
    data_dir: Path
    workdir: Path | None
    context: Any
    idempotency_key: str
    parked_at: str | None
    artifacts: Artifacts
    @property
    def cancelled(self) -> threading.Event: ...
    @property
    def told(self) -> list[tuple[float | None, str | None]]: ...
    def secret(self, name: str) -> str: ...
    def progress(self, fraction: float | None = None, message: str | None = None) -> None: ...
    def inform(self, text: str) -> None: ...
    def signal_url(self, key: str) -> str: ...
    def ask_user(self, *args: Any, **kwargs: Any) -> Any: ...
    def sleep_for(self, *args: Any, **kwargs: Any) -> Any: ...
    def sleep_until(self, *args: Any, **kwargs: Any) -> Any: ...
    def watch_files(self, *args: Any, **kwargs: Any) -> Any: ...
    def wait_for_signal(self, *args: Any, **kwargs: Any) -> Any: ...
    def __getitem__(self, name: str) -> Any: ...
    def get(self, name: str, default: Any = None) -> Any: ...
