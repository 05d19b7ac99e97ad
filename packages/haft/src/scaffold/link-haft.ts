// Puts the Haft that is running into a project's `node_modules`, without a network: `npx haft`, `import "haft"` and
// `npm test` then work there.

import { chmodSync, existsSync, lstatSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the running package. */
export function runningHaft(): string {
  return realpathSync(fileURLToPath(new URL("../..", import.meta.url)));
}

/** Links the package and its command. What is there already stays. */
export function linkHaft(project: string): void {
  const modules = join(project, "node_modules");
  const commands = join(modules, ".bin");
  mkdirSync(commands, { recursive: true });
  const link = join(modules, "haft");
  if (!isThere(link)) symlinkSync(runningHaft(), link, "dir");
  const command = join(commands, "haft");
  if (!isThere(command)) {
    // Started with the Node that runs now: the one on the user's path may be too old.
    writeFileSync(
      command,
      `#!/bin/sh\nexec ${quoted(process.execPath)} ${quoted(join(runningHaft(), "bin/haft.js"))} "$@"\n`,
    );
    chmodSync(command, 0o755);
  }
  // `npm test` runs the project's tests, which are TypeScript, on the same Node.
  const node = join(commands, "node");
  if (!isThere(node)) symlinkSync(process.execPath, node, "file");
}

/** Whether something has that name, also a link that leads nowhere. */
function isThere(path: string): boolean {
  return existsSync(path) || lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
