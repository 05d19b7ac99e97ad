// What every sandbox is refused, whatever language it runs.

import { type Rule, refusal, refusalWhen } from "./rule.ts";

/** `CLONE_NEW…` flags that `clone` understands. */
const NAMESPACE_FLAGS = [0x0002_0000, 0x0200_0000, 0x0400_0000, 0x0800_0000, 0x1000_0000, 0x2000_0000, 0x4000_0000];
const TIOCSTI = 0x5412;
/** Pastes into a console's input, as `TIOCSTI` does. */
const TIOCLINUX = 0x541c;
const PR_SET_PDEATHSIG = 1;
const AF_UNIX = 1;
const AF_INET = 2;
const AF_INET6 = 10;

/** Refusals of every filter. */
export const BASE_RULES: readonly Rule[] = [
  // Other processes' memory and descriptors.
  refusal("EPERM", "ptrace process_vm_readv process_vm_writev kcmp pidfd_getfd process_madvise process_mrelease"),
  // Mounts, by the old calls and the new ones; handles that name files outside the mount.
  refusal("EPERM", "mount umount2 pivot_root chroot open_tree move_mount fsopen fsconfig fsmount fspick mount_setattr"),
  refusal("EPERM", "open_by_handle_at name_to_handle_at quotactl quotactl_fd swapon swapoff"),
  // Namespaces. clone3 keeps its flags in memory, where no filter sees them: libraries fall back to clone.
  refusal("EPERM", "unshare setns"),
  refusal("ENOSYS", "clone3"),
  ...NAMESPACE_FLAGS.map((flag) => refusalWhen("EPERM", "clone", { argument: 0, mask: flag, values: [flag] })),
  // Parts of the kernel that no tool needs and that have the longest record of faults.
  refusal(
    "EPERM",
    "keyctl add_key request_key bpf perf_event_open userfaultfd fanotify_init lookup_dcookie nfsservctl",
  ),
  refusal("EPERM", "io_uring_setup io_uring_enter io_uring_register uselib _sysctl modify_ldt vm86 ustat sysfs"),
  refusal("EPERM", "init_module finit_module delete_module create_module get_kernel_syms query_module"),
  refusal("EPERM", "kexec_load kexec_file_load personality acct reboot syslog vhangup iopl ioperm"),
  refusal("EPERM", "settimeofday clock_settime adjtimex clock_adjtime sethostname setdomainname"),
  // Memory that no limit sees.
  refusal("EPERM", "memfd_create memfd_secret"),
  refusal("EPERM", "shmget shmat shmctl shmdt semget semop semctl semtimedop msgget msgsnd msgrcv msgctl"),
  refusal("EPERM", "mq_open mq_unlink mq_timedsend mq_timedreceive mq_notify mq_getsetattr"),
  // With another signal for the parent's death a process could outlive the server.
  refusalWhen("EPERM", "prctl", { argument: 0, values: [PR_SET_PDEATHSIG] }),
  refusalWhen("EPERM", "ioctl", { argument: 1, values: [TIOCSTI, TIOCLINUX] }),
  refusalWhen("EAFNOSUPPORT", "socket socketpair", { argument: 0, values: [AF_UNIX, AF_INET, AF_INET6], not: true }),
];
