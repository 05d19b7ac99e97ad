"""Whether a loaded module may be forked."""

from __future__ import annotations

import os
import sys


def _native():
    try:
        return len(os.listdir("/proc/self/task"))
    except OSError:
        return 1


def threads_started():
    """
    How many threads beside this one the module has started. Threads of native libraries that end themselves at a fork
    (the workers of OpenBLAS do) do not count: one fork that does nothing shows which those are.
    """
    python = len(sys._current_frames())
    if python > 1:
        return python - 1
    if _native() > 1:
        child = os.fork()
        if child == 0:
            os._exit(0)
        os.waitpid(child, 0)
    return _native() - 1
