"""System calls that Python has no function for, through the C library."""

from __future__ import annotations

import ctypes
import errno
import os

_libc = ctypes.CDLL(None, use_errno=True)
_LONG = ctypes.c_long

PR_SET_DUMPABLE = 4
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
PR_SET_SECCOMP = 22
PR_CAPBSET_DROP = 24


def errno_name(number):
    return errno.errorcode.get(number, str(number))


def syscall(number, *arguments):
    """The result of a raw system call; raises OSError."""
    ctypes.set_errno(0)
    _libc.syscall.restype = _LONG
    result = _libc.syscall(_LONG(number), *[a if isinstance(a, ctypes.c_void_p) else _LONG(a) for a in arguments])
    if result == -1:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


def prctl(option, *arguments):
    """Raises OSError."""
    ctypes.set_errno(0)
    padded = [a if isinstance(a, ctypes.c_void_p) else ctypes.c_ulong(a) for a in arguments]
    padded += [ctypes.c_ulong(0)] * (4 - len(padded))
    result = _libc.prctl(ctypes.c_int(option), *padded)
    if result == -1:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


def pointer(buffer):
    """The address of a ctypes buffer, as an argument."""
    return ctypes.cast(buffer, ctypes.c_void_p)


def refusal(number, arguments):
    """What comes of a system call that must be refused: the name of its error, or `allowed`."""
    try:
        syscall(number, *arguments)
    except OSError as fault:
        return errno_name(fault.errno)
    return "allowed"
