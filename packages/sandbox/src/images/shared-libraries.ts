// The machine's own parts that every interpreter needs: the loader, shared libraries, certificates, time zones.

import { existsSync, lstatSync, readdirSync, readlinkSync, statSync } from "node:fs";
import { type Mount, samePlace } from "./mount.ts";

/** A symbolic link to be made inside. */
export interface LinkInside {
  readonly inside: string;
  readonly target: string;
}

const MULTIARCH: Readonly<Record<string, string>> = { x64: "x86_64-linux-gnu", arm64: "aarch64-linux-gnu" };

const ALTERNATIVES = "/etc/alternatives";
const LIBRARY = /\.so(?:[.-]|$)/;

let known: { readonly changed: number; readonly links: readonly LinkInside[] } | undefined;

/** Debian's choice among several builds of a library (`libblas.so.3`, which numpy needs) or a program (`awk`) is a link there. */
function alternatives(): readonly LinkInside[] {
  const changed = statSync(ALTERNATIVES, { throwIfNoEntry: false })?.mtimeMs;
  if (changed === undefined) return [];
  // Hundreds of links, whose reading would keep a server from everything else at each start: read when there are others.
  if (known?.changed !== changed) known = { changed, links: linksIn(ALTERNATIVES) };
  return known.links;
}

function linksIn(folder: string): LinkInside[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isSymbolicLink())
    .map(({ name }) => ({ inside: `${folder}/${name}`, target: readlinkSync(`${folder}/${name}`) }));
}

/** Folders of shared libraries, and the links that lead to them (`/lib64` to `usr/lib64`). */
export function sharedLibraries(arch: string = process.arch): { mounts: Mount[]; links: LinkInside[] } {
  const multiarch = MULTIARCH[arch];
  const folders: string[] = [];
  const links = alternatives().filter(({ inside }) => LIBRARY.test(inside));
  for (const folder of ["/lib", "/lib64", "/usr/lib64", "/usr/lib"]) {
    if (!existsSync(folder)) continue;
    if (lstatSync(folder).isSymbolicLink()) {
      links.push({ inside: folder, target: readlinkSync(folder) });
      continue;
    }
    // Where libraries have a folder of their own the rest of /lib is not needed.
    const own = multiarch === undefined ? folder : `${folder}/${multiarch}`;
    folders.push(folder.endsWith("lib") && existsSync(own) ? own : folder);
  }
  return { mounts: samePlace(folders), links };
}

/** Certificates and time zones, where the machine has them. */
export function machineData(): Mount[] {
  return samePlace(
    [
      "/etc/ssl/certs",
      "/etc/ssl/openssl.cnf",
      "/etc/ssl/cert.pem",
      "/etc/pki/tls/certs",
      "/etc/pki/ca-trust/extracted",
      "/usr/share/ca-certificates",
      "/usr/local/share/ca-certificates",
      "/usr/share/zoneinfo",
      "/etc/ld.so.cache",
    ].filter((path) => existsSync(path)),
  );
}

/** What programs need where a tool may start them. */
export function programFolders(): { mounts: Mount[]; links: LinkInside[] } {
  const mounts: Mount[] = [];
  const links = [...alternatives()];
  for (const folder of ["/usr", "/bin", "/sbin", "/lib", "/lib64"]) {
    if (!existsSync(folder)) continue;
    if (lstatSync(folder).isSymbolicLink()) links.push({ inside: folder, target: readlinkSync(folder) });
    else mounts.push(...samePlace([folder]));
  }
  return { mounts, links };
}
