// The generated `/etc` of a sandbox: one user, one host, no name servers.

import { existsSync, realpathSync } from "node:fs";
import { placeText } from "../state/placed.ts";
import type { SandboxUser } from "../state/reachable.ts";
import type { Mount } from "./mount.ts";

/** The files of `/etc`. With the machine's own network its name servers and hosts are the machine's, too. */
export function etcMounts(
  settings: { readonly state: string; readonly user: SandboxUser },
  network: "none" | "shared",
): Mount[] {
  const { uid, gid } = settings.user;
  const files: Record<string, string> = {
    passwd: `haft:x:${uid}:${gid}:haft:/tmp:/usr/sbin/nologin\n`,
    group: `haft:x:${gid}:\n`,
    "nsswitch.conf": "passwd: files\ngroup: files\nhosts: files dns\n",
    hosts: "127.0.0.1 localhost\n::1 localhost\n",
    "resolv.conf": "",
  };
  return Object.entries(files).map(([name, content]) => {
    const inside = `/etc/${name}`;
    const machines = network === "shared" && (name === "hosts" || name === "resolv.conf") && existsSync(inside);
    return { host: machines ? realpathSync(inside) : placeText(settings.state, content), inside, access: "read" };
  });
}
