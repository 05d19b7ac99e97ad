// An image that runs nothing: to see what level the machine gives.

import type { ToolsetImage } from "../calls/toolset-image.ts";

/** Of TypeScript, for Node is always there. */
export function emptyImage(
  files: Readonly<Record<string, string>> = { "tool.mjs": "" },
  file = "tool.mjs",
): ToolsetImage {
  return {
    tenant: "local",
    toolset: "probe",
    version: "0",
    digest: "",
    language: "typescript",
    files,
    entry: "tool.mjs",
    file,
    plans: [],
    async: false,
    environment: {},
    env: {},
    network: "none",
    subprocess: false,
    memoryMiB: 512,
    reuse: false,
    timeoutSeconds: 5,
  };
}
