// Two hundred calls at once, in both languages, some of which fail: every one is answered, and the log is in order.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { openSession } from "../../src/runtime/index.ts";
import type { Session } from "../../src/session/session.ts";

const folder = mkdtempSync(join(tmpdir(), "haft-many-"));
after(() => rmSync(folder, { recursive: true, force: true }));
mkdirSync(join(folder, "tools"));

writeFileSync(
  join(folder, "tools/py.py"),
  `@tool
def py(n: int) -> int:
    """Double a number, unless it is a multiple of five.

    Use when twice as much is wanted.

    Args:
        n: How much.
    """
    if n % 5 == 0:
        raise ValueError(f"{n} is a multiple of five")
    print("doubling", n)
    return 2 * n
`,
);
writeFileSync(
  join(folder, "tools/ts.tools.ts"),
  `/**
 * Double a number, unless it is a multiple of five.
 *
 * Use when twice as much is wanted.
 *
 * @param n - How much. @integer
 */
export async function ts(n: number): Promise<number> {
  if (n % 5 === 0) throw new RangeError(\`\${n} is a multiple of five\`);
  console.log("doubling", n);
  return 2 * n;
}
`,
);

/** Processes whose parent is this one, or a child of it. */
function descendants(): string[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
    } catch {
      // It ended while it was being looked at.
    }
  }
  const belongs = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && (parent === process.pid || belongs(parent));
  };
  return [...parents.keys()]
    .filter(belongs)
    .map((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " "));
}

async function call(session: Session, n: number) {
  const tool = n % 2 === 0 ? "py" : "ts";
  const request = { path: folder, tool, arguments: () => ({ n }), config: {} };
  return session.call(request, {}, new AbortController().signal);
}

test("two hundred calls at once are all answered, in order, and leave nothing", { timeout: 240_000 }, async () => {
  const before = descendants();
  const session = await openSession({
    store: join(folder, "haft.db"),
    data: folder,
    environments: {},
    secrets: {},
    network: false,
    wait: false,
  });
  try {
    await Promise.all([call(session, 1), call(session, 2)]);
    globalThis.gc?.();
    const memory = process.memoryUsage().rss;
    const numbers = Array.from({ length: 200 }, (_, index) => index + 1);
    const outcomes = await Promise.all(numbers.map((n) => call(session, n)));
    for (const [index, outcome] of outcomes.entries()) {
      const n = index + 1;
      if (n % 5 === 0) {
        assert.equal(outcome.ok, false);
        assert.equal(outcome.error?.type, n % 2 === 0 ? "ValueError" : "RangeError");
        assert.equal(outcome.error?.message, `${n} is a multiple of five`);
      } else {
        assert.equal(outcome.value, 2 * n, JSON.stringify(outcome));
        assert.deepEqual(outcome.logs, [{ stream: "stdout", text: `doubling ${n}` }]);
      }
    }
    await inOrder(
      session,
      outcomes.map((outcome) => outcome.runId),
    );
    globalThis.gc?.();
    const grown = (process.memoryUsage().rss - memory) / 1024 / 1024;
    assert.ok(grown < 200, `memory grew by ${Math.round(grown)} MiB`);
  } finally {
    await session[Symbol.asyncDispose]();
  }
  // What has ended is still listed until this process has heard of it.
  const deadline = performance.now() + 5_000;
  while (descendants().length > before.length && performance.now() < deadline) await setImmediate();
  assert.deepEqual(descendants(), before, "no process is left");
});

/** Each run's log is numbered without gaps, begins with its creation and ends with its end. */
async function inOrder(session: Session, runIds: readonly string[]): Promise<void> {
  for (const runId of runIds) {
    const types: string[] = [];
    const options = { after: 0, follow: false, signal: new AbortController().signal };
    for await (const event of session.events(runId, options)) {
      assert.equal(event.seq, types.length + 1);
      types.push(event.type);
    }
    const plain = types.filter((type) => type !== "tool.log");
    const end = plain.includes("run.error") ? ["run.error", "run.failed"] : ["run.completed"];
    assert.deepEqual(plain, ["run.created", "tool.called", "call.gated", "tool.started", "tool.result", ...end]);
  }
}
