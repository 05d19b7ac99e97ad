"""What the process finds of its own surroundings, before it has loaded any of the tool's code."""

from __future__ import annotations

import os
import sys

from . import kernel

_STATUS = ("NoNewPrivs", "CapEff", "CapBnd", "Seccomp", "Seccomp_filters")
_NAMESPACES = ("mnt", "pid", "net", "ipc", "uts", "user", "cgroup", "time")


def _status():
    found = {}
    try:
        with open("/proc/self/status", encoding="ascii", errors="replace") as lines:
            for line in lines:
                name, _, value = line.partition(":")
                if name in _STATUS:
                    found[name] = value.strip()
    except OSError:
        pass
    return found


def _namespaces():
    found = {}
    for name in _NAMESPACES:
        try:
            found[name] = os.readlink("/proc/self/ns/" + name)
        except OSError:
            pass
    return found


def _descriptors():
    folder = "/proc/self/fd" if os.path.isdir("/proc/self/fd") else "/dev/fd"
    found = []
    for name in os.listdir(folder):
        number = int(name)
        try:
            os.fstat(number)
        except OSError:
            continue  # the listing's own
        found.append(number)
    return sorted(found)


def _root():
    try:
        return sorted(os.listdir("/"))
    except OSError:  # Landlock refuses what `access` allows
        return []


def _connection():
    """What comes of a connection to an address that no machine has (RFC 5737)."""
    import _socket

    try:
        attempt = _socket.socket(_socket.AF_INET, _socket.SOCK_STREAM)
    except OSError as fault:
        return kernel.errno_name(fault.errno)
    try:
        attempt.setblocking(False)
        code = attempt.connect_ex(("192.0.2.1", 9))
        return "allowed" if kernel.errno_name(code) in ("0", "EINPROGRESS") else kernel.errno_name(code)
    except OSError as fault:
        return kernel.errno_name(fault.errno)
    finally:
        attempt.close()


def _limits(names):
    import resource

    found = {}
    for name in names:
        which = getattr(resource, name, None)
        if which is not None:
            value = resource.getrlimit(which)[0]
            found[name] = -1 if value == resource.RLIM_INFINITY else value
    return found


def inside_report(settings, landlock):
    """An `InsideReport` of the wire."""
    linux = sys.platform.startswith("linux")
    refused = {name: kernel.refusal(call[0], call[1:]) for name, call in settings.probes.items()} if linux else {}
    refused["connect"] = _connection()
    return {
        "pid": os.getpid(),
        "uid": os.getuid(),
        "status": {**_status(), "Landlock": landlock},
        "namespaces": _namespaces(),
        "root": _root(),
        "descriptors": _descriptors(),
        "refused": refused,
        "limits": _limits({*settings.limits, "RLIMIT_CORE", "RLIMIT_NOFILE", "RLIMIT_CPU", "RLIMIT_AS"}),
        "interpreter": "python " + ".".join(map(str, sys.version_info[:3])),
    }
