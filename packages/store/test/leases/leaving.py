"""A process that is killed and cannot leave: says its number, and that of the process that it waits for.

It is the first of a pid namespace, and so ends after the second; that one's parent is this process, which does not look
at its end before its standard input closes.
"""

import ctypes
import os
import signal
import sys

CLONE_NEWPID = 0x20000000


def stay():
    pid = os.fork()
    if pid == 0:
        # In whose command line the mark stands; its children are other programs' business.
        os.execv(sys.executable, [sys.executable, "-c", "import time; time.sleep(3600)", sys.argv[1]])
    return pid


if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWPID) != 0:
    sys.exit(f"unshare: {os.strerror(ctypes.get_errno())}")
first, second = stay(), stay()
print(first, second, flush=True)
sys.stdin.readline()
os.kill(first, signal.SIGKILL)
os.waitid(os.P_PID, second, os.WEXITED | os.WNOWAIT)
print("killed", flush=True)
sys.stdin.readline()
