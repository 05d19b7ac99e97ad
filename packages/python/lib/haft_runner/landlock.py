"""Landlock: leaves only named paths visible to this process and all that it starts."""

from __future__ import annotations

import ctypes
import os
import stat

from . import kernel

# The numbers are the same on every architecture.
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION_FLAG = 1
_RULE_PATH_BENEATH = 1

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_REFER, _TRUNCATE, _IOCTL_DEV = 1 << 13, 1 << 14, 1 << 15
_ALL_OF_FIRST_ABI = (1 << 13) - 1
_FOR_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEV


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"
    _fields_ = [("allowed_access", ctypes.c_uint64), ("parent_fd", ctypes.c_int32)]


def _handled(abi):
    rights = _ALL_OF_FIRST_ABI
    if abi >= 2:
        rights |= _REFER
    if abi >= 3:
        rights |= _TRUNCATE
    if abi >= 5:
        rights |= _IOCTL_DEV
    return rights


def _allow(ruleset, path, rights):
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(descriptor).st_mode):
            rights &= _FOR_FILES
        rule = _PathBeneath(rights, descriptor)
        kernel.syscall(_ADD_RULE, ruleset, _RULE_PATH_BENEATH, kernel.pointer(ctypes.pointer(rule)), 0)
    finally:
        os.close(descriptor)


def enforce(paths):
    """What it came to, for the report: `enforced (ABI n)`, or `absent` where the kernel has no Landlock."""
    try:
        abi = kernel.syscall(_CREATE_RULESET, ctypes.c_void_p(None), 0, _VERSION_FLAG)
    except OSError:
        return "absent"
    handled = _handled(abi)
    attributes = ctypes.c_uint64(handled)
    ruleset = kernel.syscall(_CREATE_RULESET, kernel.pointer(ctypes.pointer(attributes)), 8, 0)
    try:
        for path in paths["read"]:
            _allow(ruleset, path, handled & (_EXECUTE | _READ_FILE | _READ_DIR))
        for path in paths["write"]:
            _allow(ruleset, path, handled)
        kernel.syscall(_RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)
    return f"enforced (ABI {abi})"
