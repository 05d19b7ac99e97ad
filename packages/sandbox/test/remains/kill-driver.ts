// A server that starts sandboxes and is killed in the middle of it. Says `started` with its launcher's number.

import type { Way } from "../../src/levels/way.ts";
import { callInside, imageOf, sandboxesBy } from "../harness.ts";

const [way, user] = process.argv.slice(2);
const sandboxes = await sandboxesBy(way as Way["name"], user === undefined ? {} : { user });
const busy = { python: "while True:\n    pass", typescript: "for (;;);" };
process.once("message", () => {
  for (const language of ["python", "typescript"] as const)
    void callInside(sandboxes, imageOf(language, busy[language])).catch(() => {});
  process.send?.("started");
});
// The launcher is there before the first sandbox is asked for.
await callInside(sandboxes, imageOf("python", "return 1"));
process.send?.({ launcher: sandboxes.launcherPid });
