# Runs a command in a user namespace in which every user exists and no further user namespace may be made.
import ctypes
import os
import sys

ready, go = os.pipe(), os.pipe()
child = os.fork()
if child == 0:
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(0x10000000) != 0:
        sys.exit(f"unshare: {os.strerror(ctypes.get_errno())}")
    os.write(ready[1], b"x")
    os.read(go[0], 1)
    os.setgid(0)
    os.setuid(0)
    with open("/proc/sys/user/max_user_namespaces", "w") as most:
        most.write("0")
    os.execvp(sys.argv[1], sys.argv[1:])
os.read(ready[0], 1)
for name in ("gid_map", "uid_map"):
    with open(f"/proc/{child}/{name}", "w") as mapping:
        mapping.write("0 0 65536")
os.write(go[1], b"x")
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
