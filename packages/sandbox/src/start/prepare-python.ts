// Prepares a Python image.

import type { ToolsetImage } from "../calls/toolset-image.ts";
import { type PlacementSettings, placePython } from "../images/placement.ts";
import type { PythonInterpreter } from "../images/python-interpreter.ts";
import type { Way } from "../levels/way.ts";
import { processLimits } from "../limits/process-limits.ts";
import { filterSet } from "./filter-set.ts";
import { type Preparation, rootNames } from "./preparation.ts";
import { pythonCommand } from "./python-command.ts";

/** Decides everything about a Python image in one way. */
export function preparePython(
  settings: PlacementSettings,
  way: Way,
  image: ToolsetImage,
  interpreter: PythonInterpreter,
  runnerLibrary: string,
  memoryGroup: boolean,
  temporary: string,
): Preparation {
  const placement = placePython(settings, image, interpreter, runnerLibrary);
  const filters = filterSet(image, way.level);
  const limits = processLimits(image, { ownUserCount: way.ownUserCount, memoryGroup });
  return {
    placement,
    filters,
    limits,
    temporary,
    line: pythonCommand(placement, way, filters, limits, temporary),
    sockets: ["calls", "parent"],
    root: rootNames(placement),
    descriptors: new Set([0, 1, 2, 3, 4]),
  };
}
