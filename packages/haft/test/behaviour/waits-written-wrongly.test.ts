// Waits that are written in other ways, and those that cannot be: each error says what the helper takes.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openWorkshop, result, type Workshop } from "../values/called.ts";
import { pythonTool } from "../values/python-source.ts";
import { typescriptTool } from "../values/typescript-source.ts";

const NO_SCHEMA =
  "the `schema` of the question is no JSON Schema: schema is invalid: data/type must be equal to one of the allowed values, data/type must be array, data/type must match a schema in anyOf";

/** A wait in Python and what it comes to; the same in TypeScript. */
const WRONG: readonly (readonly [python: string, ofPython: string, typescript: string, ofTypeScript: string])[] = [
  [
    "sleep_for(-1)",
    "sleep_for: seconds is -1; it must be between 0 and 31,622,400 (366 days)",
    "sleepFor(-1)",
    "sleepFor: seconds is -1; it must be between 0 and 31622400 (366 days)",
  ],
  [
    "sleep_for(float('inf'))",
    "sleep_for: seconds is inf; it must be between 0 and 31,622,400 (366 days)",
    "sleepFor(Infinity)",
    "sleepFor: seconds is Infinity; it must be between 0 and 31622400 (366 days)",
  ],
  [
    "sleep_for(367 * 86400)",
    "sleep_for: seconds is 31708800; it must be between 0 and 31,622,400 (366 days)",
    "sleepFor(367 * 86400)",
    "sleepFor: seconds is 31708800; it must be between 0 and 31622400 (366 days)",
  ],
  [
    "sleep_for('soon')",
    "sleep_for: seconds is a number of seconds, not 'soon'",
    'sleepFor("soon" as never)',
    'sleepFor: seconds must be a number of seconds, not "soon"',
  ],
  [
    "sleep_until('tomorrow')",
    "sleep_until: 'tomorrow' is not a moment in ISO 8601, for example '2026-03-01T09:00:00+01:00'",
    'sleepUntil("tomorrow")',
    "sleepUntil: tomorrow is no moment in ISO 8601, for example 2026-03-01T09:00:00+01:00",
  ],
  [
    "sleep_until('2026-03-01T10:00:00')",
    "sleep_until: 2026-03-01T10:00:00 has no offset; write one, for example '2026-03-01T10:00:00+00:00'",
    'sleepUntil("2026-03-01T10:00:00")',
    "sleepUntil: 2026-03-01T10:00:00 has no offset; write one, for example 2026-03-01T10:00:00+00:00",
  ],
  [
    "ask_user('')",
    "ask_user: question is a text that is not empty, not ''",
    'askUser("")',
    'askUser: question must be a text that is not empty, not ""',
  ],
  [
    "ask_user('?', choices=[])",
    "ask_user: choices is empty; leave it out or name at least one",
    'askUser("?", { choices: [] })',
    "askUser: choices is empty; leave it out or name at least one",
  ],
  [
    "ask_user('?', schema={'type': 'nonsense'})",
    NO_SCHEMA,
    'askUser("?", { schema: { type: "nonsense" } as never })',
    NO_SCHEMA,
  ],
  [
    "ask_user('?', timeout_seconds=0)",
    "the answer wait of `wrong9` expired",
    'askUser("?", { timeoutSeconds: 0 })',
    "the answer wait of `wrong9` expired",
  ],
  [
    "ask_user('?', meta={'x': 'y' * 70000})",
    "ask_user: meta is 70,008 bytes of JSON; at most 65,536 are kept",
    'askUser("?", { meta: { x: "y".repeat(70_000) } })',
    "askUser: meta is 70008 bytes of JSON; at most 65536 are kept",
  ],
  [
    "ask_user('?', meta={'x': object()})",
    "ask_user: meta must be JSON: Object of type object is not JSON serializable",
    'askUser("?", { meta: { x: 1n } as never })',
    "askUser: meta must be JSON: Do not know how to serialize a BigInt",
  ],
  [
    "watch_files(['*.txt'])",
    "watch_files: this thread has no workspace to watch",
    'watchFiles(["*.txt"])',
    "watchFiles: this thread has no workspace to watch",
  ],
];

