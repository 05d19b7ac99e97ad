// The filters of one image at one level, and the calls that prove them.

import type { ToolsetImage } from "../calls/toolset-image.ts";
import type { IsolationLevel } from "../levels/level.ts";
import { type Architecture, hostArchitecture } from "../seccomp/architecture.ts";
import { outerFilter, pythonChildFilter, pythonParentFilter } from "../seccomp/filters.ts";

/** Programs of the filters, and calls that must be refused once they are in force. */
export interface FilterSet {
  /** Set by bubblewrap before anything of the sandbox runs. */
  readonly outer: Uint8Array | undefined;
  /** Set by the process itself, before it reports. */
  readonly parent: Uint8Array | undefined;
  /** Set by each Python child. */
  readonly child: Uint8Array | undefined;
  readonly probes: Readonly<Record<string, readonly number[]>>;
  readonly refusals: Readonly<Record<string, readonly string[]>>;
  /** How many filters the reporting process must have. */
  readonly count: number;
}

const NONE: FilterSet = { outer: undefined, parent: undefined, child: undefined, probes: {}, refusals: {}, count: 0 };

/** Calls with arguments that do nothing where they are allowed. */
const PROBES: Readonly<Record<string, readonly number[]>> = {
  ptrace: [0x7fff, 0, 0, 0],
  unshare: [0],
  bpf: [0x7fff, 0, 0],
  keyctl: [0x7fff, 0, 0],
  process_vm_readv: [0, 0, 0, 0, 0, 0],
};

/** Assembled once for each choice: a start must not hold the server. */
const assembled = new Map<string, FilterSet>();

/** The filters for an image; none at `rlimit-only` or where this machine has no table. */
export function filterSet(image: ToolsetImage, level: IsolationLevel): FilterSet {
  const key = [level, image.language, image.subprocess, image.network].join();
  let filters = assembled.get(key);
  if (!filters) {
    filters = assembleFor(image, level);
    assembled.set(key, filters);
  }
  return filters;
}

function assembleFor(image: ToolsetImage, level: IsolationLevel): FilterSet {
  const architecture = hostArchitecture();
  if (level === "rlimit-only" || architecture === undefined || process.platform !== "linux") return NONE;
  const { language, subprocess } = image;
  const refuseNetwork = level === "seccomp" && image.network === "none";
  const outer = outerFilter(architecture, { language, subprocess, refuseNetwork });
  const probes = probesOf(architecture);
  const refusals = Object.fromEntries(Object.keys(probes).map((name) => [name, ["EPERM"]]));
  if (level === "seccomp") {
    const parent = language === "python" ? selfSet(architecture, image, refuseNetwork) : outer;
    const child = language === "python" ? pythonChildFilter(architecture, subprocess) : undefined;
    return { outer: undefined, parent, child, probes, refusals, count: 1 };
  }
  if (language === "typescript") return { outer, parent: undefined, child: undefined, probes, refusals, count: 1 };
  const parent = pythonParentFilter(architecture, subprocess);
  const child = pythonChildFilter(architecture, subprocess);
  return { outer, parent, child, probes, refusals, count: parent ? 2 : 1 };
}

/** Where nobody sets a filter from outside, the parent's own holds everything. */
function selfSet(architecture: Architecture, image: ToolsetImage, refuseNetwork: boolean): Uint8Array {
  const { language, subprocess } = image;
  return outerFilter(architecture, { language, subprocess, refuseNetwork, refusePrograms: !subprocess });
}

function probesOf(architecture: Architecture): Record<string, readonly number[]> {
  return Object.fromEntries(
    Object.entries(PROBES).map(([name, given]) => [name, [architecture.syscalls.numbers.get(name) ?? -1, ...given]]),
  );
}
