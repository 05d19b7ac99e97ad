// How a Python image is started and loaded.

import { join, relative } from "node:path";
import { type PythonRunnerSettings, pythonPath, pythonRunner } from "@haft/python";
import type { LoadPlan } from "../calls/sandbox-process.ts";
import type { ToolsetImage } from "../calls/toolset-image.ts";
import type { Placement } from "../images/placement.ts";
import type { Way } from "../levels/way.ts";
import { SCRATCH_INSIDE } from "./environment.ts";
import type { FilterSet } from "./filter-set.ts";

/** The command line of the runner, and what the report will be held against. */
export function pythonCommand(
  placement: Placement,
  way: Way,
  filters: FilterSet,
  limits: Readonly<Record<string, number>>,
  temporary: string,
): string[] {
  const settings: PythonRunnerSettings = {
    limits,
    ...(filters.parent ? { parentFilter: base64(filters.parent) } : {}),
    ...(filters.child ? { childFilter: base64(filters.child) } : {}),
    ...(way.level === "seccomp" ? { landlock: landlockOf(placement, temporary) } : {}),
    probes: filters.probes,
    pidNamespace: way.ownNamespaces,
    scratch: way.ownNamespaces ? SCRATCH_INSIDE : [temporary],
  };
  const runner = join(way.place(placement.runner), relative(pythonPath, pythonRunner));
  return [way.place(placement.interpreter), "-I", "-S", "-B", runner, JSON.stringify(settings)];
}

/** The `load` of a Python image. */
export function pythonLoad(image: ToolsetImage, placement: Placement, way: Way): LoadPlan {
  const toolset = way.place(placement.toolset);
  return {
    entry: join(toolset, image.entry),
    file: image.file,
    searchPath: [toolset, ...placement.packages.map((one) => way.place(one))],
    plans: image.plans,
    async: image.async,
    purpose: "calls",
    reuse: false,
  };
}

/** What stays visible by Landlock where there is no mount namespace. */
export function landlockOf(placement: Placement, temporary: string): { read: string[]; write: string[] } {
  const paths = (access: "read" | "write") =>
    placement.mounts.filter((mount) => mount.access === access).map((mount) => mount.host);
  return { read: [...paths("read"), "/proc", "/dev/urandom"], write: [...paths("write"), temporary, "/dev/null"] };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}
