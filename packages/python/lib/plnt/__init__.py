"""What a plnt tool imports: the same names as in `haft`."""

from haft import ToolContext, tool

__all__ = ["ToolContext", "tool"]
