// Processes that are not the usual ones: shared by many calls, with threads from the start, with the machine's network.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, before, describe, it } from "node:test";
import { createDefinitionEvaluator } from "../../src/pool/definition-evaluator.ts";
import type { PooledSandboxes } from "../../src/pool/sandboxes.ts";
import { callInside, callOf, errorOf, imageOf, missingFor, resultOf, sandboxesBy } from "../harness.ts";

describe("processes", { skip: missingFor("bubblewrap") }, () => {
  let sandboxes: PooledSandboxes;
  before(async () => {
    sandboxes = await sandboxesBy("bubblewrap", { spares: false });
  });
  after(() => sandboxes[Symbol.asyncDispose]());

  it("with `reuse` serve many calls at once in one process, each its own answer", async () => {
    const image = imageOf(
      "typescript",
      `await new Promise((resolve) => setTimeout(resolve, 50)); if (given === 7) throw new Error("seven"); return [process.pid, given]`,
      { reuse: true },
    );
    const seats = await Promise.all(Array.from({ length: 20 }, () => sandboxes.take(image)));
    const outcomes = await Promise.all(seats.map((seat, at) => seat.call(callOf(at, { callId: `call_${at}` }), {})));
    const pids = new Set<unknown>();
    outcomes.forEach((outcome, at) => {
      if (at === 7) {
        assert.equal(errorOf(outcome).message, "seven");
        return;
      }
      const value = resultOf(outcome);
      assert.ok(Array.isArray(value));
      assert.equal(value[1], at);
      pids.add(value[0]);
    });
    assert.equal(pids.size, 1);
  });

  it("with `reuse` end all their calls when one is killed, and another process serves the next", async () => {
    const image = imageOf(
      "typescript",
      `if (given === "hang") for (;;); await new Promise((resolve) => setTimeout(resolve, 20)); return given`,
      { reuse: true },
    );
    assert.equal(
      errorOf(await callInside(sandboxes, image, "hang", { callId: "a", timeoutSeconds: 0.5 })).type,
      "timeout",
    );
    assert.equal(resultOf(await callInside(sandboxes, image, 1, { callId: "b" })), 1);
  });

  it("of a Python module that starts a thread at import are fresh for every call", async () => {
    const image = imageOf(
      "python",
      "import os\nreturn [os.getpid(), TICKS is not None, os.path.exists('/tmp/mark'), open('/tmp/mark', 'w').close()]",
    );
    const threaded = {
      ...image,
      files: {
        "module.py": `import threading, time\nTICKS = threading.Thread(target=lambda: time.sleep(1000), daemon=True)\nTICKS.start()\n${image.files["module.py"]}`,
      },
    };
    for (let round = 0; round < 2; round += 1)
      assert.deepEqual(resultOf(await callInside(sandboxes, threaded)), [2, true, false, null]);
  });

  it("start 32 threads and use them in both languages", async () => {
    const python =
      "from concurrent.futures import ThreadPoolExecutor\nimport time\nwith ThreadPoolExecutor(32) as pool:\n    return sum(pool.map(lambda one: (time.sleep(0.05), one)[1], range(32)))";
    assert.equal(resultOf(await callInside(sandboxes, imageOf("python", python))), 496);
    const typescript = `const { Worker } = await import("node:worker_threads"); const results = await Promise.all(Array.from({ length: 4 }, (_, at) => new Promise((resolve, reject) => { const worker = new Worker("require('node:worker_threads').parentPort.postMessage(" + at + ")", { eval: true }); worker.once("message", resolve); worker.once("error", reject); }))); return results`;
    assert.deepEqual(resultOf(await callInside(sandboxes, imageOf("typescript", typescript))), [0, 1, 2, 3]);
  });

  it("reach the machine's network where it is granted, and say so", async () => {
    const server = createServer((_, response) => response.end("reached"));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    try {
      const address = server.address();
      assert.ok(typeof address === "object" && address !== null);
      const url = `http://127.0.0.1:${address.port}/`;
      for (const language of ["python", "typescript"] as const) {
        const lines =
          language === "python"
            ? "import urllib.request\nreturn urllib.request.urlopen(given).read().decode()"
            : "return (await fetch(given)).text()";
        const seat = await sandboxes.take(imageOf(language, lines, { network: "shared" }));
        assert.match(seat.isolation.lines.find((line) => line.what === "no network")?.detail ?? "", /granted/);
        assert.equal(resultOf(await seat.call(callOf(url), {})), "reached");
      }
    } finally {
      server.close();
    }
  });

  it("evaluate definitions: what they say, what they fail with, and what hangs or leaves", async () => {
    const evaluator = createDefinitionEvaluator(sandboxes);
    const good = await evaluator.evaluate("export default { name: 'add', handler() {} }", "add.tool.ts");
    assert.equal(good.type, "definition");
    if (good.type === "definition") assert.deepEqual([good.fields, good.functions], [{ name: "add" }, ["handler"]]);
    const bad: readonly [string, RegExp][] = [
      ["throw new Error('at import')", /at import/],
      ["process.reallyExit(0)", /ended before|left/],
      ["export default { get name() { throw new Error('mine') } }", /mine|name/],
    ];
    for (const [code, message] of bad) {
      const answer = await evaluator.evaluate(code, "bad.tool.ts");
      assert.equal(answer.type, "load-failed", code);
      if (answer.type === "load-failed") assert.match(answer.error.message, message);
    }
    const hung = await evaluator.evaluate("for (;;);", "hangs.tool.ts");
    assert.equal(hung.type === "load-failed" && hung.error.type, "timeout");
  });
});
