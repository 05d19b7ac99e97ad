// One of several processes that answer one wait: says what became of each answer, as JSON.

import { LOCAL } from "../../src/runtime/local-tenant.ts";
import { openParts } from "../../src/runtime/parts.ts";
import type { SessionOptions } from "../../src/session/session-options.ts";

/** What it is told. */
export interface AnswerOrder {
  readonly session: SessionOptions;
  readonly waitId: string;
  readonly people: readonly string[];
}

const { session, waitId, people }: AnswerOrder = JSON.parse(process.argv[2] ?? "");
await using parts = await openParts(session);
await parts.store.now();
console.log("ready");
await new Promise((resolve) => process.stdin.once("data", resolve));
const came = await Promise.all(
  people.map((name) =>
    parts.engine.answer(LOCAL, waitId, `so says ${name}`, { name, roles: [] }).then(
      () => `${name} won`,
      (error: Error) => error.message,
    ),
  ),
);
console.log(JSON.stringify(came));
process.stdin.destroy();
