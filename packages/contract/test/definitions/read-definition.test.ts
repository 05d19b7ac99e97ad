import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { readDefinition } from "../../src/definitions/index.ts";
import type { ReadRequest } from "../../src/read/reader.ts";
import { childEvaluator } from "./child-evaluator.ts";

const ROOT = join(import.meta.dirname, "../../../..");

const read = (text: string, more: Partial<ReadRequest> = {}) =>
  readDefinition({ language: "typescript", file: "a.tool.ts", text, packagesFrom: ROOT, ...more }, childEvaluator);

/** A definition with every field, some of them replaced: by source text, or left out where empty. */
function source(replaced: Readonly<Record<string, string>> = {}, before = ""): string {
  const fields = {
    name: '"add"',
    description: '"Add two numbers."',
    inputSchema: '{ type: "object", properties: { a: { type: "number" } }, required: ["a"] }',
    capabilities: "[]",
    approval: "{ required: false }",
    handler: "({ a }) => a + 1",
    ...replaced,
  };
  const lines = Object.entries(fields)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `  ${name}: ${value},`);
  return `import { defineTool } from "haft";\nimport { z } from "zod";\n${before}export default defineTool({\n${lines.join("\n")}\n});\n`;
}

test("the seed's add is read as its author wrote it", async () => {
  const folder = join(import.meta.dirname, "../cases/seed-plico-add");
  const text = await readFile(join(folder, "source.tool.ts"), "utf8");
  const { tools, plans, diagnostics, imports } = await read(text, { file: "source.tool.ts" });
  assert.deepEqual(diagnostics, []);
  assert.deepEqual(imports, []);
  assert.deepEqual(tools, [
    {
      name: "add",
      description: "Add two numbers.",
      inputSchema: {
        type: "object",
        properties: { a: { type: "number" }, b: { type: "number", default: 0 } },
        required: ["a"],
      },
      examples: [],
      yields: false,
      timeoutSeconds: 30,
      capabilities: [],
      approval: { required: false },
      annotations: {},
      language: "typescript",
      function: "handler",
      takesContext: false,
      location: { file: "source.tool.ts", line: 4, endLine: 11 },
    },
  ]);
  assert.deepEqual(plans, [
    {
      tool: "add",
      form: "definition",
      function: "handler",
      exportName: "default",
      isAsync: true,
      parameters: [],
      result: { kind: "any" },
      definitions: {},
    },
  ]);
});

test("every option, the output schema and a handler that takes ctx are in the descriptor", async () => {
  const { tools, plans, diagnostics } = await read(
    source({
      name: '"close-ticket"',
      outputSchema: "z.object({ at: z.string().transform((text) => text.length) })",
      capabilities: '["ticket:write"]',
      approval: '{ required: true, reason: "Closes it." }',
      timeoutSeconds: "2.5",
      title: '"Close a ticket"',
      readOnly: "false",
      destructive: "true",
      idempotent: "true",
      openWorld: "false",
      handler: "async (input, ctx) => ctx.callId",
    }),
    { timeoutSeconds: 60 },
  );
  assert.deepEqual(
    diagnostics.map(({ message }) => message),
    ["in `close-ticket`, `outputSchema.at`: `z.transform()` has no JSON form"],
  );
  assert.deepEqual([tools, plans], [[], []]);
});

for (const [title, approval, demand] of [
  ["required", "{ required: true }", { required: true, onDenied: "fail" }],
  [
    "required, and goes on when denied",
    '{ required: true, onDenied: "continue" }',
    { required: true, onDenied: "continue" },
  ],
  [
    "required, with a reason",
    '{ required: true, reason: "Pays." }',
    { required: true, reason: "Pays.", onDenied: "fail" },
  ],
  ["true", "true", { required: true, onDenied: "fail" }],
  ["a reason alone", '"Pays."', { required: true, reason: "Pays.", onDenied: "fail" }],
  ["not required", "{ required: false }", { required: false }],
] as const) {
  test(`approval: ${title}`, async () => {
    const { tools, diagnostics } = await read(source({ approval }));
    assert.deepEqual(diagnostics, []);
    assert.deepEqual(tools[0]?.approval, demand);
  });
}

test("the toolset's time-out holds where the definition has none", async () => {
  assert.equal((await read(source(), { timeoutSeconds: 60 })).tools[0]?.timeoutSeconds, 60);
  assert.equal((await read(source({ timeoutSeconds: "5" }), { timeoutSeconds: 60 })).tools[0]?.timeoutSeconds, 5);
});

