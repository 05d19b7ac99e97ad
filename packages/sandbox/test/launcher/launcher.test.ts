// The launcher as a watchdog, and sandboxes that go on without it.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { callInside, errorOf, imageOf, missingFor, resultOf, sandboxesBy } from "../harness.ts";

const SLEEP = {
  python: "import time\ntime.sleep(60)",
  typescript: "await new Promise((resolve) => setTimeout(resolve, 60_000))",
};

describe("the launcher", { skip: missingFor("bubblewrap") }, () => {
  it("ends every sandbox when its deadline passes, and is there again for the next call", async () => {
    const sandboxes = await sandboxesBy("bubblewrap", { spares: false });
    try {
      assert.equal(resultOf(await callInside(sandboxes, imageOf("python", "return 1"))), 1);
      const before = sandboxes.launcherPid;
      const calls = (["python", "typescript"] as const).map((language) =>
        callInside(sandboxes, imageOf(language, SLEEP[language]), {}, {}, {}),
      );
      sandboxes.extendDeadline(1_500);
      for (const call of calls) {
        const outcome = await call.catch(() => undefined);
        if (outcome === undefined) continue;
        assert.equal(errorOf(outcome).type, "killed");
        assert.ok(outcome.kind === "error" && outcome.lost, "its end is not the call's own");
      }
      sandboxes.extendDeadline(null);
      assert.equal(resultOf(await callInside(sandboxes, imageOf("python", "return 2"))), 2);
      assert.notEqual(sandboxes.launcherPid, before);
    } finally {
      await sandboxes[Symbol.asyncDispose]();
    }
  });

  it("that is started later has no more time than what was there before", {
    skip: missingFor("bubblewrap as root"),
  }, async (t) => {
    const sandboxes = await sandboxesBy("bubblewrap as root", { spares: false });
    const { now } = performance;
    let passed = 0;
    t.mock.method(performance, "now", () => now.call(performance) + passed);
    try {
      sandboxes.extendDeadline(600_000);
      passed = 600_000;
      const call = callInside(sandboxes, imageOf("python", SLEEP.python));
      const outcome = await call.catch((fault: unknown) => fault);
      assert.match(JSON.stringify(outcome) + String(outcome), /killed|launcher ended/);
      sandboxes.extendDeadline(null);
      assert.equal(resultOf(await callInside(sandboxes, imageOf("python", "return 2"))), 2);
    } finally {
      await sandboxes[Symbol.asyncDispose]();
    }
  });

  it("ends nothing while the deadline is extended", async () => {
    const sandboxes = await sandboxesBy("bubblewrap", { spares: false });
    const timer = setInterval(() => sandboxes.extendDeadline(2_000), 100);
    try {
      const call = callInside(sandboxes, imageOf("python", "import time\ntime.sleep(2.5)\nreturn 1"));
      assert.equal(resultOf(await call), 1);
    } finally {
      clearInterval(timer);
      await sandboxes[Symbol.asyncDispose]();
    }
  });

  it("that is killed ends the calls, and the server goes on with another", async () => {
    const sandboxes = await sandboxesBy("bubblewrap", { spares: false });
    try {
      let say = () => {};
      const runs = new Promise<void>((resolve) => {
        say = resolve;
      });
      const lines = `print("runs", flush=True)\n${SLEEP.python}`;
      const call = callInside(sandboxes, imageOf("python", lines), {}, {}, { log: () => say() });
      await runs;
      process.kill(sandboxes.launcherPid ?? 0, "SIGKILL");
      const outcome = await call;
      assert.equal(errorOf(outcome).type, "killed");
      assert.ok(outcome.kind === "error" && outcome.lost, "its end is not the call's own");
      assert.equal(resultOf(await callInside(sandboxes, imageOf("typescript", "return 3"))), 3);
    } finally {
      await sandboxes[Symbol.asyncDispose]();
    }
  });
});
