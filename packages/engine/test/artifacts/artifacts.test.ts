import assert from "node:assert/strict";
import { test } from "node:test";
import { artifactPath } from "../../src/artifacts/artifact-path.ts";
import type { Json, JsonObject, PhaseObserver } from "../../src/index.ts";
import { fixture, request } from "../harness/fixture.ts";

/** Runs one call that asks for things, in a thread. */
async function ask(
  f: Awaited<ReturnType<typeof fixture>>,
  work: (request: PhaseObserver["request"]) => Promise<Json>,
): Promise<{ readonly value: Json | undefined; readonly error: string | undefined; readonly runId: string }> {
  f.runner.play = async (_call, _input, observer) => {
    try {
      return { kind: "result", value: await work(observer.request) };
    } catch (error) {
      const { name, message } = error as Error;
      return { kind: "error", error: { type: name, message } };
    }
  };
  const call = await f.engine.startCall(request({ threadId: "thr_1" }));
  const { value, error } = await f.engine.outcome("local", call.callId);
  return { value, error: error && `${error.type}: ${error.message}`, runId: call.runId };
}

function part(path: string, text: string, more: JsonObject = {}): JsonObject {
  return { path, mimeType: "text/plain", base64: Buffer.from(text).toString("base64"), offset: 0, last: true, ...more };
}

test("an artifact is durable when the tool is told, and the next call of the thread reads it", async () => {
  await using f = await fixture();
  const written = await ask(f, async (send) => {
    const reply = await send("artifact.write", part("notes/./a.txt", "hello"));
    const types = await f.types(f.runner.last.call.runId);
    assert.equal(types.at(-1), "artifact.written");
    return reply;
  });
  const digest = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
  assert.deepEqual(written.value, { path: "notes/a.txt", version: 1, size: 5, digest });
  const read = await ask(f, (send) => send("artifact.read", { path: "notes/a.txt", offset: 0 }));
  assert.deepEqual(read.value, { version: 1, mimeType: "text/plain", text: true, base64: "aGVsbG8=", last: true });
});

test("each write is a version; old ones can be read, and the list shows the newest", async () => {
  await using f = await fixture();
  const came = await ask(f, async (send) => {
    await send("artifact.write", part("a.txt", "one"));
    await send("artifact.write", part("a.txt", "two"));
    await send("artifact.write", part("b.json", "{}", { mimeType: "application/json" }));
    const old = await send("artifact.read", { path: "a.txt", version: 1, offset: 0 });
    return [old, await send("artifact.list", {})];
  });
  const [old, list] = came.value as [JsonObject, JsonObject[]];
  assert.equal(Buffer.from(String(old.base64), "base64").toString(), "one");
  assert.deepEqual(
    list.map(({ path, version, mimeType }) => [path, version, mimeType]),
    [
      ["a.txt", 2, "text/plain"],
      ["b.json", 1, "application/json"],
    ],
  );
});

test("calls of one run that write the same path at once get versions of their own", async () => {
  await using f = await fixture();
  const came = await ask(f, async (send) => {
    const replies = await Promise.all([1, 2, 3, 4].map((n) => send("artifact.write", part("a.txt", `text ${n}`))));
    return replies.map((reply) => (reply as JsonObject).version ?? null);
  });
  assert.deepEqual((came.value as number[]).toSorted(), [1, 2, 3, 4]);
});

test("large content travels in parts, in order, up to 16 MiB", async () => {
  await using f = await fixture();
  const half = "x".repeat(700_000);
  const came = await ask(f, async (send) => {
    assert.equal(await send("artifact.write", part("big", half, { last: false, mimeType: "application/x-bin" })), null);
    await send("artifact.write", part("big", half, { offset: 700_000, mimeType: "application/x-bin" }));
    const first = (await send("artifact.read", { path: "big", offset: 0 })) as JsonObject;
    const rest = (await send("artifact.read", { path: "big", offset: 1024 * 1024 })) as JsonObject;
    return [first.last ?? null, first.text ?? null, rest.last ?? null, String(rest.base64).length];
  });
  const rest = Math.ceil((1_400_000 - 1024 * 1024) / 3) * 4;
  assert.deepEqual(came.value, [false, false, true, rest]);
  const wrong = await ask(f, (send) => send("artifact.write", part("big", half, { offset: 5 })));
  assert.equal(wrong.error, "protocol_error: the parts of an artifact come in order");
});

test("what is not there, and what cannot be asked for, is refused by name", async () => {
  await using f = await fixture();
  const absent = await ask(f, (send) => send("artifact.read", { path: "no.txt", offset: 0 }));
  assert.equal(absent.error, 'artifact_not_found: there is no artifact "no.txt" in this thread');
  const version = await ask(f, (send) => send("artifact.read", { path: "no.txt", version: 3, offset: 0 }));
  assert.equal(version.error, 'artifact_not_found: there is no version 3 of the artifact "no.txt" in this thread');
  const unknown = await ask(f, (send) => send("database.drop", {}));
  assert.equal(unknown.error, "unsupported_request: `database.drop` cannot be asked for here");
});

const PATHS: readonly [unknown, string | RegExp][] = [
  ["a/b.txt", "a/b.txt"],
  ["./a//b/", "a/b"],
  ["ü/…", "ü/…"],
  ["..", /leads out/],
  ["a/../../b", /leads out/],
  ["/etc/passwd", /is absolute/],
  ["a\\b", /backslash/],
  ["a\u0000b", /control character/],
  ["", /not empty/],
  [".", /names no file/],
  [7, /is a text/],
  ["x".repeat(513), /at most 512/],
];

test("paths are relative, normalised and bounded", () => {
  for (const [path, expected] of PATHS) {
    if (typeof expected === "string") assert.equal(artifactPath(path as string), expected);
    else assert.throws(() => artifactPath(path as string), { name: "invalid_path", message: expected });
  }
});

test("a call that begins artifacts and completes none is stopped, and what it completes is kept", async () => {
  await using f = await fixture();
  const eight = Buffer.alloc(8 * 1024 * 1024).toString("base64");
  const large = await ask(f, async (send) => {
    for (let n = 0; n < 9; n++) await send("artifact.write", part(`${n}.bin`, "", { base64: eight, last: false }));
    return "all of them";
  });
  assert.match(large.error ?? "", /^artifact_too_large: too many artifacts are begun and not complete/);
  const many = await ask(f, async (send) => {
    for (let n = 0; n < 65; n++) await send("artifact.write", part(`${n}.txt`, "a", { last: false }));
    return "all of them";
  });
  assert.match(many.error ?? "", /^artifact_too_large: too many artifacts are begun and not complete/);
  const whole = await ask(f, async (send) => {
    for (let n = 0; n < 70; n++) {
      await send("artifact.write", part("a.txt", "a", { last: false }));
      await send("artifact.write", part("a.txt", "b", { offset: 1 }));
    }
    return send("artifact.list", {});
  });
  assert.ok(Array.isArray(whole.value) && whole.value.length === 1);
});