for (const [title, text, line, endLine, takesContext] of [
  [
    "a plain object",
    'export default {\n  name: "t", description: "d", inputSchema: { type: "object" }, capabilities: [], approval: { required: false },\n  handler(input, ctx) {},\n};\n',
    1,
    4,
    true,
  ],
  [
    "a constant that is exported below",
    `import { defineTool } from "haft";\nconst tool = defineTool({\n  name: "t", description: "d", inputSchema: { type: "object" }, capabilities: [], approval: { required: false },\n  handler: () => 1,\n});\nexport default tool;\n`,
    2,
    5,
    false,
  ],
  [
    "an export by name",
    `const tool = {\n  name: "t", description: "d", inputSchema: { type: "object" }, capabilities: [], approval: { required: false },\n  handler,\n} as const;\nfunction handler(input: object) {}\nexport { tool as default };\n`,
    1,
    4,
    false,
  ],
  [
    "a handler from elsewhere",
    `import { handler } from "./b.ts";\nexport default {\n  name: "t", description: "d", inputSchema: { type: "object" }, capabilities: [], approval: { required: false },\n  handler,\n} satisfies object;\n`,
    2,
    5,
    true,
  ],
] as const) {
  test(`${title} is found, with its place and whether it takes ctx`, async () => {
    const siblings = { "b.ts": "export const handler = () => 1;" };
    const { tools, plans, diagnostics, imports } = await read(text, { siblings });
    assert.deepEqual(diagnostics, []);
    assert.deepEqual(tools[0]?.location, { file: "a.tool.ts", line, endLine });
    assert.equal(tools[0]?.takesContext, takesContext);
    assert.deepEqual(plans[0]?.parameters, takesContext ? [{ passing: "context", positional: true }] : []);
    assert.deepEqual(imports, text.includes("./b.ts") ? ["b.ts"] : []);
  });
}

test("without packages a tool may still use zod", async () => {
  const request: ReadRequest = {
    language: "typescript",
    file: "a.tool.ts",
    text: source({ inputSchema: "z.object({ a: z.number() })" }),
  };
  const { tools, diagnostics } = await readDefinition(request, childEvaluator);
  assert.deepEqual(diagnostics, []);
  assert.deepEqual(tools[0]?.inputSchema.required, ["a"]);
});

test("without a sandbox a definition is HAFT605, but what needs none is told first", async () => {
  const request: ReadRequest = { language: "typescript", file: "a.tool.ts", text: source(), packagesFrom: ROOT };
  const missing = await readDefinition(request, undefined);
  assert.deepEqual(
    missing.diagnostics.map(({ code, line }) => [code, line]),
    [["HAFT605", 3]],
  );
  assert.match(missing.diagnostics[0]?.hint ?? "", /haft doctor/);
  const refusing = {
    evaluate: () => Promise.reject(new Error("bubblewrap is not installed; type `apt install bubblewrap`")),
  };
  const refused = await readDefinition(request, refusing);
  assert.match(refused.diagnostics[0]?.message ?? "", /apt install bubblewrap/);
  for (const [text, code] of [
    ["export default {", "HAFT101"],
    ['import "absent"; export default {};', "HAFT606"],
    ["export const a = 1;", "HAFT603"],
  ] as const) {
    const { diagnostics } = await readDefinition({ ...request, text }, undefined);
    assert.deepEqual(
      diagnostics.map((found) => found.code),
      [code],
    );
  }
});

test("an answer that is not a definition is refused", async () => {
  const request: ReadRequest = { language: "typescript", file: "a.tool.ts", text: source(), packagesFrom: ROOT };
  for (const answer of [
    { type: "definition", fields: [], functions: [], schemas: {} },
    { type: "definition", fields: {}, functions: [1], schemas: {} },
    { type: "definition", fields: {}, functions: [], schemas: { inputSchema: { ok: true, vendor: 1, schema: {} } } },
    { type: "definition", fields: {}, functions: [], schemas: { inputSchema: { ok: false, vendor: "zod" } } },
  ]) {
    // biome-ignore lint/suspicious/noExplicitAny: what a hostile inside may send
    const { tools, diagnostics } = await readDefinition(request, { evaluate: async () => answer as any });
    assert.deepEqual(tools, []);
    assert.deepEqual(
      diagnostics.map(({ code }) => code),
      ["HAFT605"],
    );
  }
});

test("an error of the module is told at the author's line, also in a sibling", async () => {
  const own = await read(source({}, "\nconst config: { url?: string } = {};\nconst host = config.url!.length;\n"));
  assert.deepEqual(
    own.diagnostics.map(({ code, file, line, column }) => [code, file, line, column]),
    [["HAFT605", "a.tool.ts", 5, 26]],
  );
  assert.match(
    own.diagnostics[0]?.message ?? "",
    /could not be evaluated in the sandbox: TypeError: Cannot read properties of undefined/,
  );
  const siblings = {
    "b.ts": 'type A = 1;\n\nexport function load(): A {\n  throw new RangeError("no such thing");\n}\n',
  };
  const other = await read(`import { load } from "./b.ts";\nload();\n${source().replaceAll("import", "import")}`, {
    siblings,
  });
  assert.deepEqual(
    other.diagnostics.map(({ code, file, line }) => [code, file, line]),
    [["HAFT605", "b.ts", 4]],
  );
  assert.match(other.diagnostics[0]?.message ?? "", /RangeError: no such thing/);
});

