// Prepares a TypeScript image.

import { join, relative } from "node:path";
import type { PythonConfinement } from "@haft/python";
import { pythonConfine, pythonPath } from "@haft/python";
import type { RunnerSettings } from "@haft/sdk/runner";
import type { LoadPlan } from "../calls/sandbox-process.ts";
import type { ToolsetImage } from "../calls/toolset-image.ts";
import { samePlace } from "../images/mount.ts";
import { type Placement, type PlacementSettings, placeTypeScript } from "../images/placement.ts";
import type { Way } from "../levels/way.ts";
import { prlimitArguments, processLimits } from "../limits/process-limits.ts";
import { type FilterSet, filterSet } from "./filter-set.ts";
import { type Preparation, rootNames } from "./preparation.ts";
import { landlockOf } from "./python-command.ts";

/** What Node itself is told: nothing of it reaches the tool's environment. */
const NODE_FLAGS = ["--no-warnings", "--disable-warning=ExperimentalWarning"];

/** Programs that set limits and filters before they become Node. */
export interface ConfiningPrograms {
  /** Sets limits inside a sandbox that bubblewrap made. */
  readonly prlimit: string;
  /** Sets limits and the filter where there is no bubblewrap. */
  readonly python: string | undefined;
  /** The folder of Haft's Python part, where the sandbox's user can read it. */
  readonly pythonLibrary: string;
}

/** Decides everything about a TypeScript image in one way. */
export function prepareTypeScript(
  settings: PlacementSettings,
  way: Way,
  image: ToolsetImage,
  runnerScript: string,
  programs: ConfiningPrograms,
  memoryGroup: boolean,
  temporary: string,
): Preparation {
  const placed = placeTypeScript(settings, image, runnerScript);
  const placement: Placement = way.ownNamespaces
    ? { ...placed, mounts: [...placed.mounts, ...samePlace([programs.prlimit])] }
    : placed;
  const filters = filterSet(image, way.level);
  const limits = processLimits(image, { ownUserCount: way.ownUserCount, memoryGroup });
  const told: RunnerSettings = { limits: Object.keys(limits) };
  const node = [
    way.place(placement.interpreter),
    ...NODE_FLAGS,
    `--max-old-space-size=${image.memoryMiB}`,
    way.place(placement.runner),
    JSON.stringify(told),
  ];
  const confined = way.ownNamespaces
    ? [programs.prlimit, ...prlimitArguments(limits), "--"]
    : confinement(programs, placement, way, filters, limits, temporary);
  return {
    placement,
    filters,
    limits,
    temporary,
    line: [...confined, ...node],
    sockets: ["calls"],
    root: rootNames(placement),
    // Those that Node opened itself are not reported.
    descriptors: new Set([0, 1, 2, 3]),
  };
}

/** The `load` of a TypeScript image. */
export function typeScriptLoad(image: ToolsetImage, placement: Placement, way: Way): LoadPlan {
  return {
    entry: join(way.place(placement.toolset), image.entry),
    file: image.file,
    searchPath: [],
    plans: image.plans,
    async: image.async,
    purpose: "calls",
    reuse: image.reuse,
  };
}

function confinement(
  programs: ConfiningPrograms,
  placement: Placement,
  way: Way,
  filters: FilterSet,
  limits: Readonly<Record<string, number>>,
  temporary: string,
): string[] {
  const python = programs.python;
  if (python === undefined) throw new Error("there is no Python interpreter that could confine Node");
  const settings: PythonConfinement = {
    limits,
    ...(filters.parent ? { parentFilter: Buffer.from(filters.parent).toString("base64") } : {}),
    ...(way.level === "seccomp" ? { landlock: landlockOf(placement, temporary) } : {}),
  };
  const confine = join(programs.pythonLibrary, relative(pythonPath, pythonConfine));
  return [python, "-I", "-S", "-B", confine, JSON.stringify(settings)];
}
