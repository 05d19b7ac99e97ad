"""What a call leaves behind: processes and files. Both are gone before the next call is served."""

from __future__ import annotations

import os
import signal
import sys
import time


def prepare(settings):
    """Without a pid namespace, orphans of a call come back to this process, so that it finds and ends them."""
    if not settings.pid_namespace and sys.platform.startswith("linux"):
        from . import kernel

        kernel.prctl(kernel.PR_SET_CHILD_SUBREAPER, 1)


def kill(settings):
    """Ends everything that the last call has started and waits until it is gone."""
    if settings.pid_namespace:
        _kill_all()
    else:
        _kill_children()


def _kill_all():
    """Everything in the namespace but its first process and this one. The kernel signals all at once: a fork cannot escape."""
    while True:
        try:
            os.kill(-1, signal.SIGKILL)
        except ProcessLookupError:
            return
        _reap()
        time.sleep(0.0005)


def _reap():
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


def _kill_children():
    """Children, and orphans of theirs that came back, until there are none."""
    while True:
        for child in _children():
            try:
                os.kill(child, signal.SIGKILL)
            except ProcessLookupError:
                pass
        try:
            if not os.waitpid(-1, os.WNOHANG)[0]:
                time.sleep(0.0005)
        except ChildProcessError:
            return


def _children():
    me = os.getpid()
    try:
        with open(f"/proc/self/task/{me}/children", encoding="ascii") as file:
            return [int(pid) for pid in file.read().split()]
    except OSError:
        return []


def empty(folders):
    """Removes everything in the folders. False if something cannot be removed."""
    return all([_empty(folder) for folder in folders])


def _empty(folder):
    """
    Iterative, and by moving what is deep to the top: a tree of any depth needs two descriptors and no long path.
    Nothing of the call runs any more, so that no link can be slipped in between.
    """
    try:
        names = os.listdir(folder)
    except FileNotFoundError:
        return True
    except OSError:
        return False
    moved = 0
    while names:
        name = names.pop()
        path = f"{folder}/{name}"
        try:
            if not _is_folder(path):
                os.unlink(path)
                continue
            os.chmod(path, 0o700)
            for inner in os.listdir(path):
                below = f"{path}/{inner}"
                if _is_folder(below):
                    os.chmod(below, 0o700)
                    moved += 1
                    fresh = f".haft-{moved}"
                    os.rename(below, f"{folder}/{fresh}")
                    names.append(fresh)
                else:
                    os.unlink(below)
            os.rmdir(path)
        except OSError:
            return False
    return True


def _is_folder(path):
    import stat

    return stat.S_ISDIR(os.lstat(path).st_mode)
