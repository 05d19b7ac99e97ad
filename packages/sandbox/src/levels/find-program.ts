// Where a program of the machine is.

import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const USUAL = ["/usr/bin", "/bin", "/usr/local/bin", "/usr/sbin", "/sbin"];

/** The absolute path of a program, from the path and the usual folders; undefined where it is not installed. */
export function findProgram(name: string, environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const folders = [...USUAL, ...(environment.PATH ?? "").split(delimiter).filter((folder) => folder.startsWith("/"))];
  return folders
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