const PYTHON = WRONG.map(([wait], n) =>
  [
    pythonTool(`wrong${n}()`, `return ${wait}`, []),
    `@resumes(wrong${n})\ndef on${n}(payload, meta): return payload\n`,
  ].join(""),
).join("\n");

const TYPESCRIPT = [
  'import { askUser, resumes, sleepFor, sleepUntil, watchFiles } from "haft";\n',
  ...WRONG.map(([, , wait], n) =>
    [typescriptTool(`wrong${n}()`, `return ${wait};`, []), `resumes(wrong${n}, (payload: unknown) => payload);\n`].join(
      "",
    ),
  ),
].join("\n");

const OTHER_PYTHON = `
@tool
async def awaited():
    """Ask.

    Use when it is tested.
    """
    return await ask_user("?")


@resumes(awaited)
async def on_awaited(payload, meta, ctx):
    return [payload["response"], ctx["parked_at"] is not None]


@tool
def by_context(ctx):
    """Ask.

    Use when it is tested.
    """
    return ctx.ask_user("?")


@resumes(by_context)
def on_by_context(payload, meta):
    return [payload["response"], meta]


@tool
def past():
    """Sleep.

    Use when it is tested.
    """
    return sleep_until("2020-01-01T00:00:00Z")


@resumes(past)
def on_past(payload, meta):
    return payload["elapsed_seconds"] < 60
`;

const OTHER_TYPESCRIPT = `
import { askUser, resumes, sleepUntil, type ToolContext } from "haft";

/**
 * Ask.
 *
 * Use when it is tested.
 */
export async function awaited() {
  return await askUser("?");
}

resumes(awaited, async (payload: any, meta: unknown, ctx: ToolContext) => [payload.response, ctx.parkedAt instanceof Date]);

/**
 * Ask.
 *
 * Use when it is tested.
 */
export function by_context(ctx: ToolContext) {
  return ctx.askUser("?");
}

resumes(by_context, (payload: any, meta: unknown) => [payload.response, meta]);

/**
 * Sleep.
 *
 * Use when it is tested.
 */
export function past() {
  return sleepUntil("2020-01-01T00:00:00Z");
}

resumes(past, (payload: any) => payload.elapsed_seconds < 60);
`;

let workshop: Workshop;
before(async () => {
  workshop = await openWorkshop({
    "py.py": PYTHON,
    "ts.tools.ts": TYPESCRIPT,
    "other-py.py": OTHER_PYTHON,
    "other-ts.tools.ts": OTHER_TYPESCRIPT,
  });
});
after(() => workshop[Symbol.asyncDispose]());

for (const [n, [python, ofPython, typescript, ofTypeScript]] of WRONG.entries()) {
  test(`${python} and ${typescript} are errors of the call`, async () => {
    assert.equal((await workshop.call("py.py", `wrong${n}`)).error?.message, ofPython);
    assert.equal((await workshop.call("ts.tools.ts", `wrong${n}`)).error?.message, ofTypeScript);
  });
}

for (const file of ["other-py.py", "other-ts.tools.ts"]) {
  test(`${file}: a wait may be awaited, and made by ctx`, async () => {
    for (const [tool, value] of [
      ["awaited", ["yes", true]],
      ["by_context", ["yes", {}]],
    ] as const) {
      const { wait } = await workshop.call(file, tool);
      const options = { resumeOriginal: false };
      const outcome = await workshop.session.answer(wait?.id ?? "", "yes", options, {}, new AbortController().signal);
      assert.deepEqual(result(outcome), value);
    }
  });

  test(`${file}: a time in the past goes on at once`, async () => {
    assert.equal(result(await workshop.call(file, "past")), true);
  });
}
