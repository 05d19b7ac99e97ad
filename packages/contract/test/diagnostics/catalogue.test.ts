// The catalogue: each wrong example gives its code and no other, each right one none; the page is made from it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { CATALOGUE } from "../../src/diagnostics/catalogue/catalogue.ts";
import type { CatalogueEntry, CodeExample } from "../../src/diagnostics/catalogue/entry.ts";
import { diagnosticsPage } from "../../src/diagnostics/document.ts";
import { allCodes, explain } from "../../src/diagnostics/explain.ts";
import { readFolder } from "../../src/folder/read-folder.ts";
import { type BundleFile, checkBundle, checkFiles, readManifest } from "../../src/manifest/index.ts";
import { createReader } from "../../src/read/create-reader.ts";
import { ChildEvaluator } from "../definitions/child-evaluator.ts";

const repository = join(import.meta.dirname, "../../../..");
const evaluator = new ChildEvaluator();
const reader = createReader({ evaluator });
const withoutPython = createReader({ python: "/opt/no/python3" });
after(async () => {
  await reader[Symbol.asyncDispose]();
  await withoutPython[Symbol.asyncDispose]();
  evaluator[Symbol.dispose]();
});

/** What cannot be written down as text, made for the examples that speak of it. */
function extraFiles(entry: CatalogueEntry, example: CodeExample): BundleFile[] {
  if (example !== entry.wrong) return [];
  if (entry.code === "HAFT709")
    return [{ path: "tools/shared.py", bytes: 16, link: { target: "../../shared.py", inside: false } }];
  return entry.code === "HAFT710" ? [{ path: "tools/embeddings.bin", bytes: 80 * 1024 * 1024 }] : [];
}

async function codesOfBundle(entry: CatalogueEntry, example: CodeExample): Promise<string[]> {
  const { "skill.toml": manifest = "", "prompt.md": prompt, "config_schema.json": schema, ...rest } = example.files;
  const sources = Object.entries(rest).map(([file, text]) => ({ file, text }));
  const tools = Object.fromEntries(sources.map(({ file, text }) => [file.replace("tools/", ""), text]));
  const folder = await readFolder(reader, { files: tools });
  const read = readManifest(manifest, "skill.toml");
  const files = Object.entries(example.files).map(([path, text]) => ({ path, bytes: Buffer.byteLength(text) }));
  const unreadable = read.diagnostics.some(({ code }) => code === "HAFT701");
  const checked = unreadable
    ? []
    : checkBundle({
        manifest: read.manifest,
        source: { file: "skill.toml", text: manifest },
        tools: folder.files.flatMap(({ result }) => result.tools.map(({ name }) => name)),
        sources,
        ...(prompt === undefined ? {} : { prompt: { file: "prompt.md", text: prompt } }),
        ...(schema === undefined ? {} : { configSchema: { file: "config_schema.json", text: schema } }),
      });
  const links = checkFiles([...files, ...extraFiles(entry, example)], "skill.toml");
  return [...folder.diagnostics, ...read.diagnostics, ...checked, ...links].map(({ code }) => code);
}

async function codesOf(entry: CatalogueEntry, example: CodeExample): Promise<string[]> {
  if ("skill.toml" in example.files) return codesOfBundle(entry, example);
  const chosen = example.settings?.python === undefined ? reader : withoutPython;
  const provider = example.settings?.provider;
  const request = { files: example.files, packagesFrom: repository, ...(provider === undefined ? {} : { provider }) };
  const { diagnostics } = await readFolder(chosen, request);
  return diagnostics.map(({ code }) => code);
}

describe("the catalogue of diagnostics", () => {
  for (const entry of CATALOGUE) {
    it(`${entry.code}: its wrong example gives it and no other`, async () => {
      const codes = await codesOf(entry, entry.wrong);
      assert.deepEqual([...new Set(codes)], [entry.code]);
    });

    it(`${entry.code}: its right example gives none`, async () => {
      assert.deepEqual(await codesOf(entry, entry.right), []);
    });
  }

  it("names every code of the contract, each once and in order", () => {
    const ranges = [
      [101, 107],
      [201, 206],
      [211, 212],
      [301, 310],
      [401, 408],
      [501, 504],
      [601, 601],
      [603, 606],
      [701, 713],
      [801, 802],
    ];
    const expected = ranges.flatMap(([from = 0, to = 0]) =>
      Array.from({ length: to - from + 1 }, (_, at) => `HAFT${from + at}`),
    );
    assert.deepEqual(allCodes(), expected);
  });

  it("is explained by code, with or without the letters", () => {
    assert.equal(explain("haft203")?.title, 'No "Use when"');
    assert.equal(explain("205")?.severity, "warning");
    assert.equal(explain("HAFT999"), undefined);
  });

  it("is what docs/diagnostics.md says", () => {
    const page = readFileSync(join(repository, "docs/diagnostics.md"), "utf8");
    assert.equal(page, diagnosticsPage(), "run `node packages/contract/src/diagnostics/document.ts`");
  });
});
