// What sandboxes of one process stand on: the state folder, the sandbox's user, the launcher, the control groups.
//
// Made once, when the first sandbox is asked for. Where root needs a launcher of its own (bubblewrap without user
// namespaces) there are two.

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { pythonPath } from "@haft/python";
import { runnerEntry } from "@haft/sdk/runner";
import type { SandboxOptions } from "../calls/seat.ts";
import type { PlacementSettings } from "../images/placement.ts";
import { pythonName } from "../images/python-interpreter.ts";
import { Launcher } from "../launcher/launcher.ts";
import { endOrphans } from "../launcher/orphans.ts";
import { findProgram } from "../levels/find-program.ts";
import { type OwnSurroundings, ownSurroundings } from "../levels/own-surroundings.ts";
import { SUPERVISOR } from "../levels/supervised-way.ts";
import type { Way } from "../levels/way.ts";
import { type ControlGroups, findControlGroups } from "../limits/control-group.ts";
import { builtScript } from "../state/built-script.ts";
import { placeCopy, placeLink } from "../state/placed.ts";
import { closedOnTheWay, type SandboxUser } from "../state/reachable.ts";
import { sandboxUser } from "../state/sandbox-user.ts";
import { defaultStateFolder, requireStateFolder } from "../state/state-folder.ts";
import type { ConfiningPrograms } from "./prepare-typescript.ts";

const here = (name: string) =>
  fileURLToPath(new URL(import.meta.url.endsWith(".ts") ? `${name}.ts` : `${name}.js`, import.meta.url));

/** See the file's first lines. */
export interface Machine extends AsyncDisposable {
  readonly state: string;
  readonly user: SandboxUser;
  readonly isRoot: boolean;
  readonly placement: PlacementSettings;
  readonly own: OwnSurroundings;
  readonly groups: ControlGroups | undefined;
  readonly programs: ConfiningPrograms;
  readonly supervisor: string;
  /** The launcher for a way. */
  launcher(way: Way): Launcher;
  /** The process number of the launcher, while there is one. */
  launcherPid(): number | undefined;
  /** The TypeScript runner as one script; built when it is first wanted. */
  runnerScript(): Promise<string>;
  /** See `Launcher.extendDeadline`. */
  extendDeadline(milliseconds: number | null): void;
}

/** Makes ready what sandboxes need. Throws, saying what to do, where the state folder or the user cannot be had. */
export async function openMachine(options: SandboxOptions): Promise<Machine> {
  const state = options.state ?? defaultStateFolder();
  const isRoot = process.getuid?.() === 0;
  const user = sandboxUser(options.user);
  requireStateFolder(state);
  const [script, groups] = await Promise.all([
    builtScript(state, here("../launcher/main")),
    findControlGroups(),
    process.platform === "linux" ? endOrphans() : 0,
  ]);
  const launcherSettings = { node: placeLink(state, process.execPath), script, mark: options.mark };
  const unprivileged = new Launcher({ ...launcherSettings, ...(isRoot ? { user } : {}) });
  let runner: Promise<string> | undefined;
  let privileged: Launcher | undefined;
  const readable = (path: string) =>
    isRoot && closedOnTheWay(path, user) !== undefined ? placeCopy(state, path) : path;
  const python = pythonName(options.python);
  /** On this process's clock: what is started later has no more time than what was there before. */
  let deadline: number | null = null;
  return {
    state,
    user,
    isRoot,
    placement: { state, user, otherUser: isRoot },
    own: ownSurroundings(),
    groups,
    programs: {
      prlimit: findProgram("prlimit") ?? "/usr/bin/prlimit",
      python: existsSync(python) ? readable(python) : undefined,
      pythonLibrary: readable(pythonPath),
    },
    supervisor: readable(SUPERVISOR),
    launcher(way) {
      if (!way.rootLauncher) return unprivileged;
      if (privileged !== undefined) return privileged;
      privileged = new Launcher(launcherSettings);
      privileged.extendDeadline(deadline === null ? null : Math.max(0, deadline - performance.now()));
      return privileged;
    },
    launcherPid: () => privileged?.pid ?? unprivileged.pid,
    runnerScript() {
      // Looked at once: its sources are read and hashed to see whether it is still theirs.
      runner ??= builtScript(state, runnerEntry, "cjs");
      return runner;
    },
    extendDeadline(milliseconds) {
      deadline = milliseconds === null ? null : performance.now() + milliseconds;
      unprivileged.extendDeadline(milliseconds);
      privileged?.extendDeadline(milliseconds);
    },
    async [Symbol.asyncDispose]() {
      await unprivileged[Symbol.asyncDispose]();
      await privileged?.[Symbol.asyncDispose]();
    },
  };
}
