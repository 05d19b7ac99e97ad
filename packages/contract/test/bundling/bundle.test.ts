import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import * as sdk from "../../../sdk/src/index.ts";
import { type BundleRequest, bundle, SDK_NAMES, SDK_SYMBOL } from "../../src/bundling/index.ts";

/** A project with a few packages, each made for one test. */
let project = "";

const PACKAGES: Readonly<Record<string, string>> = {
  "plain/package.json": '{ "name": "plain", "version": "1.0.0", "type": "module", "exports": { ".": "./index.js" } }',
  "plain/index.js": "export const answer = 42;",
  "common/package.json": '{ "name": "common", "version": "1.0.0", "main": "index.js" }',
  "common/index.js": 'const { basename } = require("node:path"); exports.last = (path) => basename(path);',
  "optional/package.json": '{ "name": "optional", "version": "1.0.0", "main": "index.js" }',
  "optional/index.js": 'let fast; try { fast = require("not-there"); } catch {} exports.fast = fast;',
  "client/package.json": '{ "name": "client", "version": "1.0.0", "type": "module", "main": "index.js" }',
  "client/index.js": 'import https from "https"; export const get = https.get;',
  "broken/package.json": '{ "name": "broken", "version": "1.0.0", "main": "index.js" }',
  "broken/index.js": 'exports.dep = require("./lib.js");',
  "broken/lib.js": 'exports.dep = require("absent-dependency");',
  "native/package.json": '{ "name": "native", "version": "1.0.0", "main": "index.js" }',
  "native/index.js": 'module.exports = require("./build.node");',
  "native/build.node": "\u0000",
};

