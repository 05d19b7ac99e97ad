import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fixture, person, request } from "../harness/fixture.ts";

const SECRET = "s3cr3t-t0ken-value";

test("a secret that a tool gets hold of is nowhere in the store, and nowhere in what is shown", async () => {
  await using f = await fixture();
  f.secrets = [{ name: "TOKEN", value: SECRET }];
  const lines: string[] = [];
  f.runner.play = async (_call, input, observer) => {
    observer.log("stdout", `using ${SECRET}`);
    observer.progress(0.5, SECRET);
    const base64 = Buffer.from(`the ${SECRET}`).toString("base64");
    const artifact = { path: `${SECRET}.txt`, mimeType: "text/plain", base64, offset: 0, last: true };
    await observer.request("artifact.write", artifact);
    if (input.phase === "call") {
      return { kind: "yield", wait: "answer", params: { question: `is it ${SECRET}?` }, meta: { [SECRET]: SECRET } };
    }
    return { kind: "error", error: { type: "E", message: SECRET, hint: SECRET, stack: SECRET } };
  };
  const { tool } = request();
  const call = await f.engine.startCall(
    request({
      args: { text: SECRET },
      tool: { ...tool, inputSchema: { type: "object" } },
      context: { [SECRET]: SECRET },
      config: { url: `http://x/${SECRET}` },
    }),
    { log: ({ text }) => lines.push(text), progress: (_fraction, message) => lines.push(message ?? "") },
  );
  const { wait } = await f.engine.outcome("local", call.callId);
  await f.engine.answer("local", wait?.id ?? "", `take ${SECRET}`, person("bob"));
  await f.engine.moveRun("local", call.runId);
  const outcome = await f.engine.outcome("local", call.callId);
  assert.deepEqual(outcome.error, { type: "E", message: "[secret TOKEN]", hint: "[secret TOKEN]" });
  const shown = JSON.stringify([lines, outcome, wait, await f.engine.events("local", call.runId)]);
  assert.ok(!shown.includes(SECRET));
  for (const entry of await readdir(f.folder, { recursive: true, withFileTypes: true })) {
    assert.ok(!entry.name.includes(SECRET));
    if (!entry.isFile()) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name));
    assert.ok(!bytes.includes(SECRET), entry.name);
  }
});

test("if the secrets cannot be read, nothing is written", async () => {
  await using f = await fixture();
  const other = f.another();
  const broken = new Error("the key is gone");
  const { engine } = f.another({}, { values: () => Promise.reject(broken) });
  await assert.rejects(engine.startCall(request()), broken);
  assert.deepEqual(await other.engine.listRuns("local", { limit: 10 }), []);
});
