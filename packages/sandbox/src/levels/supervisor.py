"""Starts one command where there is no pid namespace, and ends it with everything that it started.

Usage: supervisor.py MARK GATE SCRATCH PROGRAM [ARGUMENT …]

MARK is for those who look at command lines: it says whose this is. GATE is a descriptor: one byte lets the command
start; end of file, whenever it comes, ends the whole tree. That holds when the server and its launcher are killed, since
their ends of the gate close. SCRATCH is made, and removed at the end.
"""

import ctypes
import os
import select
import shutil
import signal
import sys

PR_SET_CHILD_SUBREAPER = 36


def children_of(pid):
    found = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children") as listing:
                found.extend(int(child) for child in listing.read().split())
    except (OSError, ValueError):
        pass
    return found


def descendants_of(pid):
    found, open_ends = [], [pid]
    while open_ends:
        for child in children_of(open_ends.pop()):
            found.append(child)
            open_ends.append(child)
    return found


def reap():
    """Whether any child is left."""
    try:
        while True:
            pid, _ = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                return True
    except ChildProcessError:
        return False


def end_tree(command):
    """Orphans come to this process (it is their subreaper), so that what forks while it is being ended is found again."""
    while reap():
        for pid in descendants_of(os.getpid()) or [command]:
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                pass
        try:
            os.killpg(command, signal.SIGKILL)
        except OSError:
            pass
        select.select([], [], [], 0.002)


def start(gate, scratch, line):
    pid = os.fork()
    if pid == 0:
        os.close(gate)
        os.setsid()
        os.chdir(scratch)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        os.execv(line[0], line)
    return pid


def main():
    gate, scratch, line = int(sys.argv[2]), sys.argv[3], sys.argv[4:]
    if not os.read(gate, 1):
        return
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    os.mkdir(scratch, 0o700)
    told, tell = os.pipe()
    os.set_blocking(tell, False)
    signal.set_wakeup_fd(tell, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    command = start(gate, scratch, line)
    # The sockets and outputs are the command's alone: their end of file is its end.
    nothing = os.open("/dev/null", os.O_RDWR)
    for number in range(gate):
        os.dup2(nothing, number)
    os.close(nothing)
    try:
        while True:
            ready, _, _ = select.select([gate, told], [], [])
            if gate in ready and not os.read(gate, 1):
                break
            if told in ready:
                os.read(told, 512)
                if os.waitid(os.P_PID, command, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                    break
    finally:
        end_tree(command)
        shutil.rmtree(scratch, ignore_errors=True)


main()
