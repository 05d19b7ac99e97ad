// The ways that a machine may have, best first, and why better ones are missing.

import type { WireError } from "@haft/sdk/wire";
import { noBubblewrap, noProgram } from "../doctor/remedies.ts";
import type { SandboxUser } from "../state/reachable.ts";
import { bubblewrapWay } from "./bubblewrap-way.ts";
import { findProgram } from "./find-program.ts";
import { type IsolationLevel, LEVELS } from "./level.ts";
import { supervisedWay } from "./supervised-way.ts";
import type { Way } from "./way.ts";

/** What the machine is, as far as it decides about ways. */
export interface WaySettings {
  readonly least: IsolationLevel;
  readonly user: SandboxUser;
  readonly isRoot: boolean;
  readonly platform: NodeJS.Platform;
  /** Whether there is a filter for this processor. */
  readonly hasFilter: boolean;
  /** A Python interpreter that the sandbox's user can run; undefined: none. */
  readonly python: string | undefined;
  /** The supervisor's script, where the sandbox's user can read it. */
  readonly supervisor: string;
  /** See `SandboxOptions.mark`. */
  readonly mark?: string | undefined;
  readonly find?: (program: string) => string | undefined;
}

/** Ways of at least the level asked for, best first, and what is missing for better ones. */
export function waysOf(settings: WaySettings): { ways: Way[]; problems: WireError[] } {
  const find = settings.find ?? findProgram;
  const ways: Way[] = [];
  const problems: WireError[] = [];
  const linux = settings.platform === "linux";
  const bubblewrap = linux ? find("bwrap") : undefined;
  const setpriv = linux ? find("setpriv") : undefined;
  if (!linux) problems.push(onlyOnLinux(settings.platform));
  else if (!settings.hasFilter) problems.push(noFilter());
  else if (bubblewrap === undefined) problems.push(noBubblewrap());
  else {
    ways.push(bubblewrapWay(bubblewrap, settings.mark));
    if (settings.isRoot && setpriv !== undefined)
      ways.push(bubblewrapWay(bubblewrap, settings.mark, { user: settings.user, setpriv }));
  }
  if (settings.python === undefined) problems.push(noProgram("python3", "a level without bubblewrap"));
  else {
    const { python, supervisor, mark } = settings;
    if (linux && settings.hasFilter) ways.push(supervisedWay("seccomp", python, supervisor, mark));
    ways.push(supervisedWay("rlimit-only", python, supervisor, mark));
  }
  const least = LEVELS.indexOf(settings.least);
  return { ways: ways.filter((way) => LEVELS.indexOf(way.level) >= least), problems };
}

function onlyOnLinux(platform: string): WireError {
  return {
    type: "isolation_unavailable",
    message: `the levels namespaces and seccomp exist on Linux only; this is ${platform}`,
    hint: "run Haft in a Linux machine or container, or accept the weakest level: --isolation rlimit-only",
  };
}

function noFilter(): WireError {
  return {
    type: "isolation_unavailable",
    message: `there is no system call filter for the processor ${process.arch}`,
    hint: "use x86-64 or arm64, or accept the weakest level: --isolation rlimit-only",
  };
}
