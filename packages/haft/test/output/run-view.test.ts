// A run on a terminal: the line that says what is being done stands only where nothing is being streamed.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import type { JsonObject } from "@haft/sdk/wire";
import { createPrinter } from "../../src/output/printer.ts";
import { RunView } from "../../src/output/run-view.ts";
import { eventsOf } from "../cli/fake-session.ts";

function onScreen(environment: NodeJS.ProcessEnv = {}) {
  const written: string[] = [];
  const stream = { isTTY: true, columns: 80, write: (text: string) => written.push(text) };
  const view = new RunView(createPrinter(stream, stream, { TERM: "xterm", ...environment }, false));
  return { view, shown: () => written.join("") };
}

test("what takes longer than a second is said, and taken away when something comes of it", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { view, shown } = onScreen();
  const [requested, called, started, result] = eventsOf(
    ["model.requested", { step: 1, provider: "openai", model: "m", attempt: 1 }],
    ["tool.called", { callId: "call_1", toolset: "desk", tool: "x", arguments: {} }],
    ["tool.started", { callId: "call_1", isolation: "namespaces", attempt: 1 }],
    ["tool.result", { callId: "call_1", ok: true, value: 1, durationMs: 1 }],
  );
  for (const event of [requested]) if (event) view.observer.event?.(event);
  assert.equal(shown(), "");
  context.mock.timers.tick(1_000);
  assert.match(shown(), /asking openai\/m, step 1 … /);
  view.observer.delta?.("Hello");
  const before = shown();
  assert.ok(before.endsWith("\u001b[KHello"), JSON.stringify(before));
  context.mock.timers.tick(5_000);
  assert.equal(shown(), before, "a line over streamed text would take the text away");
  for (const event of [called, started]) if (event) view.observer.event?.(event);
  context.mock.timers.tick(1_000);
  assert.match(shown().slice(before.length), /running desk\/x · namespaces … /);
  if (result) view.observer.event?.(result);
  const after = shown();
  context.mock.timers.tick(5_000);
  assert.equal(shown(), after);
  view.rest();
});

test("a tool that the agent lacks is told with its reason, once, and a last failure of a model with the run's end only", () => {
  const { view, shown } = onScreen();
  const missing = [{ name: "greet", reason: "the store has no toolset pyton" }];
  const last = { step: 1, attempt: 1, error: { type: "model_key_missing", message: "no key" }, retryable: false };
  for (const event of eventsOf(
    ["tools.discovered", { digest: "d", names: [], missing }],
    ["tools.discovered", { digest: "e", names: ["x"], missing }],
    ["model.failed", last],
    ["model.failed", { ...last, retryable: true, retryAt: "2030-01-01T12:00:00.000Z" }],
  ))
    view.observer.event?.(event);
  view.rest();
  assert.equal(shown().match(/the agent lacks the tool greet: the store has no toolset pyton/g)?.length, 1);
  assert.equal(shown().match(/model_key_missing/g)?.length, 1);
});

test("a run that rests says nothing of being under way", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    const { view, shown } = onScreen();
    for (const event of eventsOf(["tool.started", { callId: "call_1", isolation: "namespaces" }]))
      view.observer.event?.(event);
    view.rest();
    mock.timers.tick(5_000);
    assert.equal(shown(), "");
  } finally {
    mock.timers.reset();
  }
});

const ENDS: readonly (readonly [data: JsonObject, said: RegExp | undefined])[] = [
  [
    { text: "Half of", calls: [], finishReason: "length" },
    /^Half of\nmodel stopped at its limit for one answer, which is cut short/,
  ],
  [
    { text: "Half of", calls: [], finishReason: "filter" },
    /^Half of\nmodel was stopped by its provider's content filter/,
  ],
  [{ text: " ", calls: [], finishReason: "stop" }, /model said nothing, and asked for nothing\n$/],
  [{ text: "Whole.", calls: [], finishReason: "stop" }, undefined],
  // Its calls are not run, and each says why.
  [{ text: "", calls: [{ id: "c", name: "x", arguments: "{" }], finishReason: "length" }, undefined],
];

for (const [data, said] of ENDS)
  test(`what an answer lacks is told: ${JSON.stringify(data)}`, () => {
    const { view, shown } = onScreen({ NO_COLOR: "1" });
    for (const event of eventsOf(["model.responded", { step: 1, attempt: 1, ...data }])) view.observer.event?.(event);
    if (said === undefined) assert.doesNotMatch(shown(), /model/);
    else assert.match(shown(), said);
  });

test("a call of the history that a run shares is named, and the history is not told again", () => {
  const { view, shown } = onScreen({ NO_COLOR: "1" });
  const [called, result] = eventsOf(
    ["tool.called", { callId: "call_1", toolset: "desk", tool: "x", arguments: {} }],
    ["tool.result", { callId: "call_1", ok: true, value: 1, durationMs: 1 }],
  );
  if (called) view.observer.shared?.(called);
  assert.equal(shown(), "");
  if (result) view.observer.event?.(result);
  assert.equal(shown(), "← desk/x 1 (1 ms)\n");
});
