"""The parent: restricts itself, proves it, loads the module once, and forks a child for every call."""

from __future__ import annotations

import os
import sys

from .frames import FrameError, read_frame, to_bytes, write_frame
from .report import inside_report
from .restrict import restrict
from .settings import Settings

CALL, CONTROL = 3, 4


def _say(message):
    write_frame(CONTROL, to_bytes(message))


def _leave(status=0):
    os._exit(status)


def _open_outputs():
    """Text in lines, so that what a killed call had printed is not lost; the descriptors stay open."""
    for name, descriptor in (("stdout", 1), ("stderr", 2)):
        stream = open(descriptor, "w", buffering=1, encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def _undumpable():
    if sys.platform.startswith("linux"):
        from . import kernel

        kernel.prctl(kernel.PR_SET_DUMPABLE, 0)


def _ready(settings):
    landlock = restrict(settings)
    _undumpable()
    _say({"type": "ready", "report": inside_report(settings, landlock)})


def _load(message, library):
    """The loaded module's tools, or None after `load-failed` was sent."""
    from .module import load

    try:
        return load(message, library)
    except BaseException as fault:  # the author's code may raise anything, SystemExit too
        from .errors import load_error

        _say({"type": "load-failed", "error": load_error(fault, message)})
        return None


def run(argument, library):
    """Never returns."""
    try:
        settings = Settings(argument)
        os.set_blocking(CONTROL, True)
        # A program that a tool starts inherits neither.
        os.set_inheritable(CALL, False)
        os.set_inheritable(CONTROL, False)
        sys.argv[1:] = []
        _open_outputs()
        _ready(settings)
        message = read_frame(CONTROL)
        if message is None or message["type"] != "load":
            _leave()
        tools = _load(message, library)
        if tools is None:
            _leave(1)
        from . import serve

        serve.serve(settings, tools, str(message["marker"]))
    except (BrokenPipeError, ConnectionResetError, FrameError):
        _leave()

