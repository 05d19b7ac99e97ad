// The filters, run system call by system call, on both architectures.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ARCHITECTURES } from "../../src/seccomp/architecture.ts";
import { outerFilter, pythonChildFilter, pythonParentFilter } from "../../src/seccomp/filters.ts";
import { type Answer, runFilter } from "./bpf-machine.ts";

const EPERM = { errno: 1 };
const EACCES = { errno: 13 };
const ENOSYS = { errno: 38 };
const EAFNOSUPPORT = { errno: 97 };

/** Refused in every sandbox, whatever the arguments. */
const REFUSED = `ptrace process_vm_readv process_vm_writev kcmp pidfd_getfd process_madvise process_mrelease
  mount umount2 pivot_root chroot open_tree move_mount fsopen fsconfig fsmount fspick mount_setattr
  open_by_handle_at name_to_handle_at quotactl quotactl_fd swapon swapoff unshare setns
  keyctl add_key request_key bpf perf_event_open userfaultfd fanotify_init lookup_dcookie nfsservctl
  io_uring_setup io_uring_enter io_uring_register uselib _sysctl modify_ldt ustat sysfs
  init_module finit_module delete_module create_module get_kernel_syms query_module
  kexec_load kexec_file_load personality acct reboot syslog vhangup iopl ioperm
  settimeofday clock_settime adjtimex clock_adjtime sethostname setdomainname memfd_create memfd_secret
  shmget shmat shmctl shmdt semget semop semctl semtimedop msgget msgsnd msgrcv msgctl
  mq_open mq_unlink mq_timedsend mq_timedreceive mq_notify mq_getsetattr`
  .trim()
  .split(/\s+/);
const PROCESSES = ["fork", "vfork"];
const THREAD = 0x0001_0000n;

