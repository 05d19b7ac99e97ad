import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { watchOver } from "./overdue.ts";

/** Says the number of a process that it has started, and never ends. */
const HANGS = `import { spawn } from "node:child_process";
process.on("SIGTERM", () => {});
console.log(spawn("sleep", ["600"]).pid);
for (;;) await new Promise((resolve) => setTimeout(resolve, 1_000));
`;

async function hanging(file: string): Promise<{ readonly child: ChildProcess; readonly below: number }> {
  const child = spawn(process.execPath, [file], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  return { child, below: Number(line) };
}

/** Also where nobody asks what became of it, as in a container. */
function isThere(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return !/^\) [ZX]/.test(stat.slice(stat.lastIndexOf(")")));
  } catch {
    return false;
  }
}

for (const [title, limits] of [
  ["a file that takes too long", { fileMs: 1, allMs: 600_000 }],
  ["whatever runs when the time of all is over", { fileMs: 600_000, allMs: 1 }],
] as const) {
  test(`${title} is named, and ended with what it has started`, { skip: process.platform !== "linux" }, async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), "haft-overdue-"));
    const file = join(folder.path, "hangs.mjs");
    await writeFile(file, HANGS);
    const { child, below } = await hanging(file);
    const ended = once(child, "exit");
    const told: string[] = [];
    const forget = watchOver({
      files: new Set([file, "/elsewhere.ts"]),
      ...limits,
      overdue: (late) => void told.push(`late: ${late}`),
      over: (running) => void told.push(`over: ${running}`),
    });
    assert.deepEqual(await ended, [null, "SIGKILL"]);
    forget();
    assert.deepEqual(told, [`${limits.allMs === 1 ? "over" : "late"}: ${file}`]);
    while (isThere(below)) await setTimeout(10);
  });
}
