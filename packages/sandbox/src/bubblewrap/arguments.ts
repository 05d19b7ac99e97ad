// The arguments of one bubblewrap.

import { dirname } from "node:path";
import type { Mount } from "../images/mount.ts";
import type { LinkInside } from "../images/shared-libraries.ts";

const TMP_BYTES = 64 * 1024 * 1024;
const SHM_BYTES = 16 * 1024 * 1024;
const SMALLEST_TMPFS = 4_096;

/** What bubblewrap is to build. */
export interface BubblewrapPlan {
  /** False: root without user namespaces; privileges are then given up inside. */
  readonly userNamespace: boolean;
  readonly network: "none" | "shared";
  readonly mounts: readonly Mount[];
  readonly links: readonly LinkInside[];
  readonly environment: Readonly<Record<string, string>>;
  /** Descriptor numbers. */
  readonly filter: number | undefined;
  readonly gate: number;
  readonly status: number;
}

/** Everything but the command, for `--args`. */
export function bubblewrapArguments(plan: BubblewrapPlan): string[] {
  return [
    ...namespaces(plan),
    "--die-with-parent",
    "--new-session",
    ...(plan.filter === undefined ? [] : ["--seccomp", String(plan.filter)]),
    ...["--block-fd", String(plan.gate), "--json-status-fd", String(plan.status)],
    // Folders that it makes on the way would be closed to whoever root becomes inside.
    ...foldersOnTheWay(plan.mounts).flatMap((folder) => ["--perms", "0755", "--dir", folder]),
    ...plan.links.flatMap((link) => ["--symlink", link.target, link.inside]),
    ...inOrder(plan.mounts).flatMap((mount) => [
      mount.access === "write" ? "--bind" : "--ro-bind",
      mount.host,
      mount.inside,
    ]),
    ...["--proc", "/proc"],
    // The first process has the tool's own user: its memory and environment would be open, and writable.
    ...["--perms", "0555", "--size", String(SMALLEST_TMPFS), "--tmpfs", "/proc/1", "--remount-ro", "/proc/1"],
    ...["--dev", "/dev", "--size", String(SHM_BYTES), "--tmpfs", "/dev/shm", "--remount-ro", "/dev"],
    ...["--size", String(TMP_BYTES), "--tmpfs", "/tmp"],
    ...Object.entries(plan.environment).flatMap(([name, value]) => ["--setenv", name, value]),
    ...["--chdir", "/tmp"],
    // Last: what comes before makes folders in it.
    ...["--remount-ro", "/"],
  ];
}

function namespaces(plan: BubblewrapPlan): string[] {
  const shared = plan.network === "shared" ? ["--share-net"] : [];
  if (plan.userNamespace)
    return ["--unshare-all", ...shared, "--unshare-user", "--disable-userns", "--hostname", "haft"];
  const net = plan.network === "shared" ? [] : ["--unshare-net"];
  // Root keeps what `setpriv` needs to become the sandbox's user; nothing else.
  const kept = ["CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP"].flatMap((name) => ["--cap-add", name]);
  return [
    ...["--unshare-ipc", "--unshare-pid", "--unshare-uts", "--unshare-cgroup-try", ...net, "--hostname", "haft"],
    ...["--cap-drop", "ALL", ...kept],
  ];
}

/** A mount inside another one comes after it. Equal places are mounted once, the last one given. */
function inOrder(mounts: readonly Mount[]): Mount[] {
  const places = new Map(mounts.map((mount) => [mount.inside, mount]));
  return [...places.values()].sort((a, b) => (a.inside < b.inside ? -1 : a.inside > b.inside ? 1 : 0));
}

function foldersOnTheWay(mounts: readonly Mount[]): string[] {
  const folders = new Set<string>();
  for (const mount of mounts)
    for (let at = dirname(mount.inside); at !== "/" && at !== "."; at = dirname(at)) folders.add(at);
  return [...folders].sort();
}
