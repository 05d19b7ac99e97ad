"""Installs a system call filter that was assembled outside."""

from __future__ import annotations

import binascii
import ctypes
import os

from . import kernel

_SECCOMP_MODE_FILTER = 2
_SET_MODE_FILTER, _FLAG_ALL_THREADS = 1, 1
_SECCOMP = {"x86_64": 317, "aarch64": 277}


class _Program(ctypes.Structure):
    _fields_ = [("len", ctypes.c_ushort), ("filter", ctypes.c_void_p)]


def decode(text):
    """The bytes of a filter, checked to be whole instructions; None where there is none."""
    if text is None:
        return None
    data = binascii.a2b_base64(text)
    if not data or len(data) % 8:
        raise ValueError("a filter is an array of 8-byte instructions")
    return data


def prepare(data):
    """What `install` takes: made before a fork, so that the child has little to do."""
    if data is None:
        return None
    code = ctypes.create_string_buffer(data, len(data))
    program = _Program(len(data) // 8, ctypes.cast(code, ctypes.c_void_p))
    return (kernel.pointer(ctypes.pointer(program)), program, code)


def install(prepared):
    """For this thread and all that it starts. Cannot be undone."""
    if prepared is not None:
        kernel.prctl(kernel.PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, prepared[0])


def install_in_every_thread(prepared):
    """For the whole process, whatever threads it has. Cannot be undone."""
    if prepared is not None:
        left = kernel.syscall(_SECCOMP[os.uname().machine], _SET_MODE_FILTER, _FLAG_ALL_THREADS, prepared[0])
        if left:
            raise OSError(f"thread {left} cannot take the filter")
