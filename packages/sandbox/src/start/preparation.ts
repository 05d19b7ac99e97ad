// Everything about an image that is decided before it is started, for one way.

import type { Placement } from "../images/placement.ts";
import type { FilterSet } from "./filter-set.ts";

/** See the file's first line. */
export interface Preparation {
  readonly placement: Placement;
  readonly filters: FilterSet;
  readonly limits: Readonly<Record<string, number>>;
  readonly temporary: string;
  readonly line: readonly string[];
  readonly sockets: readonly string[];
  /** Names that may stand in `/` inside. */
  readonly root: ReadonlySet<string>;
  readonly descriptors: ReadonlySet<number>;
}

/** Names in `/` of a sandbox with these mounts. */
export function rootNames(placement: Placement): Set<string> {
  const places = [...placement.mounts.map((one) => one.inside), ...placement.links.map((one) => one.inside)];
  return new Set(["dev", "etc", "proc", "tmp", ...places.map((path) => path.split("/")[1] ?? "")]);
}
