"""The decorators that mark tools and companions. They are read from the source and do nothing when they run."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, Literal, TypeVar, overload

    F = TypeVar("F", bound=Callable[..., Any])

    @overload
    def tool(function: F, /) -> F: ...
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
    ) -> Callable[[F], F]: ...


def _unchanged(function):
    return function


def tool(function=None, /, **options):  # type: ignore[no-redef]
    """Marks a module-level function as a tool: `@tool` or `@tool(...)`. Returns the function unchanged.

    Options: `name`, `description`, `timeout_seconds` (above 0, at most 300), `capabilities`, `approval`, `read_only`,
    `destructive`, `idempotent`, `open_world`, `title`. They are literals: they are read from the source.
    """
    return _unchanged if function is None else function


primer_tool = tool


def resumes(
    tool_function: Callable[..., Any],
    *,
    on: Sequence[Literal["answer", "timeout", "cancel"]] = ("answer",),
    idempotent: bool = False,
) -> Callable[[F], F]:
    """Marks the companion of a tool that waits: it takes `(payload, meta)`, may take `ctx`, and gives the tool's result.

    `on` names the ends of a wait that the companion wants to be called for; the others are errors of the call.
    `idempotent` says that it may be started again when a worker was lost.
    """
    return _unchanged
