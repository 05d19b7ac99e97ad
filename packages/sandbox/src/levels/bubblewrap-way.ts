// Level `namespaces`: bubblewrap, with a user namespace of its own or, for root, without one.

import { basename } from "node:path";
import { bubblewrapArguments } from "../bubblewrap/arguments.ts";
import { placeInside } from "../images/mount.ts";
import type { SandboxUser } from "../state/reachable.ts";
import type { Way } from "./way.ts";

const FIRST_DESCRIPTOR = 3;

/**
 * bubblewrap at this place. `as`: root without user namespaces becomes this user inside, by `setpriv`. The first process
 * inside is bubblewrap too, with the same command line and so the same mark, and ends after everything else in there.
 */
export function bubblewrapWay(
  bubblewrap: string,
  mark?: string,
  as?: { readonly user: SandboxUser; readonly setpriv: string },
): Way {
  return {
    name: as ? "bubblewrap as root" : "bubblewrap",
    level: "namespaces",
    place: placeInside,
    ownNamespaces: true,
    ownUserCount: as === undefined,
    status: true,
    rootLauncher: as !== undefined,
    start(command) {
      const first = FIRST_DESCRIPTOR + command.sockets.length;
      const [list, gate, status, filter] = [first, first + 1, first + 2, first + 3];
      const drop = as ? privilegesGivenUp(as.setpriv, as.user) : [];
      const options = bubblewrapArguments({
        userNamespace: as === undefined,
        network: command.network,
        mounts: as ? [...command.mounts, { host: as.setpriv, inside: as.setpriv, access: "read" }] : command.mounts,
        links: command.links,
        environment: command.environment,
        filter: command.filter === undefined ? undefined : filter,
        gate,
        status,
      });
      return {
        program: bubblewrap,
        ...(mark === undefined ? {} : { name: `${basename(bubblewrap)} ${mark}` }),
        arguments: ["--args", String(list), "--", ...drop, ...command.line],
        // `--clearenv` would leave the old one readable in /proc/1/environ.
        environment: {},
        descriptors: [
          ...command.sockets.map((name) => ({ kind: "socket" as const, name })),
          { kind: "text", text: `${options.join("\0")}\0` },
          { kind: "gate" },
          { kind: "status" },
          ...(command.filter === undefined ? [] : [{ kind: "file" as const, path: command.filter }]),
        ],
        ending: "kill",
      };
    },
  };
}

function privilegesGivenUp(setpriv: string, user: SandboxUser): string[] {
  return [
    ...[setpriv, `--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups"],
    ...["--bounding-set=-all", "--inh-caps=-all", "--ambient-caps=-all", "--no-new-privs", "--"],
  ];
}

/** Text that bubblewrap itself writes when it cannot build what it was asked for. */
export function bubblewrapComplaint(output: readonly string[]): string | undefined {
  return output.find((line) => line.startsWith("bwrap: "))?.slice("bwrap: ".length);
}
