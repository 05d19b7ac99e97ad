// A server that was started with more than it should hand on; prints what calls find.

import { readdirSync } from "node:fs";
import { callInside, imageOf, resultOf, sandboxesBy } from "../harness.ts";

const sandboxes = await sandboxesBy("bubblewrap", { spares: false });
const python = `import os\nreturn sorted(int(name) for name in os.listdir("/proc/self/fd") if os.path.exists(f"/proc/self/fd/{name}"))`;
const node = `const fs = await import("node:fs"); const kept = []; for (const name of fs.readdirSync("/proc/self/fd")) { try { if (!/^(anon_inode|pipe|\\/dev\\/null)/.test(fs.readlinkSync("/proc/self/fd/" + name))) kept.push(Number(name)) } catch {} } return kept.sort()`;
const environment = `import os\nreturn sorted(name for name in os.environ if name != "PWD")`;
const found = {
  own: readdirSync("/proc/self/fd").map(Number),
  python: resultOf(await callInside(sandboxes, imageOf("python", python))),
  node: resultOf(await callInside(sandboxes, imageOf("typescript", node))),
  environment: resultOf(await callInside(sandboxes, imageOf("python", environment))),
};
await sandboxes[Symbol.asyncDispose]();
console.log(JSON.stringify(found));
