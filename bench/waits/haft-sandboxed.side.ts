// Haft as it is used: the tool is Python in a sandbox of its own for each phase, at the level `namespaces`.

import { createSandboxes } from "@haft/sandbox";
import { folderEngine, sandboxRunner } from "../calls/bench-engine.ts";
import { benchTool } from "../calls/bench-tool.ts";
import { benchFolder } from "../calls/folder.ts";
import { haftSide } from "./haft-side.ts";
import { serveSide } from "./side.ts";
import { waitingCall } from "./tool.ts";

await serveSide(async () => {
  const tool = await benchTool("asking");
  const folder = benchFolder();
  const sandboxes = await createSandboxes({ least: "namespaces" });
  const opened = await folderEngine(folder.path, sandboxRunner(sandboxes, tool.image()));
  const call = waitingCall("ask", { tool: tool.descriptor, digest: tool.module.digest });
  const settings =
    "Haft, tool in sandboxes: SQLite WAL with synchronous=FULL, each phase in a process of its own, `namespaces`";
  return haftSide(settings, opened.engine, call, {
    async [Symbol.asyncDispose]() {
      await opened[Symbol.asyncDispose]();
      await sandboxes[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  });
});
