"""Loads the author's module once and finds its tools."""

from __future__ import annotations

import builtins
import os
import sys

import haft
import plnt  # noqa: F401  (loaded before the search path changes, so that no package of the same name takes its place)

from .tools import Tools

INJECTED = (
    "tool",
    "primer_tool",
    "resumes",
    "ask_user",
    "sleep_for",
    "sleep_until",
    "watch_files",
    "wait_for_signal",
    "ToolContext",
)


def takes_context(plan):
    """Whether the tool or its companion takes `ctx`."""
    resume = plan.get("resume")
    return any(p["passing"] == "context" for p in plan["parameters"]) or bool(resume and resume["takesContext"])


def _module_name(file):
    name = os.path.basename(file)
    name = name[:-3] if name.endswith(".py") else name
    # A file named like a module of the standard library must not take its place for everybody else.
    return f"tool_{name}" if name in sys.stdlib_module_names or name in sys.modules else name


def load(message, library):
    """Executes the module. What its code raises passes through."""
    from . import shapes

    plans = {plan["tool"]: plan for plan in message["plans"]}
    shapes.preload(plans.values())
    if message["async"]:
        import asyncio  # noqa: F401
    entry, file = str(message["entry"]), str(message["file"])
    sys.dont_write_bytecode = True
    for name in INJECTED:
        setattr(builtins, name, getattr(haft, name))
    sys.path[:] = [*map(str, message["searchPath"]), *[path for path in sys.path if path != library], library]
    module = _execute(_module_name(file), entry)
    if any(map(takes_context, plans.values())):
        import pathlib  # noqa: F401
        import threading  # noqa: F401
    return Tools(module, plans, {"entry": entry, "file": file}, message["async"] is True)


def _execute(name, entry):
    from _frozen_importlib import module_from_spec
    from _frozen_importlib_external import SourceFileLoader, spec_from_file_location

    spec = spec_from_file_location(name, entry, loader=SourceFileLoader(name, entry))
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
