"""One call, from its message to its answer. The process ends with it."""

from __future__ import annotations

import os
import sys

import haft._waits as waits
from haft import ToolContext, Wait

from .arguments import Mismatch
from .channel import CALL, Channel
from .errors import Paths, Refused, wire_error
from .frames import MAX_RESULT_BYTES, FrameError, read_frame, to_bytes
from .module import takes_context
from .results import NotSerialisable, ToJson


class _Watch:
    """Knows of every wait that the call has made, so that one that is not returned is not lost in silence."""

    def __init__(self, channel, workdir):
        self._channel = channel
        self._workdir = workdir
        self.made = []

    def wait_made(self, wait):
        self.made.append(wait)

    def files_state(self, paths):
        if self._workdir is None:
            raise ValueError("watch_files: this thread has no workspace to watch")
        return self._channel.request("files.state", {"paths": paths})


class _Live:
    """What `ctx` asks of the outside, on the wire."""

    def __init__(self, channel):
        self._channel = channel
        self.request = channel.request

    @property
    def cancelled(self):
        return self._channel.cancelled

    @property
    def told(self):
        raise AttributeError("ctx.told is for unit tests; what a call tells is in its run's log")

    def secret(self, name):
        return self._channel.request("secret", {"name": name})

    def tell(self, fraction, message):
        said = {"type": "progress"}
        if fraction is not None:
            said["fraction"] = fraction
        if message is not None:
            said["message"] = message
        self._channel.send(said)


def _context(data, channel):
    return ToolContext(
        tenant_id=data["tenantId"],
        session_id=data["sessionId"],
        run_id=data["runId"],
        call_id=data["callId"],
        bundle=data["bundle"],
        config=data["config"],
        data_dir=data.get("dataDir"),
        workdir=data.get("workdir"),
        context=data.get("context"),
        idempotency_key=data["idempotencyKey"],
        parked_at=data.get("parkedAt"),
        _outside=_Live(channel),
    )


def _finished(value):
    """The value of an `async` function."""
    if hasattr(value, "__await__") and not isinstance(value, Wait):
        import asyncio

        if asyncio.iscoroutine(value):
            return asyncio.run(value)

        async def wrapped():
            return await value

        return asyncio.run(wrapped())
    return value


def _invoke(tool, message, channel):
    context = _context(message["ctx"], channel) if takes_context(tool.plan) else None
    if message["phase"] == "resume":
        companion = tool.companion()
        named = {"payload": message.get("payload"), "meta": message.get("meta") or {}}
        if tool.plan["resume"]["takesContext"]:
            named["ctx"] = context
        return _finished(companion(**named))
    function = tool.function()
    try:
        positional, named = tool.arguments(message.get("arguments") or {}, context)
    except Mismatch as fault:
        raise Refused("invalid_arguments", fault.message, "haft tools shows which arguments it takes") from fault
    return _finished(function(*positional, **named))


def _answer(value, tool, watch, channel, records):
    if isinstance(value, Wait):
        if not tool.plan.get("resume"):
            raise Refused(
                "no_companion",
                f"{tool.name} returned {value.helper}(…), and no companion is there to go on with what comes of it",
                f"add one below it: @resumes({tool.plan['function']})",
            )
        return to_bytes({"type": "yield", "kind": value.kind, "params": value.params, "meta": value.meta})
    if watch.made:
        helper = watch.made[0].helper
        raise Refused(
            "wait_not_returned",
            f"{tool.name} called {helper}(…) and returned {type(value).__name__} instead of the wait it gave",
            f"write: return {helper}(…)",
        )
    return _result(value, channel, records)


def _result(value, channel, records):
    convert = ToJson(records)
    try:
        body = to_bytes(convert.convert(value))
    except NotSerialisable as fault:
        raise Refused("not_serialisable", str(fault), "return data: text, numbers, lists, dicts, dataclasses") from None
    except RecursionError:
        raise Refused("not_serialisable", "the result is nested too deep", "return something flatter") from None
    if len(body) > MAX_RESULT_BYTES:
        raise Refused(
            "result_too_large",
            f"the result is {len(body):,} bytes of JSON; at most {MAX_RESULT_BYTES:,} cross",
            "write it with ctx.artifacts.write(…) and return its path, or return less",
        )
    if convert.rounded:
        text = f"{convert.rounded} is a whole number beyond 2^53, which is rounded outside Python; return it as text"
        channel.send({"type": "log", "level": "warning", "text": text})
    return b'{"type":"result","value":' + body + b"}"


def answer_of(tool, message, channel, tools):
    """The bytes of the answer. Whatever the tool raises passes through."""
    watch = _Watch(channel, message["ctx"].get("workdir"))
    waits._observer = watch
    value = _invoke(tool, message, channel)
    return _answer(value, tool, watch, channel, tools.records)


def _run(tools, message, channel):
    try:
        return answer_of(tools.by_name(message.get("tool")), message, channel, tools)
    except BaseException as fault:  # SystemExit, KeyboardInterrupt and whatever else: errors of this call, nothing more
        return to_bytes({"type": "error", "error": wire_error(fault, Paths(**tools.paths))})


def _flush():
    """The process ends without the interpreter's own end, which would write what is still in buffers."""
    _flush_streams([sys.stdout, sys.stderr])
    if _has_opened():
        import gc
        import io

        # What was there before the fork is frozen, and not among these.
        _flush_streams([one for one in gc.get_objects() if isinstance(one, (io.TextIOWrapper, io.BufferedWriter))])


def _has_opened():
    """Whether the call has opened any descriptor: the next free one is then not the first."""
    try:
        free = os.dup(CALL)
        os.close(free)
    except OSError:
        return True
    return free != CALL + 1


def _flush_streams(streams):
    for stream in streams:
        try:
            stream.flush()
        except Exception:  # the tool may have closed or replaced it
            pass


def _listens(tools, message):
    plan = tools.plans.get(message.get("tool"))
    return plan is not None and takes_context(plan)


def _next_call():
    """
    The message of the call. What was said to the call before, and came when it had ended, is passed over; end of file, and
    anything else, ends the process.
    """
    try:
        message = read_frame(CALL)
        while message is not None and message["type"] in ("cancel", "reply"):
            message = read_frame(CALL)
    except (FrameError, OSError):
        os._exit(72)
    if message is None:
        os._exit(0)
    if message["type"] != "call" or type(message.get("ctx")) is not dict:
        os._exit(72)
    return message


def serve_call(tools):
    """Waits for the call, runs it, answers, and ends the process."""
    message = _next_call()
    channel = Channel(_listens(tools, message))
    body = _run(tools, message, channel)
    _flush()
    channel.send_bytes(body)
    os._exit(0)
