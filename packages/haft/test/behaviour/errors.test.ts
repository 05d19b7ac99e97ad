// Errors name the author's own lines: the stack in the log has the author's file and line, and nothing of the machinery.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openWorkshop, type Workshop } from "../values/called.ts";

const PYTHON = `from _shared import divide


@tool
def fails(n: int) -> float:
    """Fail.

    Use when it must.

    Args:
        n: By what.
    """
    return divide(n)


@tool
async def fails_later(n: int) -> float:
    """Fail later.

    Use when it must.

    Args:
        n: By what.
    """
    try:
        return divide(n)
    except ZeroDivisionError as fault:
        raise ValueError("wrapped") from fault
`;

const SHARED_PYTHON = `def divide(n):
    return 1 / n
`;

const TYPESCRIPT = `import { divide } from "./_shared.ts";

interface Input {
  n: number;
}

/**
 * Fail.
 *
 * Use when it must.
 *
 * @param n - By what.
 */
export function fails({ n }: Input): number {
  return divide(n);
}

/**
 * Fail later.
 *
 * Use when it must.
 *
 * @param n - By what.
 */
export async function fails_later({ n }: Input): Promise<number> {
  await Promise.resolve();
  try {
    return divide(n);
  } catch (cause) {
    throw new TypeError("wrapped", { cause });
  }
}
`;

const SHARED_TYPESCRIPT = `type Divisor = number;

export function divide(n: Divisor): number {
  if (n === 0) throw new RangeError("by zero");
  return 1 / n;
}
`;

let workshop: Workshop;
before(async () => {
  workshop = await openWorkshop({
    "py/tools.py": PYTHON,
    "py/_shared.py": SHARED_PYTHON,
    "ts/tools.tools.ts": TYPESCRIPT,
    "ts/_shared.ts": SHARED_TYPESCRIPT,
  });
});
after(() => workshop[Symbol.asyncDispose]());

/** The files and lines of a stack's frames, in its own order. */
async function frames(
  path: string,
  tool: string,
): Promise<{ type: string; message: string; places: string[]; stack: string }> {
  const outcome = await workshop.call(path, tool, { n: 0 });
  const found = (await workshop.events(outcome.runId)).find((event) => event.type === "tool.result");
  const error = found?.data.error as { type: string; message: string; stack: string };
  const places = [...error.stack.matchAll(/([\w./-]+\.(?:py|ts|js|mjs))"?(?::|, line )(\d+)/g)].map(
    ([, file, line]) => `${file}:${line}`,
  );
  return { type: error.type, message: error.message, places, stack: error.stack };
}

for (const [path, tool, type, message, places] of [
  ["py", "fails", "ZeroDivisionError", "division by zero", ["tools.py:13", "_shared.py:2"]],
  ["py", "fails_later", "ValueError", "wrapped", ["tools.py:26", "_shared.py:2", "tools.py:28"]],
  ["ts", "fails", "RangeError", "by zero", ["_shared.ts:4", "tools.tools.ts:15"]],
  ["ts", "fails_later", "TypeError", "wrapped: by zero", ["tools.tools.ts:30", "_shared.ts:4", "tools.tools.ts:28"]],
] as const) {
  test(`${path} ${tool}: ${places.join(", ")}`, async () => {
    const found = await frames(path, tool);
    assert.deepEqual([found.type, found.message], [type, message]);
    assert.deepEqual(found.places, places, found.stack);
  });
}
