"""The one argument of the runner, checked once."""

from __future__ import annotations

import json

from . import filters


class Settings:
    """See `PythonRunnerSettings` in index.d.ts."""

    __slots__ = ("limits", "parent_filter", "child_filter", "landlock", "probes", "pid_namespace", "scratch")

    def __init__(self, text):
        given = json.loads(text)
        self.limits = {str(k): int(v) for k, v in given["limits"].items()}
        self.parent_filter = filters.decode(given.get("parentFilter"))
        self.child_filter = filters.decode(given.get("childFilter"))
        self.landlock = given.get("landlock")
        self.probes = {str(k): [int(n) for n in v] for k, v in given.get("probes", {}).items()}
        self.pid_namespace = given.get("pidNamespace") is True
        self.scratch = [str(path) for path in given.get("scratch", [])]
