// What `haft init` tells editors agrees with what tools import.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { pythonPath } from "@haft/python";
import ts from "typescript";
import { createProject } from "../../src/scaffold/create-project.ts";

const TEMPLATES = fileURLToPath(new URL("../../templates", import.meta.url));
const SDK = fileURLToPath(new URL("../../../sdk/src", import.meta.url));

function functionsOf(text: string): readonly string[] {
  return [...text.matchAll(/export (?:declare )?(?:async )?function (\w+)/g)].map(([, name = ""]) => name);
}

test("the stub of haft declares every function that a TypeScript tool imports, and no other", () => {
  const stub = readFileSync(join(TEMPLATES, "typescript/types/haft.d.ts"), "utf8");
  const index = readFileSync(join(SDK, "index.ts"), "utf8");
  const exported = [...index.matchAll(/\{([^}]*)\}/g)]
    .flatMap(([, names = ""]) => names.split(","))
    .map((name) => name.trim())
    .filter((name) => /^[a-z]/.test(name) && !name.startsWith("type "));
  assert.deepEqual([...new Set(functionsOf(stub))].sort(), [...new Set([...exported, "defineTool"])].sort());
});

test("the stub of haft declares every name that a Python tool imports", () => {
  const names: unknown = JSON.parse(
    execFileSync("python3", ["-c", "import haft, json; print(json.dumps(haft.__all__))"], {
      env: { ...process.env, PYTHONPATH: pythonPath, PYTHONDONTWRITEBYTECODE: "1" },
      encoding: "utf8",
    }),
  );
  assert.ok(Array.isArray(names) && names.length > 8);
  const stub = readFileSync(join(TEMPLATES, "python/typings/haft.pyi"), "utf8");
  for (const name of names) assert.match(stub, new RegExp(`^(def ${name}\\(|class ${name}\\b|${name} = )`, "m"));
  for (const file of ["haft", "plnt", "__builtins__"]) {
    const source = readFileSync(join(TEMPLATES, "python/typings", `${file}.pyi`), "utf8");
    execFileSync("python3", ["-c", "import ast, sys; ast.parse(sys.stdin.read())"], { input: source });
  }
});

for (const template of ["typescript", "bundle"] as const) {
  test(`the tools of the template ${template} have no type errors in an editor`, async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), "haft-stubs-"));
    const { path } = createProject(join(folder.path, "desk"), "desk", template);
    const config = ts.getParsedCommandLineOfConfigFile(
      join(path, "tsconfig.json"),
      {},
      { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} },
    );
    assert.ok(config && config.fileNames.length > 1);
    const program = ts.createProgram(config.fileNames, config.options);
    const told = ts
      .getPreEmitDiagnostics(program)
      .map((diagnostic) => ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n"));
    assert.deepEqual(told, []);
  });
}
