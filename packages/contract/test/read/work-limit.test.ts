import assert from "node:assert/strict";
import { test } from "node:test";
import { limitWork } from "../../src/read/work-limit.ts";

/** How long after its begin a limit of 20 ms was reached. */
async function reached(worked: () => Promise<number | undefined>): Promise<number> {
  const begun = performance.now();
  await new Promise<void>((resolve) => limitWork(20, worked, resolve));
  return performance.now() - begun;
}

test("whoever has worked so long is told of, and where nobody tells what passes counts", async () => {
  let told = 0;
  const busy = async (): Promise<number> => 1_000 * told++;
  assert.ok((await reached(busy)) >= 19);
  assert.equal(told, 2);
  assert.ok((await reached(async () => undefined)) >= 19);
  assert.ok((await reached(() => Promise.reject(new Error("gone")))) >= 19);
  assert.ok((await reached(() => new Promise(() => undefined))) >= 19);
});

test("whoever could not work is given more time, and not for ever", async () => {
  assert.ok((await reached(async () => 0)) >= 99);
});

test("nothing is told of what has ended", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  let told = 0;
  const end = limitWork(
    20,
    async () => undefined,
    () => {
      told += 1;
    },
  );
  end();
  context.mock.timers.tick(1_000);
  await Promise.resolve();
  assert.equal(told, 0);
});
