// What the process that runs a call is refused about other processes.

import { type Rule, refusal, refusalWhen } from "./rule.ts";

const CLONE_THREAD = 0x0001_0000;
/** The sandbox's first process, the parent of a Python call, everybody, and the parent's group. */
const PROTECTED = [1, 2, 0xffff_ffff, 0xffff_fffe];
/** `F_SETOWN`, `F_SETSIG` and `F_SETOWN_EX`: with them the kernel sends any signal to any process of the user. */
const SIGNAL_BY_FILE = [8, 10, 15];
/** `FIOSETOWN` and `SIOCSPGRP`, the same by another door. */
const SIGNAL_BY_SOCKET = [0x8901, 0x8902];

/** One process, plus threads. */
export const NO_NEW_PROCESSES: readonly Rule[] = [
  refusal("EPERM", "fork vfork"),
  refusalWhen("EPERM", "clone", { argument: 0, mask: CLONE_THREAD, values: [0] }),
];

/** No other program. */
export const NO_PROGRAMS: readonly Rule[] = [refusal("EPERM", "execve execveat")];

/** A Python call cannot reach its parent: signals, limits, priorities. */
export const LEAVE_THE_PARENT: readonly Rule[] = [
  refusal("EPERM", "pidfd_send_signal rt_sigqueueinfo rt_tgsigqueueinfo"),
  refusalWhen("EPERM", "kill tkill tgkill prlimit64", { argument: 0, values: PROTECTED }),
  refusalWhen("EPERM", "sched_setaffinity sched_setscheduler sched_setparam sched_setattr", {
    argument: 0,
    values: PROTECTED,
  }),
  // Not one process but a group or everything of the user, or one of the protected.
  refusalWhen("EPERM", "setpriority", { argument: 0, values: [0], not: true }),
  refusalWhen("EPERM", "setpriority ioprio_set", { argument: 1, values: PROTECTED }),
  refusalWhen("EPERM", "ioprio_set", { argument: 0, values: [1], not: true }),
  // Joining the parent's group would make it a target of kill(0).
  refusalWhen("EPERM", "setpgid", { argument: 1, values: PROTECTED }),
  refusalWhen("EPERM", "fcntl", { argument: 1, values: SIGNAL_BY_FILE }),
  refusalWhen("EPERM", "ioctl", { argument: 1, values: SIGNAL_BY_SOCKET }),
];
