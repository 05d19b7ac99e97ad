// Who runs the sandboxes.

import { readFileSync } from "node:fs";
import type { SandboxUser } from "./reachable.ts";

/** A name or number of a user, as told on the command line; only asked where the server is root. Throws, saying what to type. */
export function sandboxUser(named: string | undefined, passwd: () => string = readPasswd): SandboxUser {
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
  if (!found) throw new Error(`there is no user ${wanted}; name another, or any unused number: --user 65534`);
  return notRoot(wanted, found);
}

function notRoot(wanted: string, user: SandboxUser): SandboxUser {
  if (user.uid === 0) throw new Error(`sandboxes never run as root; name another user than ${wanted}: --user nobody`);
  return { uid: user.uid, gid: user.gid };
}

function entries(text: string): { name: string; uid: number; gid: number }[] {
  return text.split("\n").flatMap((line) => {
    const [name, , uid, gid] = line.split(":");
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

function readPasswd(): string {
  try {
    return readFileSync("/etc/passwd", "utf8");
  } catch {
    return "nobody:x:65534:65534::/:\n";
  }
}