interface Wrong {
  readonly title: string;
  readonly text: string;
  /** Code, line, column. */
  readonly found: readonly (readonly [string, number, number])[];
  readonly message: RegExp;
  readonly hint: RegExp;
}

const WRONG: readonly Wrong[] = [
  {
    title: "no default export",
    text: "export const add = {};",
    found: [["HAFT603", 1, 1]],
    message: /`a\.tool\.ts` has no default export/,
    hint: /export default defineTool/,
  },
  {
    title: "a function as default export",
    text: "\nexport default function add() {}",
    found: [["HAFT603", 2, 1]],
    message: /a function as its default/,
    hint: /defineTool/,
  },
  {
    title: "a class as default export",
    text: "export default class Add {}",
    found: [["HAFT603", 1, 1]],
    message: /a class as its default/,
    hint: /defineTool/,
  },
  {
    title: "a default export that turns out to be a list",
    text: "const make = () => [1];\nexport default make();",
    found: [["HAFT603", 2, 1]],
    message: /The default export is a list, not an object/,
    hint: /defineTool/,
  },
  {
    title: "a schema as default export",
    text: 'import { z } from "zod";\nexport default z.object({});',
    found: [["HAFT603", 2, 1]],
    message: /not an object/,
    hint: /defineTool/,
  },
  {
    title: "no name",
    text: source({ name: "" }),
    found: [["HAFT604", 3, 1]],
    message: /the tool has no `name`/,
    hint: /name: "add"/,
  },
  {
    title: "a name that is a number",
    text: source({ name: "7" }),
    found: [["HAFT604", 4, 3]],
    message: /has `7` as its `name`/,
    hint: /name: "add"/,
  },
  {
    title: "a name with spaces",
    text: source({ name: '"add two"' }),
    found: [["HAFT106", 4, 3]],
    message: /`"add two"`/,
    hint: /name: "add_two"/,
  },
  {
    title: "a reserved name",
    text: source({ name: '"search"' }),
    found: [["HAFT105", 4, 3]],
    message: /`search` is reserved/,
    hint: /my_search/,
  },
  {
    title: "no description",
    text: source({ description: "" }),
    found: [["HAFT604", 3, 1]],
    message: /`add` has no `description`/,
    hint: /description: "…"/,
  },
  {
    title: "an empty description",
    text: source({ description: '" "' }),
    found: [["HAFT604", 5, 3]],
    message: /as its `description`/,
    hint: /description/,
  },
  {
    title: "a misspelt field, told once",
    text: source({ description: "", descripton: '"Adds."' }),
    found: [["HAFT604", 9, 3]],
    message: /a field `descripton`/,
    hint: /did you mean `description`\?/,
  },
  {
    title: "an option in snake case",
    text: source({ timeout_seconds: "5" }),
    found: [["HAFT604", 10, 3]],
    message: /`timeout_seconds`/,
    hint: /did you mean `timeoutSeconds`\?/,
  },
  {
    title: "no schema",
    text: source({ inputSchema: "" }),
    found: [["HAFT604", 3, 1]],
    message: /has no `inputSchema`/,
    hint: /z\.object/,
  },
  {
    title: "a text as schema",
    text: source({ inputSchema: '"object"' }),
    found: [["HAFT604", 6, 3]],
    message: /has `"object"` as its `inputSchema`, not a schema/,
    hint: /z\.object/,
  },
  {
    title: "a function as schema",
    text: source({ inputSchema: "() => z.object({})" }),
    found: [["HAFT604", 6, 3]],
    message: /has a function as its `inputSchema`/,
    hint: /z\.object/,
  },
  {
    title: "a schema of text",
    text: source({ inputSchema: "z.string()" }),
    found: [["HAFT604", 6, 3]],
    message: /does not describe an object/,
    hint: /z\.object/,
  },
  {
    title: "a schema that allows anything",
    text: source({ inputSchema: "true" }),
    found: [["HAFT604", 6, 3]],
    message: /describes no object/,
    hint: /z\.object/,
  },
  {
    title: "a shape in place of a schema",
    text: source({ inputSchema: "{ a: z.number() }" }),
    found: [["HAFT604", 6, 3]],
    message: /whose `a` is a schema, not a schema itself/,
    hint: /`z\.object\(\{ … \}\)`/,
  },
  {
    title: "no capabilities",
    text: source({ capabilities: "" }),
    found: [["HAFT604", 3, 1]],
    message: /has no `capabilities`/,
    hint: /capabilities: \[\]/,
  },
  {
    title: "a text as capabilities",
    text: source({ capabilities: '"read"' }),
    found: [["HAFT604", 7, 3]],
    message: /`"read"` as its `capabilities`, not a list/,
    hint: /capabilities: \[\]/,
  },
  {
    title: "no approval",
    text: source({ approval: "" }),
    found: [["HAFT604", 3, 1]],
    message: /does not say whether it needs `approval`/,
    hint: /required: false/,
  },
  {
    title: "an approval that says neither",
    text: source({ approval: "{ reason: 7 }" }),
    found: [
      ["HAFT604", 8, 3],
      ["HAFT604", 8, 15],
    ],
    message: /`approval\.(required|reason)`/,
    hint: /must be/,
  },
  {
    title: "a misspelt part of approval",
    text: source({ approval: '{ required: true, onDenyed: "fail" }' }),
    found: [["HAFT604", 8, 31]],
    message: /`onDenyed`/,
    hint: /did you mean `onDenied`\?/,
  },
  {
    title: "a function inside approval",
    text: source({ approval: "{ required: () => true }" }),
    found: [["HAFT604", 8, 3]],
    message: /a function at `approval\.required`/,
    hint: /required: false/,
  },
  {
    title: "no handler",
    text: source({ handler: "" }),
    found: [["HAFT604", 3, 1]],
    message: /has no `handler`/,
    hint: /handler: async/,
  },
  {
    title: "a handler that is no function",
    text: source({ handler: "new Map()" }),
    found: [["HAFT604", 9, 3]],
    message: /has a Map as its `handler`, not a function/,
    hint: /handler: async/,
  },
  {
    title: "a time-out of zero",
    text: source({ timeoutSeconds: "0" }),
    found: [["HAFT604", 10, 3]],
    message: /is `0`, not a number above 0/,
    hint: /timeoutSeconds: 60/,
  },
  {
    title: "a time-out of infinity",
    text: source({ timeoutSeconds: "Infinity" }),
    found: [["HAFT604", 10, 3]],
    message: /is Infinity, not a number/,
    hint: /timeoutSeconds: 60/,
  },
  {
    title: "a flag that is a text",
    text: source({ readOnly: '"yes"' }),
    found: [["HAFT604", 10, 3]],
    message: /`readOnly` of `add` is `"yes"`/,
    hint: /readOnly: true/,
  },
  {
    title: "a title that is a number",
    text: source({ title: "1" }),
    found: [["HAFT604", 10, 3]],
    message: /`title` of `add` is `1`/,
    hint: /title: "…"/,
  },
  {
    title: "several at once",
    text: source({ name: "", capabilities: "", approval: "", handler: '"no"', colour: "1" }),
    found: [
      ["HAFT604", 3, 1],
      ["HAFT604", 3, 1],
      ["HAFT604", 3, 1],
      ["HAFT604", 6, 3],
      ["HAFT604", 7, 3],
    ],
    message: /^the tool /,
    hint: /./,
  },
];

