// Waits of TypeScript tools on the wire, and how a companion goes on.

import assert from "node:assert/strict";
import { lstat, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { CONTEXT, type Module, moduleOf, plan } from "./sandboxed-node.ts";

const SOURCE = `
import { writeFileSync } from "node:fs";
import { askUser, resumes, sleepFor, sleepUntil, tool, waitForSignal, watchFiles } from "haft";
export async function awaited(ctx) { return await ctx.askUser("Ship?", { choices: ["yes", "no"], to: "ops", timeoutSeconds: 60, meta: { id: 7 } }); }
export function caught() { try { return askUser("?"); } catch { return "swallowed"; } }
export function until() { return sleepUntil("2026-03-01T09:00:00+01:00"); }
export function watched(ctx) { const wait = watchFiles("**/*.md", { timeoutSeconds: 5 }); writeFileSync(ctx.workdir + "/late.md", "late"); return wait; }
export function signalled() { return waitForSignal("paid", { meta: { n: 1 } }); }
export function dropped() { askUser("?"); }
export function inside() { return [sleepFor(1)]; }
export function negative() { return sleepFor(-1); }
export function lonely() { return sleepFor(1); }
tool(caught, { timeoutSeconds: 5 });
const go = (payload, meta) => (payload.again ? askUser("again?", { meta: { round: 2 } }) : { got: payload.response, meta });
for (const fn of [awaited, until, watched, signalled, dropped, inside, negative]) resumes(fn, go);
resumes(caught, async (payload, meta, ctx) => [payload, meta, ctx.parkedAt.toISOString(), ctx.idempotencyKey]);
`;

const RESUME = { takesContext: false, on: ["answer"], idempotent: false, result: { kind: "any" } };

describe("waits", () => {
  let module: Module;
  before(async () => {
    const names = [...SOURCE.matchAll(/^export (?:async )?function (\w+)/gm)].map((found) => String(found[1]));
    const context = { parameters: [{ passing: "context", positional: true }] };
    module = await moduleOf(
      SOURCE,
      names.map((name) =>
        plan(name, {
          ...(name === "lonely" ? {} : { resume: RESUME }),
          ...(["awaited", "watched"].includes(name) ? context : {}),
        }),
      ),
    );
  });
  after(() => module[Symbol.asyncDispose]());

  const sent: readonly [string, object][] = [
    [
      "awaited",
      {
        kind: "answer",
        params: { question: "Ship?", choices: ["yes", "no"], to: ["ops"], timeoutSeconds: 60 },
        meta: { id: 7 },
      },
    ],
    ["caught", { kind: "answer", params: { question: "?" }, meta: {} }],
    ["until", { kind: "time", params: { until: "2026-03-01T09:00:00+01:00" }, meta: {} }],
    ["signalled", { kind: "signal", params: { key: "paid" }, meta: { n: 1 } }],
  ];
  for (const [tool, message] of sent) {
    test(`${tool} parks`, async () => assert.deepEqual(await module.ask(tool), { type: "yield", ...message }));
  }

  const refused: readonly [string, string, string][] = [
    ["dropped", "wait_not_returned", "dropped called askUser(…) and returned undefined instead of the wait it gave"],
    ["inside", "wait_not_returned", "inside called sleepFor(…) and returned object instead of the wait it gave"],
    ["negative", "RangeError", "sleepFor: seconds is -1; it must be between 0 and 31622400 (366 days)"],
    ["lonely", "no_companion", "lonely returned sleepFor(…), and no companion is there to go on with what comes of it"],
    ["watched", "Error", "watchFiles: this thread has no workspace to watch"],
  ];
  for (const [tool, type, message] of refused) {
    test(`${tool} ends with ${type}`, async () => {
      const { error } = await module.ask(tool);
      assert.deepEqual([error.type, error.message], [type, message]);
    });
  }

  test("files are looked at when the helper is called, not when the wait is returned, and their state goes with it", async () => {
    const workdir = await mkdtemp(join(tmpdir(), "haft-watched-"));
    try {
      await writeFile(join(workdir, "a.md"), "before");
      const answer = await module.ask("watched", {}, { ctx: { ...CONTEXT, workdir } });
      const { size, mtimeMs, ino } = await lstat(join(workdir, "a.md"));
      const state = [{ path: "a.md", size, mtimeMs, inode: ino }];
      const params = { paths: ["**/*.md"], timeoutSeconds: 5, state };
      assert.deepEqual(answer, { type: "yield", kind: "files", params, meta: {} });
      // The tool wrote it in the line after: the change is still to be seen.
      assert.equal(await readFile(join(workdir, "late.md"), "utf8"), "late");
    } finally {
      await rm(workdir, { recursive: true });
    }
  });

  test("a companion goes on, and may wait again", async () => {
    const resume = { phase: "resume", payload: { response: "yes" }, meta: { id: 7 } };
    assert.deepEqual((await module.ask("until", {}, resume)).value, { got: "yes", meta: { id: 7 } });
    const again = await module.ask("until", {}, { ...resume, payload: { again: true } });
    assert.deepEqual(again, { type: "yield", kind: "answer", params: { question: "again?" }, meta: { round: 2 } });
  });

  test("a companion written in place takes ctx", async () => {
    const ctx = { ...CONTEXT, parkedAt: "2026-03-01T09:00:00Z" };
    const { value } = await module.ask("caught", {}, { phase: "resume", payload: 1, meta: {}, ctx });
    assert.deepEqual(value, [1, {}, "2026-03-01T09:00:00.000Z", "key-1"]);
  });

  test("a tool without a companion is not resumed", async () => {
    const { error } = await module.ask("lonely", {}, { phase: "resume", payload: 1, meta: {} });
    assert.deepEqual([error.type, error.message], ["no_companion", "lonely has no companion to go on with"]);
  });
});
