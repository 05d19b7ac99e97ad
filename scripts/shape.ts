// Prints the figures that inform a review of the code's shape. They fail nothing.

import { globSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import ts from "typescript";

const root = new URL("..", import.meta.url).pathname;
const list = (pattern: string): string[] =>
  globSync(pattern, { cwd: root }).filter((file) => !file.includes("node_modules"));
const sources = list("packages/*/src/**/*.ts");
const tests = list("packages/*/test/**/*.ts").filter(
  (file) => !file.includes("/cases/") && !file.includes("/fixtures/"),
);
const read = (file: string): string => readFileSync(`${root}${file}`, "utf8");
const lines = (text: string): number => text.split("\n").filter((line) => line.trim() !== "").length;

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

interface FunctionSize {
  readonly name: string;
  readonly lines: number;
}

function functionsOf(file: string, text: string): FunctionSize[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: FunctionSize[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && "body" in node && node.body !== undefined) {
      const from = source.getLineAndCharacterOfPosition(node.getStart()).line;
      const to = source.getLineAndCharacterOfPosition(node.end).line;
      found.push({ name: `${file}:${from + 1}`, lines: to - from + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function commentShare(texts: readonly string[]): number {
  let comments = 0;
  let all = 0;
  for (const text of texts) {
    for (const line of text.split("\n")) {
      if (line.trim() === "") continue;
      all += 1;
      if (/^\s*(\/\/|\/?\*)/.test(line)) comments += 1;
    }
  }
  return Math.round((comments / Math.max(all, 1)) * 100);
}

const texts = sources.map(read);
const sizes = texts.map(lines);
const functions = sources.flatMap((file, index) => functionsOf(file, texts[index] ?? ""));
const functionSizes = functions.map((each) => each.lines);
const sourceLines = sizes.reduce((sum, size) => sum + size, 0);
const testLines = tests.map((file) => lines(read(file))).reduce((sum, size) => sum + size, 0);
const deep = new Set(sources.map((file) => dirname(file)).filter((folder) => folder.split("/").length > 5));
const LANGUAGE_TYPES = /^packages\/contract\/src\/(python|typescript)\/types\//;
// In the contract reader `types` is a noun of the problem: the types of a language.
const shapeless = sources.filter((file) =>
  /(^|\/)(utils?|helpers?|common|misc|types)(\/|\.ts$)/.test(file.replace(LANGUAGE_TYPES, "")),
);

const rows: readonly [string, string][] = [
  ["source files", `${sources.length}, ${sourceLines} lines`],
  ["file: median, 90th percentile", `${percentile(sizes, 0.5)}, ${percentile(sizes, 0.9)} lines`],
  ["files above 500 lines", sources.filter((_, index) => (sizes[index] ?? 0) > 500).join(", ") || "none"],
  ["function: 90th percentile", `${percentile(functionSizes, 0.9)} lines`],
  [
    "functions above 120 lines",
    functions
      .filter((each) => each.lines > 120)
      .map((each) => `${each.name} (${each.lines})`)
      .join(", ") || "none",
  ],
  ["folders deeper than two below src", [...deep].join(", ") || "none"],
  ["comments", `${commentShare(texts)} %`],
  ["test lines to a line of source", (testLines / Math.max(sourceLines, 1)).toFixed(2)],
  ["files or folders with a shapeless name", shapeless.join(", ") || "none"],
];
for (const [name, value] of rows) console.log(`${name.padEnd(42)}${value}`);
