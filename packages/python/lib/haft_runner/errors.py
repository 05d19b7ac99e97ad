"""Errors as they cross the border: the author's frames, without those of the machinery."""

from __future__ import annotations

import errno
import os
import sys

_LIBRARY = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + "/"
_LOOP = os.path.dirname(os.__file__) + "/asyncio/"
LONGEST_MESSAGE = 32_000
LONGEST_STACK = 64_000


class Refused(Exception):
    """An error with one of Haft's own types."""

    def __init__(self, type, message, hint=None):
        super().__init__(message)
        self.error = {"type": type, "message": message, **({"hint": hint} if hint else {})}


def _cut(text, longest):
    return text if len(text) <= longest else f"{text[:longest]}… ({len(text):,} characters)"


def _message(fault):
    if isinstance(fault, SystemExit):
        return f"the tool ended its process: sys.exit({'' if fault.code is None else repr(fault.code)})"
    try:
        said = str(fault)
    except BaseException:
        said = ""
    inner = getattr(fault, "exceptions", None)
    if isinstance(inner, tuple):
        said += "".join(f"; {type(one).__name__}: {_message(one)}" for one in inner[:10])
    notes = getattr(fault, "__notes__", None)
    if isinstance(notes, list):
        said += "".join(f"\n{note}" for note in notes if isinstance(note, str))
    return _cut(said, LONGEST_MESSAGE)


def _kind(fault):
    """The type on the wire and, where it is one of Haft's own, the hint."""
    if isinstance(fault, MemoryError):
        return "out_of_memory", "work on parts of the data at a time"
    if isinstance(fault, OSError) and fault.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return "disk_full", "/tmp holds 64 MiB and a file 64 MiB; write less, or to /data or the workspace"
    if isinstance(fault, PermissionError) and fault.errno == errno.EPERM and fault.filename is None:
        return type(fault).__name__, (
            "the sandbox refuses this system call; a tool starts no programs without the grant subprocess, "
            "which a call from the command line does not give; use a library instead"
        )
    if isinstance(fault, EOFError) and str(fault).startswith("EOF when reading a line"):
        return "EOFError", "a tool has no keyboard: take the value as a parameter, or return ask_user(…)"
    if isinstance(fault, ModuleNotFoundError) and fault.name:
        return "ModuleNotFoundError", _install(fault.name)
    return type(fault).__name__, None


class Paths:
    """The author's names of the files of the toolset."""

    def __init__(self, entry="", file=""):
        self._entry, self._file = entry, file
        self._folder = os.path.dirname(entry) + "/"
        self._shown = os.path.dirname(file)

    def shown(self, filename):
        """As the author knows it."""
        if filename == self._entry:
            return self._file
        if self._entry and filename.startswith(self._folder):
            return os.path.join(self._shown, filename[len(self._folder) :])
        return filename


def _is_machinery(filename):
    return filename.startswith((_LIBRARY, "<frozen importlib"))


def _frames(fault):
    """(file, line, function) of each frame from the author's first on."""
    found = []
    trace = fault.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        name = code.co_filename
        if not _is_machinery(name) and (found or not name.startswith(_LOOP)):
            found.append((name, trace.tb_lineno, code.co_name))
        trace = trace.tb_next
    return found


def _source_line(name, number):
    try:
        with open(name, encoding="utf-8", errors="replace") as lines:
            for at, line in enumerate(lines, 1):
                if at == number:
                    return line.strip()
    except (OSError, ValueError):
        pass
    return ""


def _shortened(frames):
    """A recursion of a thousand frames says the same as its ends."""
    if len(frames) <= 40:
        return frames, 0
    return [*frames[:20], *frames[-20:]], len(frames) - 40


def _one_trace(fault, paths):
    frames, hidden = _shortened(_frames(fault))
    lines = ["Traceback (most recent call last):"] if frames else []
    for index, (name, number, function) in enumerate(frames):
        if hidden and index == 20:
            lines.append(f"  … {hidden:,} frames …")
        lines.append(f'  File "{paths.shown(name)}", line {number}, in {function}')
        source = _source_line(name, number)
        if source:
            lines.append(f"    {source}")
    lines.append(f"{type(fault).__name__}: {_message(fault)}")
    return "\n".join(lines)


def stack_of(fault, paths):
    """As Python prints it, with what caused it first."""
    parts, seen = [], set()
    while fault is not None and id(fault) not in seen and len(parts) < 19:
        seen.add(id(fault))
        parts.append(_one_trace(fault, paths))
        if fault.__cause__ is not None:
            fault, between = fault.__cause__, "The above exception was the direct cause of the following exception:"
        elif fault.__context__ is not None and not fault.__suppress_context__:
            fault, between = fault.__context__, "During handling of the above exception, another exception occurred:"
        else:
            break
        parts.append(between)
    if len(parts) % 2 == 0 and parts:
        parts.pop()
    return _cut("\n\n".join(reversed(parts)), LONGEST_STACK)


def wire_error(fault, paths):
    """A `WireError`. Never raises."""
    if isinstance(fault, Refused):
        return fault.error
    kind, hint = _kind(fault)
    error = {"type": kind, "message": _message(fault) or kind}
    if hint:
        error["hint"] = hint
    try:
        error["stack"] = stack_of(fault, paths)
    except BaseException:
        pass
    return error


# Packages that are installed under another name than they are imported by.
_PACKAGES = {
    "PIL": "pillow",
    "bs4": "beautifulsoup4",
    "cv2": "opencv-python",
    "dateutil": "python-dateutil",
    "dotenv": "python-dotenv",
    "sklearn": "scikit-learn",
    "yaml": "pyyaml",
}


def load_error(fault, message):
    """Why a module could not be loaded, with the module that is missing and what adds it."""
    file = str(message.get("file", "the module"))
    paths = Paths(str(message.get("entry", "")), file)
    frames = _frames(fault)
    at = next((number for name, number, _ in reversed(frames) if paths.shown(name) == file), None)
    where = f"{file}:{at}" if at else file
    said, hint = f"could not be loaded: {type(fault).__name__}: {_message(fault)}", f"mend {where}, then call again"
    if isinstance(fault, ModuleNotFoundError) and fault.name:
        said, hint = _missing_module(fault.name, message)
    elif isinstance(fault, ImportError) and "relative import" in str(fault):
        hint = "files of one folder import each other by name: write `import helper`, not `from . import helper`"
    return {"type": "load_failed", "message": f"{where} {said}", "hint": hint, "stack": stack_of(fault, paths)}


def _missing_module(name, message):
    version = ".".join(map(str, sys.version_info[:2]))
    folders = ", ".join(map(str, message.get("searchPath", [])[1:])) or "none, so the standard library only"
    return (
        f"imports {name}, which is not installed (Python {version} at {sys.executable}; package environment: {folders})",
        _install(name),
    )


def _install(name):
    """The command that adds what a module belongs to."""
    package = name.partition(".")[0]
    return f"python3 -m venv .venv && .venv/bin/pip install {_PACKAGES.get(package, package)}"
