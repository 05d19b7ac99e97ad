// The places of what runs inside a Python sandbox, and how it is started.
//
// Started as `python3 -I -S <runner> '<JSON of PythonRunnerSettings>'`, descriptor 3 the call's socket, 4 the parent's,
// both blocking; 0 an empty input, 1 and 2 the tool's output. What happens then:
//
// 1. The parent sets its limits, gives up what it must, installs `parentFilter`, and sends `ready` on 4.
// 2. It waits for `load` on 4, loads the module once, and sends `loaded {threads}` or `load-failed` (and then exits).
// 3. `threads` 0: it forks a child, which installs `childFilter` and waits for one `call` on 3, and sends `waiting {n}`.
//    When the child has ended it kills what is left, empties `scratch`, writes the marker and a line end to 1 and 2
//    (straight after the call's output, which need not have ended its own last line), sends `ended {n, status}`, forks
//    the next child and sends `waiting {n + 1}`.
//    `threads` above 0: it sends `waiting {0}`, closes 4 and serves one call on 3 itself. There is no `ended` and no
//    marker: end of file on both sockets is the end. A fresh process is started for every call.
// 4. End of file on 4, or on 3 before a call: it exits at once. It also exits in place of `waiting` when `scratch` cannot
//    be emptied or half of its own processor limit is used up: a sandbox that ends between calls is replaced.

/** Absolute path of the folder that holds the packages `haft`, `plnt` and the runner. */
export const pythonPath: string;
/** Absolute path of the script to start. */
export const pythonRunner: string;
/**
 * Absolute path of the launcher of the level `seccomp` for other languages: `python3 -I -S <confine> '<JSON of
 * PythonConfinement>' program argument…` confines itself and becomes the program.
 */
export const pythonConfine: string;

/** What a process gives up before it does anything else. */
export interface PythonConfinement {
  /** Soft and hard limit by name, for example `{"RLIMIT_NOFILE": 256}`. Set inside; never above the hard limit in force. */
  readonly limits: Readonly<Record<string, number>>;
  /** Base64 of an array of `struct sock_filter`, in the machine's byte order. For `pythonConfine` it must allow `execve`. */
  readonly parentFilter?: string;
  /** Only these paths stay visible, by Landlock, where the kernel has it; `status.Landlock` of the report says whether it has. */
  readonly landlock?: { readonly read: readonly string[]; readonly write: readonly string[] };
}

/** The one argument of the runner, as JSON. */
export interface PythonRunnerSettings extends PythonConfinement {
  /** As `parentFilter`; installed by each child after it was forked, on top of the parent's. */
  readonly childFilter?: string;
  /** System calls that must be refused: name to number and up to six arguments that are harmless if it is allowed. */
  readonly probes: Readonly<Record<string, readonly number[]>>;
  /** Whether the process lives in a pid namespace of its own, so that `kill(-1)` reaches what a call left and nothing else. */
  readonly pidNamespace: boolean;
  /** Folders that are emptied when a call has ended, for example `/tmp` and `/dev/shm` of a mount namespace. Never the machine's own. */
  readonly scratch: readonly string[];
}
