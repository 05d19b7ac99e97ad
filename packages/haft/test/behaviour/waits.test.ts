// Waits as a user meets them, in both languages: parked, answered, slept through, expired, cancelled, and written wrongly.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import type { Json } from "@haft/sdk/wire";
import { openSession } from "../../src/runtime/index.ts";
import type { Outcome } from "../../src/session/outcome.ts";
import { openWorkshop, type Workshop } from "../values/called.ts";
import { pythonTool } from "../values/python-source.ts";
import { typescriptTool } from "../values/typescript-source.ts";

const companion = (tool: string, body: string, options = ""): string => `
@resumes(${tool}${options})
def ${tool}_on(payload, meta, ctx):
    ${body}
`;

const PYTHON = [
  pythonTool("number()", "return ask_user('How many?', schema={'type': 'integer', 'minimum': 1}, meta={'n': 1})", []),
  companion(
    "number",
    "return [payload['response'], payload['answered_by'], meta, ctx.parked_at is not None, ctx.idempotency_key == ctx.call_id]",
  ),
  pythonTool("choose()", "return ask_user('Which?', choices=['ship', 'wait'])", []),
  companion("choose", "return payload['response']"),
  pythonTool("bossy()", "return ask_user('Sure?', to=['boss'])", []),
  companion("bossy", "return payload['answered_by']"),
  pythonTool("caught()", "try:\n    return ask_user('Sure?')\nexcept Exception:\n    return 'swallowed'", []),
  companion("caught", "return payload['response']"),
  pythonTool("nap(seconds: float)", "return sleep_for(seconds)", ["seconds"]),
  companion("nap", "return payload['elapsed_seconds'] >= 0"),
  pythonTool("chain()", "return ask_user('First?')", []),
  companion(
    "chain",
    "if 'first' not in meta:\n        return ask_user('Second?', meta={'first': payload['response']}) if payload['response'] != 'nap' else sleep_for(0, meta={'first': 'nap'})\n    return [meta['first'], payload.get('response')]",
  ),
  pythonTool("impatient()", "return ask_user('Now?', timeout_seconds=0.05)", []),
  companion("impatient", "return payload.get('timed_out', False)", ", on=['answer', 'timeout']"),
  pythonTool("expires()", "return ask_user('Now?', timeout_seconds=0.05)", []),
  companion("expires", "return payload"),
  pythonTool("lonely()", "ask = ask_user\nreturn ask('Anybody?')", []),
  pythonTool("forgets()", "waiting = ask_user('Anybody?')\nreturn 5", []),
  companion("forgets", "return payload"),
].join("\n");

const on = (tool: string, body: string, options = ""): string =>
  `resumes(${tool}, (payload: any, meta: any, ctx: any) => { ${body} }${options});\n`;

const TYPESCRIPT = [
  'import { askUser, resumes, sleepFor } from "haft";\n',
  typescriptTool(
    "number()",
    'return askUser("How many?", { schema: { type: "integer", minimum: 1 }, meta: { n: 1 } });',
    [],
  ),
  on(
    "number",
    "return [payload.response, payload.answered_by, meta, ctx.parkedAt !== null, ctx.idempotencyKey === ctx.callId];",
  ),
  typescriptTool("choose()", 'return askUser("Which?", { choices: ["ship", "wait"] });', []),
  on("choose", "return payload.response;"),
  typescriptTool("bossy()", 'return askUser("Sure?", { to: ["boss"] });', []),
  on("bossy", "return payload.answered_by;"),
  typescriptTool("caught()", 'try { return askUser("Sure?"); } catch { return "swallowed"; }', []),
  on("caught", "return payload.response;"),
  typescriptTool("nap(seconds: number)", "return sleepFor(seconds);", ["seconds"]),
  on("nap", "return payload.elapsed_seconds >= 0;"),
  typescriptTool("chain()", 'return askUser("First?");', []),
  on(
    "chain",
    'if (!("first" in meta)) return payload.response === "nap" ? sleepFor(0, { meta: { first: "nap" } }) : askUser("Second?", { meta: { first: payload.response } }); return [meta.first, payload.response];',
  ),
  typescriptTool("impatient()", 'return askUser("Now?", { timeoutSeconds: 0.05 });', []),
  on("impatient", "return payload.timed_out ?? false;", ', { on: ["answer", "timeout"] }'),
  typescriptTool("expires()", 'return askUser("Now?", { timeoutSeconds: 0.05 });', []),
  on("expires", "return payload;"),
  typescriptTool("lonely()", 'const ask = askUser; return ask("Anybody?");', []),
  typescriptTool("forgets()", 'const waiting = askUser("Anybody?"); return 5;', []),
  on("forgets", "return payload;"),
].join("\n");

