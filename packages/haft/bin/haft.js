#!/usr/bin/env node
// Starts the command line on a Node that can run it. Written so that an old Node still reads it and says what is wrong.

import { existsSync } from "node:fs";
import module from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const NEEDED = 24;

if (Number(process.versions.node.split(".")[0]) < NEEDED) {
  const message = `haft needs Node.js ${NEEDED} or newer; this is Node.js ${process.versions.node} (${process.execPath})`;
  const hint = `install Node.js ${NEEDED} from https://nodejs.org, or add it to the project: npm install --save-dev node@${NEEDED} && npx haft`;
  if (process.argv.includes("--json")) {
    console.log(JSON.stringify({ ok: false, error: { type: "node_too_old", message, hint } }, null, 2));
  } else {
    console.error(`error: ${message}\nhint: ${hint}`);
  }
  process.exitCode = 2;
} else {
  // Compiled once, not at each start: half of a command's time. A folder of the user's own, for whoever can write to it
  // decides what runs. Node leaves it alone where NODE_DISABLE_COMPILE_CACHE is set or the folder cannot be written.
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "haft");
  module.enableCompileCache(cache);
  // For its threads.
  process.env.NODE_COMPILE_CACHE ??= cache;
  // In the repository the sources are run as they are; a published package has only what was built from them.
  const source = fileURLToPath(new URL("../src/cli/main.ts", import.meta.url));
  const built = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
  const { main } = await import(pathToFileURL(existsSync(source) ? source : built).href);
  await main(process.argv.slice(2));
}
