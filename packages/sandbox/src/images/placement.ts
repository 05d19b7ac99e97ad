// Everything that one image needs, placed where the sandbox's user can reach it.

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { ToolsetImage } from "../calls/toolset-image.ts";
import { placeCopy, placeFolder, placeLink } from "../state/placed.ts";
import { closedOnTheWay, type SandboxUser } from "../state/reachable.ts";
import { etcMounts } from "./etc.ts";
import type { Mount } from "./mount.ts";
import type { PythonInterpreter } from "./python-interpreter.ts";
import { type LinkInside, machineData, programFolders, sharedLibraries } from "./shared-libraries.ts";

/** What is mounted for an image, and the mounts that commands are made of. */
export interface Placement {
  readonly mounts: readonly Mount[];
  readonly links: readonly LinkInside[];
  /** The program that is started: Python's interpreter or Node. */
  readonly interpreter: Mount;
  /** The folder of the toolset's files. */
  readonly toolset: Mount;
  /** Haft's own part inside: the folder of the Python runner, or the TypeScript runner's script. */
  readonly runner: Mount;
  readonly packages: readonly Mount[];
  readonly data: Mount | undefined;
  readonly workspace: Mount | undefined;
}

/** Where things are placed, and for whom. */
export interface PlacementSettings {
  readonly state: string;
  readonly user: SandboxUser;
  /** Whether the sandbox's user is another than the server's, so that folders can be closed to them. */
  readonly otherUser: boolean;
}

/** A folder that belongs to the project cannot be reached by the sandbox's user, and cannot be copied because the tool writes to it. */
export class Unreachable extends Error {}

/** Places an image of Python. */
export function placePython(
  settings: PlacementSettings,
  image: ToolsetImage,
  python: PythonInterpreter,
  runnerLibrary: string,
): Placement {
  const prefix = python.prefix === "/usr" ? [] : libraryOf(settings, python.prefix);
  const interpreter: Mount = { host: reach(settings, python.program), inside: python.program, access: "read" };
  const library = python.library.map((path) => mountOf(settings, path, path));
  const runner: Mount = { host: runnerLibrary, inside: "/haft/python", access: "read" };
  return place(settings, image, interpreter, runner, [...prefix, ...library]);
}

/** The shared library of an interpreter that was not installed with the machine. */
function libraryOf(settings: PlacementSettings, prefix: string): Mount[] {
  const folder = join(prefix, "lib");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.startsWith("libpython") && name.includes(".so"))
    .map((name) => mountOf(settings, join(folder, name), join(folder, name)));
}

/** Places an image of TypeScript: this server's own Node, and the runner's script. */
export function placeTypeScript(settings: PlacementSettings, image: ToolsetImage, runnerScript: string): Placement {
  // A link in the state folder: the path that the tool can see in /proc says nothing of the project.
  const node: Mount = { host: placeLink(settings.state, process.execPath), inside: "/haft/node", access: "read" };
  return place(settings, image, node, { host: runnerScript, inside: "/haft/runner.cjs", access: "read" }, []);
}

function place(
  settings: PlacementSettings,
  image: ToolsetImage,
  interpreter: Mount,
  runner: Mount,
  library: readonly Mount[],
): Placement {
  const toolset: Mount = { host: placeFolder(settings.state, image.files), inside: "/toolset", access: "read" };
  const packages = (image.environment.pythonPath ?? []).map((path, index) =>
    mountOf(settings, path, path.startsWith("/usr/") ? path : `/packages/${index}`),
  );
  const data = writable(settings, image.data, "/data");
  const workspace = writable(settings, image.workspace, "/workspace");
  const { mounts: base, links } = image.subprocess ? programFolders() : sharedLibraries();
  const covered = (mount: Mount) => image.subprocess && mount.host === mount.inside && mount.inside.startsWith("/usr/");
  const mounts = [
    ...base,
    ...[...library, interpreter, ...packages].filter((mount) => !covered(mount)),
    ...machineData().filter((mount) => !covered(mount)),
    ...etcMounts(settings, image.network),
    runner,
    toolset,
    ...(data ? [data] : []),
    ...(workspace ? [workspace] : []),
  ];
  return { mounts, links, interpreter, runner, toolset, packages, data, workspace };
}

/** The path itself, or a copy in the state folder where the sandbox's user cannot reach it. */
function reach(settings: PlacementSettings, path: string): string {
  return settings.otherUser && closedOnTheWay(path, settings.user) !== undefined
    ? placeCopy(settings.state, path)
    : path;
}

function mountOf(settings: PlacementSettings, path: string, inside: string): Mount {
  return { host: reach(settings, path), inside, access: "read" };
}

function writable(settings: PlacementSettings, path: string | undefined, inside: string): Mount | undefined {
  if (path === undefined) return undefined;
  const closed = settings.otherUser ? closedOnTheWay(path, settings.user) : undefined;
  if (closed !== undefined)
    throw new Unreachable(
      `the sandbox's user (${settings.user.uid}) cannot reach ${inside}: ${closed} is closed to them; ` +
        `open the way (chmod o+x ${closed}), put the folder elsewhere, or start Haft as the folder's owner`,
    );
  return { host: path, inside, access: "write" };
}
