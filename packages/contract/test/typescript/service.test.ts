// What a source sees: its siblings, installed packages, the tool's globals and `haft`; and that a warm reader forgets
// what has changed.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, it } from "node:test";
import ts from "typescript";
import { createTypeScriptReader, type TypeScriptModule } from "../../src/typescript/index.ts";
import { haftModule } from "../../src/typescript/service/haft-module.ts";
import { onlyTool, parameterOf, readSource } from "./reading.ts";
import { shownType } from "./shown-type.ts";

function firstType({ tools }: TypeScriptModule): string {
  return shownType(tools[0]?.parameters[0]?.type);
}

const taking = (name: string, module: string) =>
  `import type { ${name} } from "${module}";\nexport function f(a: ${name}) {}`;

describe("siblings", () => {
  const siblings = {
    "a.ts": 'import type { B } from "./b.js"; export type A = { b: B };',
    "b.ts": "export type B = string[];",
    "unused.ts": "export type C = 1;",
  };

  for (const module of ["./a", "./a.ts", "./a.js"]) {
    it(`are found as ${module}, and told with those that they import`, () => {
      const model = readSource(taking("A", module), siblings);
      assert.equal(firstType(model), "A = { b: list(text) }");
      assert.deepEqual(model.imports, ["a.ts", "b.ts"]);
    });
  }

  it("are not told where the source imports none", () => {
    assert.deepEqual(readSource("export function f() {}", siblings).imports, []);
  });

  it("that have changed are read again", () => {
    const read = (text: string) => firstType(readSource(taking("A", "./a"), { "a.ts": text }));
    assert.equal(read("export type A = string;"), "text");
    assert.equal(read("export type A = number;"), "number");
    assert.equal(firstType(readSource(taking("A", "./a"))), "HAFT308 A");
  });

  it("that import each other are read", () => {
    const model = readSource(taking("A", "./a"), {
      "a.ts": 'import type { B } from "./b"; export interface A { b?: B }',
      "b.ts": 'import type { A } from "./a"; export interface B { a?: A }',
    });
    assert.equal(firstType(model), "A = { b?: B = { a?: A } }");
  });

  it("have their own places: a tag in one names it", () => {
    const tool = onlyTool(taking("A", "./a"), {
      "a.ts": "\nexport interface A {\n /** X. @minimum soon */\n x: number }",
    });
    const [parameter] = tool.parameters;
    const record = parameter?.type?.kind === "named" ? parameter.type.body() : undefined;
    const field = record?.kind === "record" ? record.fields[0]?.type : undefined;
    assert.ok(field?.kind === "constrained");
    assert.deepEqual(
      field.constraints.map(({ file, span }) => [file, span.line]),
      [["a.ts", 4]],
    );
  });
});

describe("a source that overflows the compiler's stack", () => {
  const deep = `export const x = ${"[".repeat(6_000)}${"]".repeat(6_000)};`;
  const late = `export const f = (a: string) => a${".b()".repeat(20_000)};`;
  for (const [what, text] of [
    ["while it is parsed", deep],
    ["while it is bound or checked", late],
  ] as const) {
    it(`${what} throws each time, and leaves the reader as it was`, () => {
      assert.throws(() => readSource(text), RangeError);
      assert.throws(() => readSource(text), RangeError);
      assert.equal(firstType(readSource("export function f(a: number) {}")), "number");
    });
  }
});

describe("packages", () => {
  function withProject(check: (project: string) => void): void {
    const project = mkdtempSync(join(tmpdir(), "haft-packages-"));
    try {
      const acme = join(project, "node_modules", "acme");
      mkdirSync(join(project, "tools"), { recursive: true });
      mkdirSync(acme, { recursive: true });
      writeFileSync(join(acme, "package.json"), '{ "name": "acme", "version": "1.0.0", "types": "./types.d.ts" }');
      writeFileSync(join(acme, "types.d.ts"), "export interface Anvil { /** In kg. */ weight: number }");
      writeFileSync(join(project, "outside.ts"), "export type Outside = string;");
      check(project);
    } finally {
      rmSync(project, { recursive: true, force: true });
    }
  }

  it("are found in the folder or above it, and read again when they have changed", () => {
    withProject((project) => {
      const reader = createTypeScriptReader();
      const read = () =>
        firstType(
          reader.read({ file: "f.tools.ts", text: taking("Anvil", "acme"), packagesFrom: join(project, "tools") }),
        );
      assert.equal(read(), 'Anvil = { weight: number "In kg." }');
      writeFileSync(
        join(project, "node_modules/acme/types.d.ts"),
        "export interface Anvil { weight: string; made: Date }",
      );
      assert.equal(read(), "Anvil = { weight: text; made: text(date-time, Date) }");
    });
  });

  it("are not looked for without a folder", () => {
    withProject(() => assert.equal(firstType(readSource(taking("Anvil", "acme"))), "HAFT308 Anvil"));
  });

  it("are all that is read from disk", () => {
    withProject((project) => {
      const reader = createTypeScriptReader();
      for (const module of ["../outside", "../outside.ts", join(project, "outside.ts")]) {
        const text = taking("Outside", module);
        const model = reader.read({ file: "f.tools.ts", text, packagesFrom: join(project, "tools") });
        assert.equal(firstType(model), "HAFT308 Outside");
      }
    });
  });

  it("that are linked from elsewhere are read where they are linked", () => {
    withProject((project) => {
      const elsewhere = join(project, "elsewhere");
      mkdirSync(elsewhere);
      writeFileSync(join(elsewhere, "index.d.ts"), "export type Linked = boolean;");
      symlinkSync(elsewhere, join(project, "node_modules", "linked"));
      const model = createTypeScriptReader().read({
        file: "f.tools.ts",
        text: taking("Linked", "linked"),
        packagesFrom: project,
      });
      assert.equal(firstType(model), "boolean");
    });
  });

  it("of the project give types of their own", () => {
    const model = createTypeScriptReader().read({
      file: "f.tools.ts",
      text: 'import { z } from "zod";\nconst Order = z.object({ id: z.string(), lines: z.array(z.number()).optional() });\nexport function f(a: z.infer<typeof Order>) {}',
      packagesFrom: dirname(import.meta.dirname),
    });
    assert.equal(firstType(model), "{ id: text; lines?: list(number) }");
  });
});

