// The plain way: for each call a sandboxed interpreter that is started, loads the file, answers and ends.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BenchTool } from "./bench-tool.ts";

const PYTHON_END = `
import json, sys
args = json.loads(sys.stdin.read())
print(json.dumps(add(**args)))
`;
const NODE_END = `
let text = "";
process.stdin.on("data", (chunk) => (text += chunk)).on("end", () => console.log(JSON.stringify(add(...Object.values(JSON.parse(text))))));
`;
const SANDBOX = [
  "--unshare-all",
  "--die-with-parent",
  "--new-session",
  "--ro-bind",
  "/",
  "/",
  "--proc",
  "/proc",
  "--dev",
  "/dev",
  "--tmpfs",
  "/tmp",
];

/** Calls in a fresh sandboxed process each. */
export function freshProcess(tool: BenchTool): Disposable & { call(): Promise<void> } {
  const folder = mkdtempSync(join(tmpdir(), "haft-bench-"));
  const file = join(folder, tool.language === "python" ? "fresh.py" : "fresh.mjs");
  const javascript = "function add(a, b) { return a + b; }\n";
  writeFileSync(
    file,
    tool.language === "python" ? `tool = lambda f: f\n${tool.text}${PYTHON_END}` : javascript + NODE_END,
  );
  const program = tool.language === "python" ? ["/usr/bin/python3", "-I", "-S", file] : [process.execPath, file];
  const words = [...SANDBOX, "--ro-bind", folder, folder, "--", ...program];
  return {
    call: () =>
      new Promise<void>((resolve, reject) => {
        const child = spawn("bwrap", words, { stdio: ["pipe", "pipe", "inherit"] });
        let printed = "";
        child.stdout.on("data", (chunk) => {
          printed += chunk;
        });
        child.on("close", () =>
          printed.trim() === "3" ? resolve() : reject(new Error(`the fresh process said ${printed}`)),
        );
        child.stdin.end('{"a": 1, "b": 2}');
      }),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}
