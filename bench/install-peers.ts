// Installs the peers that `package.json` names, where they are not there yet in these very versions.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

const folder = import.meta.dirname;

/** Installs the peers, with native modules built for the Node that runs this. */
export function installPeers(): void {
  const wanted: Readonly<Record<string, string>> = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  ).dependencies;
  if (Object.entries(wanted).every(([name, version]) => installed(name) === version)) return;
  // Without it headers would be fetched, or those of another Node be taken.
  const node = dirname(dirname(realpathSync(process.execPath)));
  const headers = existsSync(join(node, "include", "node")) ? { npm_config_nodedir: node } : {};
  execFileSync("npm", ["ci"], { cwd: folder, stdio: "inherit", env: { ...process.env, ...headers } });
}

function installed(name: string): string | null {
  const file = join(folder, "node_modules", name, "package.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).version : null;
}
