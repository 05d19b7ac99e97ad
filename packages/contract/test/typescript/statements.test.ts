// `tool(…)` and `resumes(…)` as statements, and the calls of yield helpers.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ModuleModel, ResumesModel } from "../../src/model/function.ts";
import { readSource } from "./reading.ts";
import { shownType } from "./shown-type.ts";

const tools = "export function f(a: string) {}\nexport const g = () => 1;\nfunction hidden() {}\n";

function optionsOf(model: ModuleModel, name: string) {
  return model.tools
    .find((tool) => tool.name === name)
    ?.options.map(({ name: option, value }) => [option, value.literal ? value.value : value.text]);
}

describe("tool(fn, { … })", () => {
  it("gives options to a tool, by its name in the source", () => {
    const text = `import { tool } from "haft";\n${tools}export { g as h };\ntool(g, { title: "G", "timeoutSeconds": 2 * 60, capabilities: ["a"], approval: { required: true } });`;
    assert.deepEqual(optionsOf(readSource(text), "g"), [
      ["title", "G"],
      ["timeoutSeconds", "2 * 60"],
      ["capabilities", ["a"]],
      ["approval", { required: true }],
    ]);
  });

  it("places each option on its line", () => {
    const model = readSource(`import { tool } from "haft";\n${tools}tool(f, {\n  title: "F",\n  readOnly: yes(),\n});`);
    assert.deepEqual(
      model.tools[0]?.options.map((option) => option.span.line),
      [6, 7],
    );
  });

  const callers: readonly (readonly [imported: string, call: string, counts: boolean])[] = [
    ['import { tool } from "haft";', "tool", true],
    ['import { tool as t } from "haft";', "t", true],
    ['import * as h from "haft";', "h.tool", true],
    ['import { tool } from "@plico-ai/sdk";', "tool", true],
    ['import { tool } from "./own.ts";', "tool", true],
    ['import { tool } from "other";', "tool", false],
    ["function tool(...all: unknown[]) {}", "tool", false],
    ["", "tool", false],
  ];
  for (const [imported, call, counts] of callers) {
    it(`${counts ? "counts" : "does not count"} with ${imported || "no import"}`, () => {
      const model = readSource(`${imported}\n${tools}${call}(f, { title: "F" });`, {
        "own.ts": 'export { tool } from "haft";',
      });
      assert.deepEqual(optionsOf(model, "f"), counts ? [["title", "F"]] : []);
    });
  }

  it("shows spreads and further arguments as what they are", () => {
    const model = readSource(
      `import { tool } from "haft";\n${tools}tool(f, { ...all, [key]: 1, a() {} });\ntool(g, options, 3);`,
    );
    assert.deepEqual(optionsOf(model, "f"), [
      ["**", "...all"],
      ["**", "[key]: 1"],
      ["a", "a() {}"],
    ]);
    assert.deepEqual(optionsOf(model, "g"), [
      ["*", "options"],
      ["*", "3"],
    ]);
  });

  it("takes no names for values: options are read without what they stand for", () => {
    const model = readSource(
      `import { tool } from "haft";\nconst T = 5; enum E { A = "a" }\n${tools}tool(f, { timeoutSeconds: T, title: E.A, capabilities: [T], name: "a" + "b" });`,
    );
    assert.deepEqual(
      model.tools[0]?.options.map(({ value }) => value.literal && value.value),
      [false, false, false, "ab"],
    );
  });

  it("is left over where it names no tool, or one for the second time", () => {
    const model = readSource(
      `import { tool } from "haft";\n${tools}/** @internal */ export function inner() {}\ntool(f); tool(f, {});\ntool(hidden, {});\ntool(nothing);\ntool(() => 1);\ntool();\ntool(inner);`,
    );
    assert.deepEqual(
      model.strayOptions.map(({ target, reason, span }) => [target, reason, span.line]),
      [
        ["f", "twice", 6],
        ["hidden", "not-a-tool", 7],
        ["nothing", "not-a-tool", 8],
        ["() => 1", "not-a-tool", 9],
        ["", "not-a-tool", 10],
        ["inner", "not-a-tool", 11],
      ],
    );
  });

  it("counts at module level only", () => {
    const model = readSource(`import { tool } from "haft";\n${tools}if (true) { tool(f, { title: "F" }); }`);
    assert.deepEqual(optionsOf(model, "f"), []);
  });
});

