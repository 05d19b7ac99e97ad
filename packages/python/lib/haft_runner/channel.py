"""The call's socket, as the process that runs the call uses it."""

from __future__ import annotations

import _thread
import os

from haft._outside import SecretMissing

from .frames import FrameError, read_frame, to_bytes, write_frame

CALL = 3


class OutsideRefused(RuntimeError):
    """A request that the outside refused for a reason of its own."""


def _exception(op, error):
    kind, message = str(error.get("type", "")), str(error.get("message", ""))
    if op == "secret":
        return SecretMissing(message)
    if kind in ("artifact_not_found", "FileNotFoundError"):
        return FileNotFoundError(message)
    known = {"ValueError": ValueError, "PermissionError": PermissionError, "KeyError": SecretMissing}
    return known.get(kind, OutsideRefused)(message)


class Channel:
    """Sends from any thread, one frame at a time; a request waits for its reply."""

    def __init__(self, listens):
        self._sending = _thread.allocate_lock()
        self._asking = _thread.allocate_lock()
        self._last = 0
        self._replies = {}
        self._listener = None
        self._cancelled = None
        if listens:
            self._listen()

    @property
    def cancelled(self):
        """Set by `cancel`."""
        if self._cancelled is None:
            import threading

            self._cancelled = threading.Event()
        return self._cancelled

    def send(self, message):
        """Any message of a call."""
        self.send_bytes(to_bytes(message))

    def send_bytes(self, body):
        """One frame that is JSON already."""
        with self._sending:
            write_frame(CALL, body)

    def request(self, op, params):
        """What only the outside can do. Raises what it refused with."""
        reply = self._ask(op, params) if self._listener is None else self._ask_and_wait(op, params)
        if reply.get("ok") is True:
            return reply.get("value")
        raise _exception(op, reply.get("error") or {})

    def _next_id(self):
        self._last += 1
        return self._last

    def _ask(self, op, params):
        """Where nobody listens, whoever asks reads the reply."""
        with self._asking:
            number = self._next_id()
            self.send({"type": "request", "id": number, "op": op, "params": params})
            while True:
                message = _read()
                if message["type"] == "reply" and message.get("id") == number:
                    return message
                if message["type"] == "cancel":
                    self.cancelled.set()

    def _ask_and_wait(self, op, params):
        arrived = _thread.allocate_lock()
        arrived.acquire()
        with self._asking:
            number = self._next_id()
            self._replies[number] = [arrived, None]
            self.send({"type": "request", "id": number, "op": op, "params": params})
        arrived.acquire()
        return self._replies.pop(number)[1]

    def _listen(self):
        self.cancelled  # noqa: B018  (made before the thread that sets it)
        # Not by `threading`, whose `start` waits until the thread runs.
        self._listener = _thread.start_new_thread(self._hear, ())

    def _hear(self):
        while True:
            message = _read()
            if message["type"] == "cancel":
                self.cancelled.set()
            elif message["type"] == "reply" and message.get("id") in self._replies:
                waiting = self._replies[message["id"]]
                waiting[1] = message
                waiting[0].release()


def _read():
    """The next message; where there is none the outside is gone, and so is this process."""
    try:
        message = read_frame(CALL)
    except (FrameError, OSError):
        os._exit(72)
    if message is None:
        os._exit(0)
    return message
