"""What a Python tool imports.

Importable anywhere: decorators return the function unchanged and a wait is a plain value, so that a unit test can call
a tool like any function. Inside a toolset these names need no import.
"""

from ._artifacts import Artifact, Artifacts
from ._context import ToolContext
from ._decorators import primer_tool, resumes, tool
from ._waits import Wait, ask_user, sleep_for, sleep_until, wait_for_signal, watch_files

__all__ = [
    "Artifact",
    "Artifacts",
    "ToolContext",
    "Wait",
    "ask_user",
    "primer_tool",
    "resumes",
    "sleep_for",
    "sleep_until",
    "tool",
    "wait_for_signal",
    "watch_files",
]
