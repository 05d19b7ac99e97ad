// Who runs the sandboxes.

import { readFileSync } from "node:fs";
import type { SandboxUser } from "./reachable.ts";

/** A name or number of a user, as told on the command line; only asked where the server is root. Throws, saying what to type. */
export function sandboxUser(
  named: string | undefined,
  passwd: () => string = readPasswd,
  mapped: () => string = readMapped,
): SandboxUser {
  const user = userNamed(named, passwd);
  if (process.getuid?.() !== 0 || isMapped(user.uid, mapped())) return user;
  throw new Error(
    `this user namespace has no user ${user.uid} that sandboxes could run as, and they never run as root; ` +
      "run haft as an ordinary user, map more users (newuidmap, /etc/subuid), or name one that is mapped: HAFT_USER=NUMBER",
  );
}

/** Whether a user number exists where this process runs: `/proc/self/uid_map` has lines of first, outer first, count. */
function isMapped(uid: number, map: string): boolean {
  const ranges = map.split("\n").flatMap((line) => {
    const [first, , count] = line.trim().split(/\s+/).map(Number);
    return first === undefined || count === undefined ? [] : [{ first, count }];
  });
  return ranges.length === 0 || ranges.some(({ first, count }) => uid >= first && uid < first + count);
}

function userNamed(named: string | undefined, passwd: () => string): SandboxUser {
  const uid = process.getuid?.() ?? 0;
  const gid = process.getgid?.() ?? 0;
  if (uid !== 0) return { uid, gid };
  const wanted = named ?? "nobody";
  if (/^\d+$/.test(wanted)) {
    const number = Number(wanted);
    const found = entries(passwd()).find((entry) => entry.uid === number);
    return notRoot(wanted, { uid: number, gid: found?.gid ?? number });
  }
  const found = entries(passwd()).find((entry) => entry.name === wanted);
  if (!found) throw new Error(`there is no user ${wanted}; name another, or any unused number: HAFT_USER=65534`);
  return notRoot(wanted, found);
}

function notRoot(wanted: string, user: SandboxUser): SandboxUser {
  if (user.uid === 0)
    throw new Error(`sandboxes never run as root; name another user than ${wanted}: HAFT_USER=nobody`);
  return { uid: user.uid, gid: user.gid };
}

function entries(text: string): { name: string; uid: number; gid: number }[] {
  return text.split("\n").flatMap((line) => {
    const [name, , uid, gid] = line.split(":");
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

function readMapped(): string {
  try {
    return readFileSync("/proc/self/uid_map", "utf8");
  } catch {
    // Only Linux has user namespaces.
    return "";
  }
}

function readPasswd(): string {
  try {
    return readFileSync("/etc/passwd", "utf8");
  } catch {
    return "nobody:x:65534:65534::/:\n";
  }
}
