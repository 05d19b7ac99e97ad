"""
A call of nothing, made by a child that waits: the pages that every call writes to are then its own before the call comes,
which is most of what a call in a forked process costs. Its effects end with it; it says nothing on the wire.
"""

from __future__ import annotations

import _thread
import json
import select

from .call import answer_of
from .channel import CALL, Channel
from .module import takes_context
from .tools import Tool

_TOOL = "haft_rehearsal"


def _plan(with_context):
    """A context only where a tool takes one: what it needs is imported in the parent only then, and costs 5 ms a child."""
    parameters = [{"passing": "keyword", "name": "text", "shape": {"kind": "text"}}]
    if with_context:
        parameters.append({"passing": "context", "positional": False})
    return {
        "tool": _TOOL,
        "form": "function",
        "function": "rehearse",
        "isAsync": False,
        "parameters": parameters,
        "result": {"kind": "any"},
        "definitions": {},
    }


_CALL = json.dumps(
    {
        "type": "call",
        "callId": "",
        "tool": _TOOL,
        "phase": "call",
        "arguments": {"text": "nothing"},
        "ctx": {
            "tenantId": "",
            "sessionId": "",
            "runId": "",
            "callId": "",
            "bundle": "",
            "config": {},
            "dataDir": "/data",
            "workdir": None,
            "idempotencyKey": "",
        },
    }
).encode()


class _Module:
    """What the rehearsed tool is found in."""

    @staticmethod
    def rehearse(text, ctx=None):
        return {"text": text, "tenant": ctx and ctx.tenant_id, "list": [1, 2.5, True, None]}


async def _wait_for_nothing():
    return None


def _nothing():
    pass


class Rehearsal:
    """Made once in the parent."""

    def __init__(self, tools, is_async):
        self._tools = tools
        self._listens = any(map(takes_context, tools.plans.values()))
        self._is_async = is_async
        self._tool = Tool(_Module, _plan(self._listens))

    def run(self):
        """Nothing, if the call is there already."""
        if select.select([CALL], [], [], 0)[0]:
            return
        if self._listens:
            _thread.start_new_thread(_nothing, ())
        answer_of(self._tool, json.loads(_CALL), Channel(False), self._tools)
        if self._is_async:
            self._loop()

    def _loop(self):
        """Not by `asyncio.run`: after it, `asyncio.get_event_loop` makes no loop any more."""
        import asyncio

        loop = asyncio.new_event_loop()
        loop.run_until_complete(_wait_for_nothing())
        loop.close()
