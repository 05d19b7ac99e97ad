"""The parent's loop: one child waits for the next call; when it has ended everything it left is removed."""

from __future__ import annotations

import gc
import os
import resource
import select
import sys
import time

from . import filters, remains
from .call import serve_call
from .channel import CALL
from .frames import to_bytes, write_frame
from .rehearsal import Rehearsal
from .threads import threads_started

CONTROL = 4


def _say(message):
    write_frame(CONTROL, to_bytes(message))


def _child(prepared, tools, rehearsal):
    os.close(CONTROL)
    try:
        # A signal to its own group must not reach the parent.
        os.setsid()
        filters.install(prepared)
        reseed()
        rehearsal.run()
        serve_call(tools)
    finally:
        os._exit(70)


def reseed():
    """Forked copies of one generator would repeat each other. `random` does this itself when it is forked."""
    numpy = sys.modules.get("numpy.random")
    if numpy is not None:
        numpy.seed()


def _wait_for(child):
    """The child's wait status; None if the outside is gone."""
    try:
        watched = os.pidfd_open(child)
    except (AttributeError, OSError):
        return _poll_for(child)
    try:
        poller = select.poll()
        poller.register(watched, select.POLLIN)
        poller.register(CONTROL, select.POLLIN)
        for descriptor, _ in poller.poll():
            if descriptor == CONTROL:
                return None
        return os.waitpid(child, 0)[1]
    finally:
        os.close(watched)


def _poll_for(child):
    while True:
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            return status
        if select.select([CONTROL], [], [], 0.005)[0]:
            return None


def _spent():
    """Whether half of the parent's own processor time is used up: better replaced than killed in the middle of a call."""
    limit = resource.getrlimit(resource.RLIMIT_CPU)[0]
    return limit != resource.RLIM_INFINITY and time.process_time() > limit / 2


def _mark(marker):
    line = (marker + "\n").encode()
    for descriptor in (1, 2):
        try:
            os.set_blocking(descriptor, True)  # a call may have made the shared pipe non-blocking
            os.write(descriptor, line)
        except OSError:
            os._exit(71)


def _serve_itself(prepared, tools):
    """A module with threads is not forked: this process serves one call and ends."""
    _say({"type": "waiting", "n": 0})
    os.close(CONTROL)
    filters.install_in_every_thread(prepared)
    serve_call(tools)
    os._exit(70)


def serve(settings, tools, marker):
    """Never returns."""
    threads = threads_started()
    _say({"type": "loaded", "threads": threads})
    prepared = filters.prepare(settings.child_filter)
    if threads:
        _serve_itself(prepared, tools)
    remains.prepare(settings)
    # The first call finds what every other does, whatever the module has left when it was loaded.
    remains.kill(settings)
    if not remains.empty(settings.scratch):
        os._exit(0)
    rehearsal = Rehearsal(tools, tools.is_async)
    gc.collect()
    gc.freeze()
    n = 0
    while True:
        os.set_blocking(CALL, True)
        child = os.fork()
        if child == 0:
            _child(prepared, tools, rehearsal)
        _say({"type": "waiting", "n": n})
        status = _wait_for(child)
        remains.kill(settings)
        if status is None:
            os._exit(0)
        clean = remains.empty(settings.scratch)
        _mark(marker)
        _say({"type": "ended", "n": n, "status": status})
        if not clean or _spent():
            os._exit(0)
        n += 1
