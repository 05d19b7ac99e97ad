// What a sandbox is made of: folders and files of the machine, and where they are inside.

/** One thing that is visible inside. */
export interface Mount {
  readonly host: string;
  readonly inside: string;
  readonly access: "read" | "write";
}

/** Mounts at the same place inside as outside. */
export function samePlace(paths: readonly string[]): Mount[] {
  return paths.map((path) => ({ host: path, inside: path, access: "read" }));
}

/** Where a mounted thing is for the process inside: at its place inside, or, where nothing is mounted, at its own. */
export type Place = (mount: Mount) => string;

/** For levels with a mount namespace. */
export const placeInside: Place = (mount) => mount.inside;
/** For levels without. */
export const placeOutside: Place = (mount) => mount.host;
