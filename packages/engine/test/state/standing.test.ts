import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventDraft } from "../../src/index.ts";
import { standing } from "../../src/state/standing.ts";
import {
  agent,
  answers,
  asks,
  at,
  calls,
  ends,
  fails,
  message,
  parks,
  requests,
  rule,
  says,
  settles,
  starts,
  unprepared,
  votes,
  wants,
} from "../harness/agent-histories.ts";
import { CANCELLING, created, START, stateOf } from "../harness/histories.ts";

const FREE = { parallel: true };
const ready = { status: "ready" } as const;
const waiting = (seconds: number | null) =>
  ({ status: "waiting", dueAt: seconds === null ? null : START + seconds * 1000 }) as const;
const asked = [...agent(), asks(), says(1), calls(1), wants(1), requests(1)];
const behind = [
  ...message({}).slice(0, -1),
  calls(2),
  wants(1),
  requests(1),
  wants(2),
  requests(2),
  votes("bob", { ordinal: 2 }),
  settles({ decision: "approved" }, { ordinal: 2 }),
];

const soon = [...behind.slice(0, -4), wants(2, [rule({ expiresSeconds: 9 })]), ...behind.slice(-3)];

const TABLE: readonly [string, readonly EventDraft[], ReturnType<typeof standing>][] = [
  ["a run whose instructions are to be put together", unprepared(), ready],
  ["one whose model is to be asked", agent(), ready],
  ["one whose model is being asked", [...agent(), asks()], ready],
  ["one whose request failed, until it is made again", [...agent(), asks(), fails({ retryAt: at(30) })], waiting(30)],
  ["one that ends because it is not", [...agent(), asks(), fails()], ready],
  ["one whose response is to be taken in", [...agent(), asks(), says(1)], ready],
  ["one whose calls can start", message({}), ready],
  ["one whose call runs", [...message({}), starts(1)], ready],
  ["one that asks for an approval, until that expires", asked, waiting(600)],
  ["one whose approval was granted", [...asked, votes("bob"), settles()], ready],
  ["one whose granted call has to wait for another, until the grant runs out", behind, waiting(600)],
  ["one whose grant runs out before anything else", soon, waiting(behind.length - 1 + 9)],
  ["one of kind `call` whose call is still to be written", [created()], ready],
  ["one of whose calls is parked, and the other behind it", [...message({}, {}), starts(1), parks(1)], waiting(null)],
  ["one of whose calls is parked while another runs", [...message(FREE, FREE), starts(1), starts(2), parks(1)], ready],
  [
    "one whose calls are parked, until the first is due",
    [
      ...message(FREE, FREE),
      starts(1),
      starts(2),
      parks(1, { expiresAt: at(90) }),
      parks(2, { kind: "time", time: at(60) }),
    ],
    waiting(60),
  ],
  ["one whose wait was answered", [...message({}), starts(1), parks(1), answers(1)], ready],
  ["one whose calls have settled", [...message({}), starts(1), ends(1)], ready],
  ["one that is being cancelled", [...message({}), starts(1), parks(1), CANCELLING], ready],
  [
    "one whose script has a step for its wait",
    [
      ...agent({
        script: [
          { type: "tool.call", toolName: "publish", arguments: {} },
          { type: "answer", response: 1 },
        ],
      }),
      ...message({}).slice(3),
      starts(1),
      parks(1),
    ],
    ready,
  ],
  [
    "one whose script is over",
    [
      ...agent({ script: [{ type: "tool.call", toolName: "publish", arguments: {} }] }),
      ...message({}).slice(3),
      starts(1),
      parks(1, { expiresAt: at(90) }),
    ],
    waiting(90),
  ],
  [
    "one that ended",
    [...agent(), { type: "run.failed", data: { error: { type: "x", message: "x" } } }],
    { status: "failed" },
  ],
];

for (const [title, events, expected] of TABLE) {
  test(`${title} is ${expected.status}`, () => assert.deepEqual(standing(stateOf(...events)), expected));
}
