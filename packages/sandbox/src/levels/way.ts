// A way to isolate: how a command is started so that a level is in force.

import type { Mount, Place } from "../images/mount.ts";
import type { LinkInside } from "../images/shared-libraries.ts";
import type { StartRequest } from "../launcher/launcher.ts";
import type { IsolationLevel } from "./level.ts";

/** What is to be started, in terms that hold for every way. */
export interface Command {
  /** The program and its arguments, as the way's `place` names them. */
  readonly line: readonly string[];
  /** Names of the sockets on descriptors 3, 4 …. */
  readonly sockets: readonly string[];
  readonly mounts: readonly Mount[];
  readonly links: readonly LinkInside[];
  readonly environment: Readonly<Record<string, string>>;
  readonly network: "none" | "shared";
  /** A file that holds the outer filter; undefined where no filter exists for this machine. */
  readonly filter: string | undefined;
  /** The folder for temporary files where there is no `/tmp` of its own. */
  readonly temporary: string;
}

/** One way. */
export interface Way {
  readonly name: "bubblewrap" | "bubblewrap as root" | "seccomp" | "rlimit-only";
  readonly level: IsolationLevel;
  /** Where mounted things are for the process inside. */
  readonly place: Place;
  /** Whether `/tmp`, `/dev/shm` and the processes are the sandbox's own. */
  readonly ownNamespaces: boolean;
  readonly ownUserCount: boolean;
  /** Whether the process tells its namespaces by `--json-status-fd`. */
  readonly status: boolean;
  /** Whether the launcher must be root. */
  readonly rootLauncher: boolean;
  start(command: Command): StartRequest;
}