for (const { title, text, found, message, hint } of WRONG) {
  test(`refused: ${title}`, async () => {
    const { tools, plans, diagnostics } = await read(text);
    assert.deepEqual([tools, plans], [[], []]);
    const places = diagnostics.map(({ code, line, column }) => [code, line, column] as const);
    assert.deepEqual(
      places.toSorted((a, b) => a[1] - b[1] || a[2] - b[2]),
      found,
      JSON.stringify(diagnostics, null, 1),
    );
    for (const diagnostic of diagnostics) {
      assert.match(diagnostic.message, message);
      assert.match(diagnostic.hint ?? "", hint);
    }
  });
}

test("a long description is a warning and the tool is read", async () => {
  const { tools, diagnostics } = await read(source({ description: `"${"x".repeat(1025)}"` }));
  assert.equal(tools.length, 1);
  assert.deepEqual(
    diagnostics.map(({ code, severity, line }) => [code, severity, line]),
    [["HAFT801", "warning", 5]],
  );
  assert.deepEqual((await read(source({ description: `"${"x".repeat(1024)}"` }))).diagnostics, []);
});

test("what a provider's strict mode refuses is a warning at its place, where a provider is named", async () => {
  const inputSchema =
    '{ type: "object", properties: { a: { type: "string", pattern: "^a(?=b)" } }, required: ["a"], additionalProperties: false, not: {} }';
  const { tools, diagnostics } = await read(source({ inputSchema }), { provider: "openai" });
  assert.equal(tools.length, 1);
  assert.deepEqual([...new Set(diagnostics.map(({ code, severity }) => `${code} ${severity}`))], ["HAFT802 warning"]);
  assert.deepEqual((await read(source({ inputSchema }))).diagnostics, []);
});