describe("globals", () => {
  it("of a tool are there, and no others", () => {
    for (const name of [
      "fetch",
      "console",
      "URL",
      "URLSearchParams",
      "AbortSignal",
      "AbortController",
      "setTimeout",
      "TextEncoder",
      "TextDecoder",
      "crypto",
      "structuredClone",
      "Response",
      "Request",
      "Headers",
      "process",
      "Buffer",
      "queueMicrotask",
    ]) {
      assert.doesNotMatch(shownType(parameterOf(`typeof ${name}`).type), /HAFT308/, name);
    }
    for (const name of ["window", "document", "HTMLElement"])
      assert.match(shownType(parameterOf(`typeof ${name}`).type), /HAFT308/, name);
  });

  it("are not replaced by a type of the author's with such a name", () => {
    assert.equal(shownType(parameterOf("URL", "interface URL { at: string }").type), "URL = { at: text }");
    assert.equal(shownType(parameterOf("Date", "class Date { at = 1; }").type), "Date = { at: number }");
  });

  it("do not meet the names of a source without imports", () => {
    assert.equal(shownType(parameterOf("Event", "interface Event { at: string }").type), "Event = { at: text }");
  });
});

describe("the declaration of haft", () => {
  it("declares without an error", () => assert.deepEqual(problemsOf(""), []));

  it("agrees with the sdk", () => {
    const text = `
      import * as sdk from "/sdk.ts";
      import * as haft from "haft-declared";
      type Names = Exclude<keyof typeof haft, "defineTool">;
      export const ofSdk: Pick<typeof sdk, Names> = haft;
      export const ofHaft: Pick<typeof haft, Names> = sdk;
      declare const unknownToHaft: Exclude<keyof typeof sdk, keyof typeof haft>;
      export const none: never = unknownToHaft;
      type Same<A, B> = [A, B] extends [B, A] ? true : false;
      export const same: [
        Same<sdk.ToolContext, haft.ToolContext>, Same<keyof sdk.ToolContext, keyof haft.ToolContext>,
        Same<sdk.Wait, haft.Wait>, Same<sdk.AskOptions, haft.AskOptions>, Same<sdk.ToolOptions, haft.ToolOptions>,
        Same<sdk.ResumeOptions, haft.ResumeOptions>, Same<sdk.Artifacts, haft.Artifacts>, Same<sdk.Companion, haft.Companion>,
      ] = [true, true, true, true, true, true, true, true];
    `;
    assert.deepEqual(problemsOf(text), []);
  });

  // Compiles a text that sees the real sdk and Haft's own declaration of it.
  function problemsOf(text: string): string[] {
    const sdk = join(import.meta.dirname, "../../../sdk/src/index.ts");
    const options: ts.CompilerOptions = {
      strict: true,
      noEmit: true,
      target: ts.ScriptTarget.ES2024,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      allowImportingTsExtensions: true,
      lib: ["lib.es2024.d.ts", "lib.esnext.disposable.d.ts"],
      types: ["node"],
      skipLibCheck: true,
    };
    const made: Readonly<Record<string, string>> = {
      "/test.ts": text,
      "/node_modules/haft-declared/index.d.ts": haftModule,
      "/sdk.ts": `export * from "${sdk}";`,
    };
    const host = ts.createCompilerHost(options);
    const real = { fileExists: host.fileExists, readFile: host.readFile };
    host.getCurrentDirectory = () => import.meta.dirname;
    host.fileExists = (path) => path in made || real.fileExists(path);
    delete host.directoryExists;
    host.readFile = (path) => made[path] ?? real.readFile(path);
    host.getSourceFile = (path, version) => {
      const found = host.readFile(path);
      return found === undefined ? undefined : ts.createSourceFile(path, found, version);
    };
    const program = ts.createProgram(Object.keys(made), options, host);
    return [...program.getSemanticDiagnostics(), ...program.getSyntacticDiagnostics()].map((problem) =>
      ts.flattenDiagnosticMessageText(problem.messageText, "\n"),
    );
  }
});
