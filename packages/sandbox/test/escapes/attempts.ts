// Attempts to reach what a tool must not reach: each returns "escaped" where it succeeds, and succeeds outside a sandbox.

import type { Lines } from "../harness.ts";

/** An attempt, and what it is held by. */
export interface Attempt extends Lines {
  readonly name: string;
  /** Levels that promise to stop it, beside `namespaces`. */
  readonly alsoAt?: readonly ("seccomp" | "rlimit-only")[];
  /** What it succeeds outside with: a power of root, or with anybody. */
  readonly outsideAs?: "root";
}

/** A system call by its number on this machine; raises what came of it. */
const syscall = (x64: number, arm64: number, given: string) => `
import ctypes, os, platform
number = ${x64} if platform.machine() == "x86_64" else ${arm64}
library = ctypes.CDLL(None, use_errno=True)
if library.syscall(number, ${given}) < 0 and ctypes.get_errno() in (1, 13, 38, 97):
    raise OSError(ctypes.get_errno(), "refused")
return "escaped"`;

/** Attempts that need nothing prepared. */
export const ATTEMPTS: readonly Attempt[] = [
  {
    name: "reads /etc/shadow",
    outsideAs: "root",
    alsoAt: ["seccomp"],
    python: `open("/etc/shadow").read()\nreturn "escaped"`,
    typescript: `(await import("node:fs")).readFileSync("/etc/shadow"); return "escaped"`,
  },
  {
    name: "finds the machine's processes",
    python: `import os\nreturn "escaped" if any(int(name) > 500 for name in os.listdir("/proc") if name.isdigit()) else "nothing"`,
    typescript: `return (await import("node:fs")).readdirSync("/proc").some((name) => Number(name) > 500) ? "escaped" : "nothing"`,
  },
  {
    name: "writes to /usr",
    outsideAs: "root",
    alsoAt: ["seccomp"],
    python: `import os\nopen("/usr/lib/haft-escape", "w").close()\nos.unlink("/usr/lib/haft-escape")\nreturn "escaped"`,
    typescript: `const fs = await import("node:fs"); fs.writeFileSync("/usr/lib/haft-escape", ""); fs.unlinkSync("/usr/lib/haft-escape"); return "escaped"`,
  },
  {
    name: "opens a netlink socket",
    alsoAt: ["seccomp"],
    python: `import socket\nsocket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0).close()\nreturn "escaped"`,
    typescript: `return Object.keys((await import("node:os")).networkInterfaces()).length > 0 ? "escaped" : "nothing"`,
  },
  {
    name: "opens a raw socket",
    outsideAs: "root",
    alsoAt: ["seccomp"],
    python: `import socket\nsocket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP).close()\nreturn "escaped"`,
  },
  {
    name: "opens a packet socket",
    outsideAs: "root",
    alsoAt: ["seccomp"],
    python: `import socket\nsocket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0).close()\nreturn "escaped"`,
  },
  {
    name: "starts another process",
    alsoAt: ["seccomp"],
    python: `import os\npid = os.fork()\nif pid == 0:\n    os._exit(0)\nos.waitpid(pid, 0)\nreturn "escaped"`,
    typescript: `const { spawnSync } = await import("node:child_process"); const done = spawnSync(process.execPath, ["-e", ""]); if (done.error) throw done.error; return "escaped"`,
  },
  {
    name: "starts another program",
    alsoAt: ["seccomp"],
    python: `import subprocess\nsubprocess.run(["/usr/bin/python3", "-c", ""], check=True)\nreturn "escaped"`,
    typescript: `const { execFileSync } = await import("node:child_process"); execFileSync("/usr/bin/env", ["true"]); return "escaped"`,
  },
  { name: "traces", alsoAt: ["seccomp"], python: syscall(101, 117, "0x4206, 1 << 22, 0, 0") },
  {
    name: "reads another process's memory",
    alsoAt: ["seccomp"],
    python: syscall(310, 270, "os.getppid(), 0, 0, 0, 0, 0"),
  },
  { name: "mounts", alsoAt: ["seccomp"], outsideAs: "root", python: syscall(165, 40, "0, 0, 0, 0x7fffffff, 0") },
  { name: "opens a tree of mounts", alsoAt: ["seccomp"], python: syscall(428, 428, "-100, 0, 0") },
  { name: "leaves its namespaces", alsoAt: ["seccomp"], outsideAs: "root", python: syscall(272, 97, "0x20000") },
  { name: "makes a user namespace", alsoAt: ["seccomp"], python: syscall(272, 97, "0x10000000") },
  { name: "enters a namespace", alsoAt: ["seccomp"], python: syscall(308, 268, "-1, 0") },
  {
    name: "clones into a namespace",
    alsoAt: ["seccomp"],
    python: `${syscall(56, 220, "0x10000000 | 17, 0, 0, 0, 0").replace("if library.syscall", "pid = library.syscall").replace(" < 0 and ctypes.get_errno()", `\nif pid == 0:\n    os._exit(0)\nif pid > 0:\n    os.waitpid(pid, 0)\nif pid < 0 and ctypes.get_errno()`)}`,
  },
  { name: "makes an io_uring", alsoAt: ["seccomp"], python: syscall(425, 425, "0, 0") },
  { name: "uses keyrings", alsoAt: ["seccomp"], python: syscall(250, 219, "0, -3, 0") },
  { name: "loads BPF", alsoAt: ["seccomp"], outsideAs: "root", python: syscall(321, 280, "0x7fff, 0, 0") },
  {
    name: "opens performance counters",
    alsoAt: ["seccomp"],
    outsideAs: "root",
    python: syscall(298, 241, "0, 0, -1, -1, 0"),
  },
  { name: "handles page faults", alsoAt: ["seccomp"], outsideAs: "root", python: syscall(323, 282, "0") },
  { name: "makes a file of memory", alsoAt: ["seccomp"], python: syscall(319, 279, 'b"x", 0') },
  { name: "makes shared memory", alsoAt: ["seccomp"], python: syscall(29, 194, "0, 4096, 0o1600") },
  { name: "makes a message queue", alsoAt: ["seccomp"], python: syscall(68, 186, "0, 0o1600") },
  { name: "changes its personality", alsoAt: ["seccomp"], python: syscall(135, 92, "0xffffffff") },
  { name: "outlives its parent", alsoAt: ["seccomp"], python: syscall(157, 167, "1, 0, 0, 0, 0") },
  {
    name: "types into a terminal, with high bits in the command",
    alsoAt: ["seccomp"],
    outsideAs: "root",
    python: `
import ctypes, os, platform
leader, follower = os.openpty()
number = 16 if platform.machine() == "x86_64" else 29
library = ctypes.CDLL(None, use_errno=True)
command = ctypes.c_ulong(0x5412 | (1 << 32))
if library.syscall(number, follower, command, ctypes.c_char_p(b"x")) < 0:
    raise OSError(ctypes.get_errno(), "refused")
return "escaped"`,
  },
  {
    name: "reads the memory of its parent",
    outsideAs: "root",
    python: `import os\nopen(f"/proc/{os.getppid()}/mem", "rb").close()\nreturn "escaped"`,
  },
  {
    name: "reads the environment of its parent",
    python: `import os\nopen(f"/proc/{os.getppid()}/environ", "rb").read()\nreturn "escaped"`,
    typescript: `(await import("node:fs")).readFileSync("/proc/" + process.ppid + "/environ"); return "escaped"`,
  },
  {
    name: "reads the arguments of the first process",
    python: `open("/proc/1/cmdline", "rb").read()\nreturn "escaped"`,
    typescript: `(await import("node:fs")).readFileSync("/proc/1/cmdline"); return "escaped"`,
  },
  {
    name: "signals its parent",
    alsoAt: [],
    python: `import os\nos.kill(os.getppid(), 0)\nreturn "escaped"`,
  },
  {
    name: "keeps files in /dev",
    outsideAs: "root",
    python: `import os\nopen("/dev/haft-escape", "w").close()\nos.unlink("/dev/haft-escape")\nreturn "escaped"`,
    typescript: `const fs = await import("node:fs"); fs.writeFileSync("/dev/haft-escape", ""); fs.unlinkSync("/dev/haft-escape"); return "escaped"`,
  },
  {
    name: "keeps files in /",
    outsideAs: "root",
    python: `import os\nopen("/haft-escape", "w").close()\nos.unlink("/haft-escape")\nreturn "escaped"`,
    typescript: `const fs = await import("node:fs"); fs.writeFileSync("/haft-escape", ""); fs.unlinkSync("/haft-escape"); return "escaped"`,
  },
  {
    name: "fills more than /dev/shm holds",
    python: `
import os
try:
    with open("/dev/shm/haft-escape", "wb") as file:
        for _ in range(20):
            file.write(bytes(1024 * 1024))
    return "escaped"
finally:
    os.path.exists("/dev/shm/haft-escape") and os.unlink("/dev/shm/haft-escape")`,
    typescript: `
const fs = await import("node:fs");
const file = "/dev/shm/haft-escape-" + process.pid;
try { fs.writeFileSync(file, Buffer.alloc(20 * 1024 * 1024)); return "escaped" } finally { fs.rmSync(file, { force: true }) }`,
  },
  {
    name: "writes a file larger than the limit",
    alsoAt: ["seccomp", "rlimit-only"],
    python: `
import os, tempfile
with tempfile.NamedTemporaryFile() as file:
    file.truncate(65 * 1024 * 1024)
return "escaped"`,
    typescript: `
const fs = await import("node:fs");
const file = (process.env.TMPDIR ?? "/tmp") + "/haft-escape-" + process.pid;
try { fs.writeFileSync(file, ""); fs.truncateSync(file, 65 * 1024 * 1024); return "escaped" } finally { fs.rmSync(file, { force: true }) }`,
  },
  {
    name: "opens more descriptors than the limit",
    alsoAt: ["seccomp", "rlimit-only"],
    python: `files = [open("/dev/null") for _ in range(300)]\nreturn "escaped"`,
    typescript: `const fs = await import("node:fs"); for (let at = 0; at < 300; at += 1) fs.openSync("/dev/null"); return "escaped"`,
  },
  {
    name: "raises its own limits",
    outsideAs: "root",
    alsoAt: ["seccomp", "rlimit-only"],
    python: `import resource\nresource.setrlimit(resource.RLIMIT_NOFILE, (5000, 5000))\nreturn "escaped"`,
  },
];