describe("resumes(fn, companion, { … })", () => {
  function resumesOf(call: string, more = ""): ResumesModel | undefined {
    const [found, ...others] = readSource(
      `import { resumes, type ToolContext } from "haft";\n${tools}resumes(${call});\n${more}`,
      {
        "after.ts": "export async function after(payload: { response: string }) { return payload.response; }",
      },
    ).resumes;
    assert.deepEqual(others, []);
    return found;
  }

  it("takes a companion by name or in place", () => {
    const named = resumesOf("f, after", "async function after(payload: any, meta: any) { return 1; }");
    assert.deepEqual([named?.target, named?.companion.name, named?.companion.isAsync], ["f", "after", true]);
    assert.deepEqual(named?.companion.parameters, ["payload", "meta"]);
    assert.equal(named?.companion.span.line, 6);
    assert.equal(shownType(named?.companion.returns), "number");
    const inPlace = resumesOf("f, (payload) => payload.response");
    assert.deepEqual([inPlace?.companion.name, inPlace?.companion.parameters], [undefined, ["payload"]]);
    assert.equal(inPlace?.companion.returns, undefined);
    assert.deepEqual([inPlace?.companion.span.line, inPlace?.companion.span.column], [5, 12]);
  });

  it("takes a companion that a variable or a sibling holds", () => {
    assert.equal(resumesOf("f, after", "const after = async function () { return 'x'; };")?.companion.isAsync, true);
    const sibling = resumesOf("f, after", 'import { after } from "./after.ts";');
    assert.equal(sibling?.companion.parameterFault, undefined);
    assert.equal(shownType(sibling?.companion.returns), "text");
  });

  it("reads its options", () => {
    const found = resumesOf("f, () => 1, { on: ['timeout', \"answer\"], idempotent: true }");
    assert.deepEqual(
      found?.options.map(({ name, value }) => [name, value.literal && value.value]),
      [
        ["on", ["timeout", "answer"]],
        ["idempotent", true],
      ],
    );
  });

  it("has no target where it names none", () => {
    for (const call of ["() => 1, () => 1", "h.f, () => 1", ""]) assert.equal(resumesOf(call)?.target, undefined);
  });

  const faults: readonly (readonly [companion: string, fault: RegExp | undefined])[] = [
    ["() => 1", undefined],
    ["(payload, meta, ctx) => 1", undefined],
    ["(payload, meta, { secret }: ToolContext) => 1", undefined],
    ["function (this: void, payload, meta, ctx) {}", undefined],
    ["(a, b, c, d) => 1", /takes 4 parameters/],
    ["(...all) => 1", /takes `\.\.\.all`/],
    ["function* (payload) {}", /generator/],
    ["nothing", /^is not a function/],
    ["3", /^is `3`, which is not a function/],
  ];
  for (const [companion, fault] of faults) {
    it(`${fault === undefined ? "takes" : "refuses"} the companion ${companion}`, () => {
      const found = resumesOf(`f, ${companion}`)?.companion.parameterFault;
      if (fault === undefined) assert.equal(found, undefined);
      else assert.match(found ?? "", fault);
    });
  }

  it("says whether the companion takes the context", () => {
    assert.equal(resumesOf("f, (payload, meta) => 1")?.companion.takesContext, false);
    assert.equal(resumesOf("f, (payload, meta, context) => 1")?.companion.takesContext, true);
  });
});

describe("calls of yield helpers", () => {
  function callsIn(body: string, parameters = ""): (readonly [string, string, boolean])[] {
    const text = `import { askUser, sleepFor as pause, type ToolContext } from "haft";\nimport * as h from "haft";\nexport async function f(${parameters}) { ${body} }`;
    const calls = readSource(text).tools[0]?.helperCalls ?? [];
    return calls.map((call) => [call.text, call.helper, call.dropped] as const);
  }

  const rows: readonly (readonly [
    body: string,
    calls: readonly (readonly [string, string, boolean])[],
    parameters?: string,
  ])[] = [
    ["return askUser('?');", [["askUser", "askUser", false]]],
    ["return await pause(1);", [["pause", "sleepFor", false]]],
    ["return h.watchFiles('*');", [["h.watchFiles", "watchFiles", false]]],
    ["return ctx.waitForSignal('k');", [["ctx.waitForSignal", "waitForSignal", false]], "ctx: ToolContext"],
    ["return ctx.sleepUntil('k');", [["ctx.sleepUntil", "sleepUntil", false]], "ctx"],
    ["return c.askUser('k');", [["c.askUser", "askUser", false]], "c: ToolContext"],
    ["return ask('k');", [["ask", "askUser", false]], "{ askUser: ask }: ToolContext"],
    ["return c.askUser('k');", [], "c: { askUser(q: string): string }"],
    ["askUser('?');", [["askUser", "askUser", true]]],
    ["await askUser('?');", [["askUser", "askUser", true]]],
    ["void (askUser('?') as unknown);", [["askUser", "askUser", true]]],
    ["true && askUser('?');", [["askUser", "askUser", true]]],
    ["true ? askUser('?') : 0;", [["askUser", "askUser", true]]],
    ["return (askUser('?'), 1);", [["askUser", "askUser", true]]],
    ["const w = askUser('?'); return w;", [["askUser", "askUser", false]]],
    ["return true && askUser('?');", [["askUser", "askUser", false]]],
    ["return [askUser('?')];", [["askUser", "askUser", false]]],
    [
      "if (true) { return askUser('a'); } pause(1);",
      [
        ["askUser", "askUser", false],
        ["pause", "sleepFor", true],
      ],
    ],
    ["const inner = () => askUser('?'); class A { m() { return askUser('?'); } }", []],
    ["const askUser = (q: string) => q; askUser('?');", []],
  ];
  for (const [body, calls, parameters] of rows) {
    it(`${parameters ? `(${parameters}) ` : ""}${body}`, () => assert.deepEqual(callsIn(body, parameters), calls));
  }

  it("are looked for in the body of an arrow function that is an expression", () => {
    const model = readSource('import { askUser } from "haft";\nexport const f = () => askUser("?");');
    assert.deepEqual(
      model.tools[0]?.helperCalls.map(({ dropped, span }) => [dropped, span.line, span.column]),
      [[false, 2, 24]],
    );
  });
});
