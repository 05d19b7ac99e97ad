"""What a process gives up before it does anything else, in the order that matters."""

from __future__ import annotations

import sys

from . import filters, kernel, landlock


def _set_limits(limits):
    import resource

    for name, value in limits.items():
        which = getattr(resource, name, None)
        if which is None:
            continue
        hard = resource.getrlimit(which)[1]
        if hard != resource.RLIM_INFINITY and value > hard:
            value = hard
        resource.setrlimit(which, (value, value))


def restrict(settings):
    """Returns what Landlock came to, for the report. Raises if anything asked for cannot be had."""
    _set_limits(settings.limits)
    if not sys.platform.startswith("linux"):
        return "absent"
    kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
    said = landlock.enforce(settings.landlock) if settings.landlock else "absent"
    filters.install(filters.prepare(settings.parent_filter))
    return said