for (const architecture of Object.values(ARCHITECTURES)) {
  const { audit, syscalls } = architecture;
  const number = (name: string) => {
    const found = syscalls.numbers.get(name);
    assert.notEqual(found, undefined, `${architecture.name} has ${name}`);
    return found ?? -1;
  };
  const ask = (program: Uint8Array, name: string, ...given: bigint[]): Answer =>
    runFilter(program, { number: number(name), audit, arguments: given });
  const node = outerFilter(architecture, { language: "typescript", subprocess: false, refuseNetwork: false });
  const python = outerFilter(architecture, { language: "python", subprocess: false, refuseNetwork: false });
  const closed = outerFilter(architecture, { language: "typescript", subprocess: false, refuseNetwork: true });

  describe(`filters for ${architecture.name}`, () => {
    it("answer for every system call of the table as the list of refusals says", () => {
      for (const [name, found] of syscalls.numbers) {
        // A thread, a unix stream socket and harmless commands: what only some arguments make refusable.
        const harmless = name === "clone" ? [THREAD] : name === "socket" || name === "socketpair" ? [1n, 1n] : [0n, 0n];
        const expected: Answer = REFUSED.includes(name) ? EPERM : name === "clone3" ? ENOSYS : "allow";
        assert.deepEqual(runFilter(python, { number: found, audit, arguments: harmless }), expected, name);
        const forks = PROCESSES.includes(name) ? EPERM : expected;
        assert.deepEqual(runFilter(node, { number: found, audit, arguments: harmless }), forks, `node: ${name}`);
      }
    });

    it("answer ENOSYS for every number after the table, negative ones and the x32 ABI", () => {
      for (const later of [
        syscalls.last + 1,
        syscalls.last + 2,
        462,
        1000,
        0x4000_0000,
        0x4000_0000 + 39,
        -1,
        0x7fff_ffff,
      ])
        assert.deepEqual(runFilter(python, { number: later, audit }), ENOSYS, String(later));
    });

    it("refuse the numbers of other architectures", () => {
      for (const other of [0x4000_0003, 0x4000_0028, ...Object.values(ARCHITECTURES).map((one) => one.audit)])
        if (other !== audit) assert.deepEqual(runFilter(python, { number: number("read"), audit: other }), ENOSYS);
    });

    it("refuse clone with any namespace flag, and nothing else of clone to Python", () => {
      for (const flag of [0x2_0000n, 0x200_0000n, 0x400_0000n, 0x800_0000n, 0x1000_0000n, 0x2000_0000n, 0x4000_0000n]) {
        assert.deepEqual(ask(python, "clone", flag), EPERM);
        assert.deepEqual(ask(python, "clone", flag | THREAD | 17n), EPERM);
        assert.deepEqual(ask(node, "clone", flag | THREAD), EPERM);
      }
      assert.equal(ask(python, "clone", 17n), "allow");
      assert.deepEqual(ask(node, "clone", 17n), EPERM);
      assert.equal(ask(node, "clone", THREAD | 0xf00n), "allow");
    });

    it("compare commands of ioctl and options of prctl in 32 bits", () => {
      for (const high of [0n, 1n << 32n, 0xffff_ffffn << 32n]) {
        assert.deepEqual(ask(python, "ioctl", 0n, 0x5412n | high), EPERM);
        assert.deepEqual(ask(python, "ioctl", 0n, 0x541cn | high), EPERM);
        assert.equal(ask(python, "ioctl", 0n, 0x5401n | high), "allow");
        assert.deepEqual(ask(python, "prctl", 1n | high), EPERM);
        assert.equal(ask(python, "prctl", 22n | high), "allow");
      }
    });

    it("leave unix, inet and inet6 sockets and refuse every other family", () => {
      for (let family = 0n; family < 50n; family += 1n) {
        const expected: Answer = [1n, 2n, 10n].includes(family) ? "allow" : EAFNOSUPPORT;
        assert.deepEqual(ask(python, "socket", family, 1n), expected, `family ${family}`);
        assert.deepEqual(ask(python, "socketpair", family, 1n), expected, `family ${family}`);
      }
    });

    it("refuse every socket where the filter stands in for a network namespace, but not pairs of streams", () => {
      for (const family of [1n, 2n, 10n]) assert.deepEqual(ask(closed, "socket", family, 1n), EACCES);
      assert.equal(ask(closed, "socketpair", 1n, 1n), "allow");
      assert.equal(ask(closed, "socketpair", 1n, 1n | 0x80000n), "allow");
      assert.deepEqual(ask(closed, "socketpair", 1n, 2n), EACCES);
      assert.deepEqual(ask(closed, "socketpair", 1n, 5n), EACCES);
      for (const name of ["connect", "bind", "listen"]) assert.deepEqual(ask(closed, name), EACCES);
    });

    it("keep a Python parent from starting programs, unless they are granted", () => {
      const parent = pythonParentFilter(architecture, false);
      assert.ok(parent);
      assert.deepEqual(ask(parent, "execve"), EPERM);
      assert.deepEqual(ask(parent, "execveat"), EPERM);
      if (architecture.name === "x64") assert.equal(ask(parent, "fork"), "allow");
      assert.equal(pythonParentFilter(architecture, true), undefined);
    });

    it("keep a Python call away from its parent", () => {
      const child = pythonChildFilter(architecture, false);
      for (const target of [1n, 2n, -1n, -2n, 0xffff_ffffn]) {
        for (const name of ["kill", "tkill", "tgkill", "prlimit64", "sched_setaffinity", "sched_setscheduler"])
          assert.deepEqual(ask(child, name, target, 9n), EPERM, `${name} ${target}`);
        assert.deepEqual(ask(child, "setpriority", 0n, target, 19n), EPERM);
        assert.deepEqual(ask(child, "ioprio_set", 1n, target, 0n), EPERM);
        assert.deepEqual(ask(child, "setpgid", 0n, target), EPERM);
      }
      assert.equal(ask(child, "kill", 77n, 15n), "allow");
      assert.equal(ask(child, "prlimit64", 0n, 7n), "allow");
      assert.equal(ask(child, "setpriority", 0n, 0n, 5n), "allow");
      assert.deepEqual(ask(child, "setpriority", 2n, 0n, 5n), EPERM);
      for (const command of [8n, 10n, 15n]) assert.deepEqual(ask(child, "fcntl", 5n, command, 2n), EPERM);
      assert.equal(ask(child, "fcntl", 5n, 3n), "allow");
      for (const name of ["pidfd_send_signal", "rt_sigqueueinfo", "rt_tgsigqueueinfo"])
        assert.deepEqual(ask(child, name, 77n), EPERM);
      assert.deepEqual(ask(child, "clone", 17n), EPERM);
      assert.equal(ask(child, "clone", THREAD), "allow");
    });

    it("allow a Python call to start processes where they are granted", () => {
      const child = pythonChildFilter(architecture, true);
      assert.equal(ask(child, "clone", 17n), "allow");
      assert.deepEqual(ask(child, "kill", 2n, 9n), EPERM);
    });
  });
}