before(async () => {
  project = await mkdtemp(join(tmpdir(), "haft-bundling-"));
  for (const [path, text] of Object.entries(PACKAGES)) {
    const file = join(project, "node_modules", path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
});

after(() => rm(project, { recursive: true }));

const made = (text: string, more: Partial<BundleRequest> = {}) =>
  bundle({ file: "a.tools.ts", text, packagesFrom: project, purpose: "calls", ...more });

/** Loads a bundle of this test's own making. */
async function load(code: string): Promise<Record<string, unknown>> {
  Reflect.set(globalThis, Symbol.for(SDK_SYMBOL), sdk);
  return await import(`data:text/javascript,${encodeURIComponent(code)}`);
}

test("a bundle holds the module, its siblings and its packages, and runs by itself", async () => {
  const siblings = {
    "rates.ts": 'import { base } from "./base.js";\nexport const rate = (n: number): number => n * base;',
    "base.ts": 'import data from "./data.json" with { type: "json" };\nexport const base: number = data.base;',
    "data.json": '{ "base": 3 }',
    "unused.ts": "export const unused = 1;",
  };
  const text = `
    import type { ToolContext } from "haft";
    import { answer } from "plain";
    import { last } from "common";
    import { rate } from "./rates";
    export function both(n: number, ctx?: ToolContext) { return [rate(n), answer, last("/a/b")]; }`;
  const { code, imports, builtins, usesHttp, diagnostics } = await made(text, { siblings });
  assert.deepEqual(diagnostics, []);
  assert.deepEqual(imports, ["base.ts", "data.json", "rates.ts"]);
  assert.deepEqual([builtins, usesHttp], [["path"], false]);
  const { both } = await load(code);
  assert(typeof both === "function");
  assert.deepEqual(both(2), [6, 42, "b"]);
});

test("a file that is named with its folder finds its siblings, and they find it", async () => {
  const siblings = { "rates.ts": 'import { base } from "./a.tools";\nexport const rate = () => base * 2;', "a.py": "" };
  const text = 'import { rate } from "./rates.ts";\nexport const base = 3;\nexport const both = () => rate();';
  const { code, imports, diagnostics } = await made(text, { file: "/home/me/tools/a.tools.ts", siblings });
  assert.deepEqual([diagnostics, imports], [[], ["rates.ts"]]);
  const { both } = await load(code);
  assert(typeof both === "function");
  assert.equal(both(), 6);
});

test("haft and @plico-ai/sdk are the sdk that the process provides", async () => {
  const text = `import { resumes, defineTool } from "haft";\nimport * as plico from "@plico-ai/sdk";\nexport { resumes, defineTool, plico };`;
  const { code, diagnostics } = await made(text);
  assert.deepEqual(diagnostics, []);
  const loaded = await load(code);
  assert.equal(loaded.resumes, sdk.resumes);
  assert.equal(Reflect.get(Object(loaded.plico), "askUser"), sdk.askUser);
});

test("the names that a tool may import are the values that the sdk exports", () => {
  assert.deepEqual([...SDK_NAMES].sort(), Object.keys(sdk).sort());
});

test("without an environment zod is the one that Haft brings", async () => {
  const text =
    'import { z } from "zod";\nimport { z as old } from "zod/v3";\nexport const parse = (v: unknown) => z.object({ a: old.string().optional() ? z.string() : z.any() }).parse(v);';
  const { code, diagnostics } = await bundle({ file: "a.tools.ts", text, purpose: "calls" });
  assert.deepEqual(diagnostics, []);
  const { parse } = await load(code);
  assert(typeof parse === "function");
  assert.deepEqual(parse({ a: "x" }), { a: "x" });
});

test("a project without node_modules has the same, one with them its own", async () => {
  const bare = await mkdtemp(join(tmpdir(), "haft-bundling-bare-"));
  try {
    const text = 'import { z } from "zod"; export const a = z;';
    assert.deepEqual((await made(text, { packagesFrom: bare })).diagnostics, []);
    assert.match((await made(text)).diagnostics[0]?.hint ?? "", /npm install zod/);
  } finally {
    await rm(bare, { recursive: true });
  }
});

test("a bundle of a module with http or https, also inside a package, says so", async () => {
  for (const text of [
    'import "node:http";',
    'import { get } from "client"; console.log(get);',
    'export { get } from "https";',
  ]) {
    assert.equal((await made(text)).usesHttp, true, text);
  }
  assert.equal((await made('import "node:fs";')).usesHttp, false);
});

test("functions and classes keep their names, also where two modules use the same", async () => {
  const siblings = { "other.ts": "export class Refused extends Error {}\nexport function check() {}" };
  const text = `import { Refused as Other, check as otherCheck } from "./other.ts";
    class Refused extends Error {}
    function check() {}
    export const names = () => [Refused.name, Other.name, check.name, otherCheck.name, new Refused().constructor.name];`;
  const { names } = await load((await made(text, { siblings })).code);
  assert(typeof names === "function");
  assert.deepEqual(names(), ["Refused", "Refused", "check", "check", "Refused"]);
});

test("a package's optional dependency that is absent is no fault", async () => {
  const { code, diagnostics } = await made('import { fast } from "optional"; export const found = fast;');
  assert.deepEqual(diagnostics, []);
  assert.equal((await load(code)).found, undefined);
});

test("bundling runs nothing", async () => {
  const text = 'Reflect.set(globalThis, "haftRan", true); throw new Error("ran"); process.exit(1); export const a = 1;';
  assert.deepEqual((await made(text)).diagnostics, []);
  assert.equal(Reflect.get(globalThis, "haftRan"), undefined);
});

interface Fault {
  readonly title: string;
  readonly text: string;
  readonly siblings?: Readonly<Record<string, string>>;
  readonly environment?: boolean;
  /** File, line, column, end column. */
  readonly place: readonly [string, number, number, number];
  readonly message: RegExp;
  readonly hint: RegExp;
}

const FAULTS: readonly Fault[] = [
  {
    title: "a package that is not installed",
    text: 'export {};\nimport { x } from "@acme/rates/deep"; export { x };',
    place: ["a.tools.ts", 2, 19, 37],
    message: /`@acme\/rates\/deep` does not resolve/,
    hint: /`npm install @acme\/rates`/,
  },
  {
    title: "columns behind letters of two bytes and pairs of UTF-16 units",
    text: 'const ü = "😀"; import "absent"; export { ü };',
    place: ["a.tools.ts", 1, 24, 32],
    message: /`absent` does not resolve/,
    hint: /`npm install absent`/,
  },
  {
    title: "a part that a package does not offer",
    text: 'import { x } from "plain/deep"; export { x };',
    place: ["a.tools.ts", 1, 19, 31],
    message: /`plain\/deep` does not resolve/,
    hint: /`npm install plain`; if it is installed, its `exports` do not offer `\/deep`/,
  },
  {
    title: "a sibling whose name is misspelt",
    text: 'import { x } from "./helprs"; export { x };',
    siblings: { "helpers.ts": "export const x = 1;", "other.ts": "" },
    place: ["a.tools.ts", 1, 19, 29],
    message: /`\.\/helprs` does not resolve/,
    hint: /did you mean `\.\/helpers\.ts`\?/,
  },
  {
    title: "a sibling's own import",
    text: 'export { x } from "./helpers.ts";',
    siblings: { "helpers.ts": '\nexport { x } from "absent";' },
    place: ["helpers.ts", 2, 19, 27],
    message: /`absent` does not resolve/,
    hint: /npm install absent/,
  },
  {
    title: "a module outside the folder",
    text: 'export { x } from "../shared/x.ts";',
    place: ["a.tools.ts", 1, 19, 35],
    message: /`\.\.\/shared\/x\.ts` does not resolve/,
    hint: /same folder/,
  },
  {
    title: "a name that exists only outside",
    text: 'import { createHaft } from "haft"; createHaft();',
    place: ["a.tools.ts", 1, 10, 20],
    message: /`haft` has no `createHaft` inside a tool/,
    hint: /`askUser`/,
  },
  {
    title: "a name of the sdk that is misspelt",
    text: 'import { askUsr } from "@plico-ai/sdk"; askUsr("?");',
    place: ["a.tools.ts", 1, 10, 16],
    message: /`@plico-ai\/sdk` has no `askUsr`/,
    hint: /did you mean `askUser`\?/,
  },
  {
    title: "a name that exists only outside, through a namespace",
    text: 'import * as haft from "haft"; export const x = () => haft.createHaft();',
    place: ["a.tools.ts", 1, 59, 69],
    message: /has no `createHaft`/,
    hint: /`defineTool`/,
  },
  {
    title: "a part of Haft that exists only outside",
    text: 'export { HaftClient } from "haft/client";',
    place: ["a.tools.ts", 1, 28, 41],
    message: /`haft\/client` exists only outside/,
    hint: /`resumes`/,
  },
  {
    title: "a name that a sibling does not export",
    text: 'import { rates } from "./helpers.ts"; console.log(rates);',
    siblings: { "helpers.ts": "export const rate = 1;" },
    place: ["a.tools.ts", 1, 10, 15],
    message: /`\.\/helpers\.ts` has no export named `rates`/,
    hint: /export `rates` there/,
  },
  {
    title: "an address",
    text: 'import "https://example.com/x.js";',
    place: ["a.tools.ts", 1, 8, 34],
    message: /is an address/,
    hint: /npm install/,
  },
  {
    title: "a sibling that does not parse",
    text: 'import "./helpers.ts";',
    siblings: { "helpers.ts": "\nexport const x = (1;" },
    place: ["helpers.ts", 2, 20, 21],
    message: /`helpers\.ts` cannot be bundled: Expected "\)"/,
    hint: /correct the module/,
  },
  {
    title: "a package whose dependency is absent",
    text: 'export {};\nexport { dep } from "broken";',
    place: ["a.tools.ts", 2, 21, 29],
    message: /`broken` cannot be bundled: it imports `absent-dependency`/,
    hint: /npm install absent-dependency/,
  },
  {
    title: "a package with a native part",
    text: 'import native from "native"; export { native };',
    place: ["a.tools.ts", 1, 20, 28],
    message: /`native` cannot be bundled: it needs `native\/build\.node`/,
    hint: /another package than `native`/,
  },
  {
    title: "a package on a server without an environment",
    text: 'import { answer } from "plain"; export { answer };',
    environment: false,
    place: ["a.tools.ts", 1, 24, 31],
    message: /no package environment/,
    hint: /--environment NAME=DIR/,
  },
];

for (const { title, text, siblings = {}, environment = true, place, message, hint } of FAULTS) {
  test(`HAFT606: ${title}`, async () => {
    const request = { file: "a.tools.ts", text, siblings, purpose: "calls" } as const;
    const { code, diagnostics } = await bundle(environment ? { ...request, packagesFrom: project } : request);
    assert.equal(code, "");
    assert.equal(diagnostics.length, 1, JSON.stringify(diagnostics));
    const [found] = diagnostics;
    assert(found !== undefined);
    assert.deepEqual([found.code, found.severity], ["HAFT606", "error"]);
    assert.deepEqual([found.file, found.line, found.column, found.endColumn], place);
    assert.match(found.message, message);
    assert.match(found.hint ?? "", hint);
    assert.doesNotMatch(found.message, /haft-own|haft-sdk|\/tmp\//);
  });
}

test("every import that does not resolve is told at once", async () => {
  const { diagnostics } = await made('import "one-absent";\nimport "./two";\nimport "haft/client";');
  assert.deepEqual(diagnostics.map(({ line }) => line).sort(), [1, 2, 3]);
});

test("code that is nested too deeply is HAFT102 at its module, and the next bundling works", async () => {
  for (const piece of ["!", "{a:", "<T>"]) {
    const siblings = { "deep.ts": `export const x = ${piece.repeat(200_000)}1;` };
    const { diagnostics } = await made('import "./deep.ts";', { siblings });
    assert.deepEqual(
      diagnostics.map(({ code, file }) => [code, file]),
      [["HAFT102", "deep.ts"]],
      piece,
    );
  }
  assert.deepEqual((await made("export const a = 1;")).diagnostics, []);
});

test("a process that has bundled ends by itself", async () => {
  const module = join(import.meta.dirname, "../../src/bundling/index.ts");
  const script = `import { bundle } from ${JSON.stringify(module)};
    const { code } = await bundle({ file: "a.tools.ts", text: "export const a = 1;", purpose: "calls" });
    console.log(code.includes("a = 1"));`;
  const child = promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], { timeout: 60_000 });
  assert.equal((await child).stdout.trim(), "true");
});
