// Tables of events in, effects out: one test a row.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventDraft } from "../../src/index.ts";
import { decide } from "../../src/state/decide.ts";
import { word } from "./effect-words.ts";
import { START, stateOf } from "./histories.ts";

/** One row. */
export interface Row {
  readonly title: string;
  readonly events: readonly EventDraft[];
  /** Default 1. */
  readonly fence?: number;
  /** Seconds after the start of the history; default: a second after the last event. */
  readonly now?: number;
  readonly effects: readonly string[];
}

/** What may be done after some events, in words. */
export function effectsAfter(
  events: readonly EventDraft[],
  moment: { readonly now?: number; readonly fence?: number } = {},
) {
  const now = START + (moment.now ?? events.length) * 1000;
  return decide(stateOf(...events), { now, fence: moment.fence ?? 1 }).map(word);
}

/** Tests each row. */
export function testTable(rows: readonly Row[]): void {
  for (const { title, events, effects, ...moment } of rows) {
    test(title, () => assert.deepEqual(effectsAfter(events, moment), effects));
  }
}