let workshop: Workshop;
before(async () => {
  workshop = await openWorkshop({ "py.py": PYTHON, "ts.tools.ts": TYPESCRIPT }, { as: { name: "ada", roles: [] } });
});
after(() => workshop[Symbol.asyncDispose]());

const never = new AbortController().signal;

/** Answers the wait that a call is parked at. */
function answer(parked: Outcome, response: Json, resumeOriginal = false): Promise<Outcome> {
  assert.equal(parked.status, "waiting", JSON.stringify(parked));
  return workshop.session.answer(parked.wait?.id ?? "", response, { resumeOriginal }, {}, never);
}

/** Moves what can move until the run has ended; on a busy machine the call itself may have outlasted its wait. */
async function ended(parked: Outcome): Promise<Outcome> {
  const { runId } = parked;
  if (parked.status !== "waiting") return parked;
  for (const until = performance.now() + 60_000; performance.now() < until; await setTimeout(10)) {
    const outcomes = await workshop.session.workOnce(() => ({}), never);
    const found = outcomes.find((outcome) => outcome.runId === runId);
    if (found !== undefined && found.status !== "waiting") return found;
  }
  throw new Error(`run ${runId} did not end`);
}

for (const file of ["py.py", "ts.tools.ts"]) {
  test(`${file}: an answer that does not fit is refused and the wait stays open; one that fits goes on`, async () => {
    const parked = await workshop.call(file, "number");
    assert.equal(parked.ok, null);
    assert.equal(parked.wait?.prompt, "How many?");
    await assert.rejects(answer(parked, "many"), {
      type: "invalid_answer",
      message: 'the answer does not fit: the value is the text "many"; expected a whole number, at least 1',
    });
    await assert.rejects(answer(parked, 0), {
      type: "invalid_answer",
      message: "the answer does not fit: the value is 0; expected a whole number, at least 1",
    });
    assert.equal((await workshop.session.wait(parked.wait?.id ?? "")).status, "open");
    const outcome = await answer(parked, 3);
    assert.deepEqual(outcome.value, [3, "ada", { n: 1 }, true, true]);
    await assert.rejects(answer(parked, 4), { type: "wait_settled", message: /was answered by ada at \d{4}-/ });
  });

  test(`${file}: a question for somebody is refused to others, and their role answers it`, async () => {
    const parked = await workshop.call(file, "bossy");
    await assert.rejects(answer(parked, "yes"), {
      type: "not_allowed",
      message: `${parked.wait?.id} is for boss; you are ada`,
      hint: /--as boss, or --as ada:boss/,
    });
    assert.equal((await workshop.session.wait(parked.wait?.id ?? "")).status, "open");
    await using session = await openSession({
      store: join(workshop.folder, ".haft/haft.db"),
      data: join(workshop.folder, ".haft"),
      as: { name: "eve", roles: ["boss"] },
      environments: {},
      secrets: {},
      network: false,
      wait: false,
    });
    const outcome = await session.answer(parked.wait?.id ?? "", "yes", { resumeOriginal: false }, {}, never);
    assert.equal(outcome.value, "eve");
  });

  test(`${file}: only a choice is an answer, and the nearest is named`, async () => {
    const parked = await workshop.call(file, "choose");
    await assert.rejects(answer(parked, "shp"), {
      type: "invalid_answer",
      message: '"shp" is none of the choices: "ship", "wait"',
      hint: /ship/,
    });
    assert.equal((await answer(parked, "ship")).value, "ship");
  });

  test(`${file}: nothing that a tool catches swallows its wait`, async () => {
    assert.equal((await answer(await workshop.call(file, "caught"), "yes")).value, "yes");
  });

  test(`${file}: sleeping for no time goes on at once, for a negative one is an error`, async () => {
    const outcome = await workshop.call(file, "nap", { seconds: 0 });
    assert.equal(outcome.value, true, JSON.stringify(outcome));
    const negative = await workshop.call(file, "nap", { seconds: -1 });
    assert.equal(negative.ok, false);
    assert.match(negative.error?.message ?? "", /seconds.*-1/);
  });

  test(`${file}: a sleep that is over is fired by whoever works next`, async () => {
    // Longer than a call takes to come back.
    const parked = await workshop.call(file, "nap", { seconds: 3 });
    assert.equal(parked.wait?.kind, "time");
    assert.equal((await ended(parked)).value, true);
  });

  test(`${file}: a companion may wait again`, async () => {
    const second = await answer(await workshop.call(file, "chain"), "a");
    assert.equal(second.wait?.prompt, "Second?");
    assert.deepEqual((await answer(second, "b")).value, ["a", "b"]);
    assert.deepEqual((await answer(await workshop.call(file, "chain"), "nap")).value, ["nap", null]);
  });

  test(`${file}: a wait that expires calls a companion that asked for it`, async () => {
    const parked = await workshop.call(file, "impatient");
    assert.equal((await ended(parked)).value, true);
  });

  test(`${file}: a wait that expires unasked for is a tool error that says how to ask`, async () => {
    const parked = await workshop.call(file, "expires");
    const { error } = await ended(parked);
    assert.equal(error?.type, "wait_expired");
    assert.equal(error.message, "the answer wait of `expires` expired");
    assert.match(error.hint ?? "", /`on` with "timeout"/);
  });

  test(`${file}: a wait without a companion, and one that is not returned, are told`, async () => {
    const lonely = await workshop.call(file, "lonely");
    const python = file === "py.py";
    const helper = python ? "ask_user" : "askUser";
    assert.deepEqual(lonely.error, {
      type: "no_companion",
      message: `lonely returned ${helper}(…), and no companion is there to go on with what comes of it`,
      hint: python ? "add one below it: @resumes(lonely)" : "add: resumes(lonely, (payload, meta) => …)",
    });
    const forgets = await workshop.call(file, "forgets");
    assert.deepEqual(forgets.error, {
      type: "wait_not_returned",
      message: `forgets called ${helper}(…) and returned ${python ? "int" : "number"} instead of the wait it gave`,
      hint: `write: return ${helper}(…)`,
    });
  });

  test(`${file}: cancelling a parked run ends it, and its wait takes no answer any more`, async () => {
    const parked = await workshop.call(file, "choose");
    const run = await workshop.session.cancel(parked.runId, "not needed");
    assert.equal(run.status, "cancelled");
    await assert.rejects(answer(parked, "ship"), { type: "wait_settled", message: /cancelled by ada/ });
    await assert.rejects(workshop.session.cancel(parked.runId, undefined), {
      type: "run_ended",
      message: /cancelled at/,
    });
  });
}

for (const [file, before, change] of [
  ["py.py", "return payload['response']", "return ['changed', payload['response']]"],
  ["ts.tools.ts", "return payload.response;", 'return ["changed", payload.response];'],
] as const) {
  test(`${file}: a call whose source has changed is refused, or goes on with the source that parked it`, async () => {
    const source = file === "py.py" ? PYTHON : TYPESCRIPT;
    const [first, second] = [await workshop.call(file, "choose"), await workshop.call(file, "choose")];
    workshop.write(file, source.replaceAll(before, change));
    const refused = await answer(first, "ship");
    assert.equal(refused.error?.type, "source_changed");
    assert.match(
      refused.error.message,
      /choose.* has changed while the call waited: it parked with version \S+ \(\w{12}\), now it is/,
    );
    assert.match(refused.error.hint ?? "", /--resume-original/);
    assert.equal((await answer(second, "ship", true)).value, "ship", "the original ran");
    assert.deepEqual((await answer(await workshop.call(file, "choose"), "wait")).value, ["changed", "wait"]);
    workshop.write(file, source);
  });
}
