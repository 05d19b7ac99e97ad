// Hostile sources end in a diagnostic, or are read, within the limits; the next good source reads as ever.

import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import type { Language } from "../../src/descriptor/tool-descriptor.ts";
import { createReader } from "../../src/read/create-reader.ts";

const troubles: string[] = [];
const reader = createReader({ onTrouble: (stack) => troubles.push(stack) });
after(() => reader[Symbol.asyncDispose]());

const GOOD: Readonly<Record<Language, { file: string; text: string }>> = {
  typescript: {
    file: "good.tools.ts",
    text: "/** Good. Use when all is well.\n * @param a - A. */\nexport function good(a: string): string {\n  return a;\n}\n",
  },
  python: {
    file: "good.py",
    text: '@tool\ndef good(a: str) -> str:\n    """Good. Use when all is well.\n\n    Args:\n        a: A.\n    """\n    return a\n',
  },
};

/** A tool whose parameter has a type. */
function typeScriptTool(declarations: string, type: string): string {
  return `${declarations}\n/** Go. Use when going.\n * @param a - A. */\nexport function go(a: ${type}): void {}\n`;
}

function pythonTool(declarations: string, parameter: string): string {
  return `${declarations}\n\n@tool\ndef go(${parameter}) -> None:\n    """Go. Use when going.\n\n    Args:\n        a: A.\n    """\n`;
}

/** A source and what comes of it: a tool, the code of its first error, or nothing of either. */
type Hostile = readonly [outcome: string, text: string];

const letters = "abcdefghijklmnopqrstuvwxyz".split("").map((letter) => `"${letter}"`);

const TYPESCRIPT: Readonly<Record<string, Hostile>> = {
  "conditional types that double with each step": [
    "HAFT102",
    typeScriptTool(
      "type Double<T extends unknown[]> = [...T, ...T];\ntype Grow<T extends unknown[], N extends unknown[]> = N extends [unknown, ...infer R] ? Grow<Double<T>, R> : T;",
      `Grow<[1], [${Array(40).fill("1").join(", ")}]>`,
    ),
  ],
  "a conditional type that never ends": [
    "HAFT102",
    typeScriptTool(`type Endless<T> = T extends string ? Endless<\`\${T}x\`> : never;`, 'Endless<"a">'),
  ],
  "template literals of many choices": [
    "HAFT102",
    typeScriptTool(`type L = ${letters.join(" | ")};`, `\`${"\u0024{L}".repeat(6)}\``),
  ],
  "an intersection of many unions": [
    "HAFT102",
    typeScriptTool(
      Array.from({ length: 24 }, (_, at) => `type U${at} = { a${at}: 1 } | { b${at}: 2 };`).join("\n"),
      Array.from({ length: 24 }, (_, at) => `U${at}`).join(" & "),
    ),
  ],
  "a tuple of 10,000 elements": ["tool", typeScriptTool("", `[${Array(10_000).fill("string").join(", ")}]`)],
  "a generic type that contains a larger one of itself": [
    "HAFT102",
    typeScriptTool("type Nest<T> = { value: T; next?: Nest<T[]> };", "Nest<string>"),
  ],
  "a list of almost 1 MiB as a default": [
    "HAFT102",
    typeScriptTool(`const LIST = [${Array(100_000).fill("1234567").join(", ")}];`, "number[] = LIST"),
  ],
  "an expression of 5,000 terms": [
    "tool",
    typeScriptTool(`const SUM = ${Array(5_000).fill("1").join(" + ")};`, "number = SUM"),
  ],
  "a type of 5,000 union members": [
    "tool",
    typeScriptTool("", Array.from({ length: 5_000 }, (_, at) => `"v${at}"`).join(" | ")),
  ],
  "5,000 brackets": ["HAFT102", `export const a = ${"(".repeat(5_000)}1${")".repeat(5_000)};\n`],
  "lists nested 5,000 deep": ["HAFT102", typeScriptTool("", `string${"[]".repeat(5_000)}`)],
  "a number of 5,000 digits": ["tool", typeScriptTool("", `number = ${"9".repeat(5_000)}`)],
  "types that double by reference": [
    "tool",
    typeScriptTool(
      [
        "type T0 = { a: string; b: string };",
        ...Array.from({ length: 30 }, (_, at) => `type T${at + 1} = { a: T${at}; b: T${at} };`),
      ].join("\n"),
      "T30",
    ),
  ],
  "generics that double in place": [
    "HAFT102",
    typeScriptTool("type D<T> = { a: T; b: T };", `${"D<".repeat(30)}string${">".repeat(30)}`),
  ],
  "a comment of a million stars": ["tool", `/**${"*".repeat(900_000)}/\n${GOOD.typescript.text}`],
  "a million spaces in a comment": [
    "HAFT203",
    typeScriptTool("", "string").replace("Go.", `Go.${" ".repeat(900_000)}x`),
  ],
  "a NUL and half a surrogate": ["nothing", "export const a = '\0\ud800';\n"],
};

const PYTHON: Readonly<Record<string, Hostile>> = {
  "an expression of 5,000 terms": [
    "HAFT102",
    pythonTool(`SUM = ${Array(5_000).fill("1").join(" + ")}`, "a: int = SUM"),
  ],
  "a number of 5,000 digits": ["HAFT101", pythonTool("", `a: int = ${"9".repeat(5_000)}`)],
  "5,000 brackets": ["HAFT101", `a = ${"(".repeat(5_000)}1${")".repeat(5_000)}\n`],
  "lists nested 5,000 deep": ["HAFT101", pythonTool("", `a: ${"list[".repeat(5_000)}int${"]".repeat(5_000)}`)],
  "lists nested 90 deep": ["HAFT102", pythonTool("", `a: ${"list[".repeat(90)}int${"]".repeat(90)}`)],
  "a list of almost 1 MiB": [
    "tool",
    pythonTool(`LIST = [${Array(100_000).fill("1234567").join(", ")}]`, "a: list[int] = LIST"),
  ],
  "a choice of 10,000 values": [
    "tool",
    pythonTool("from typing import Literal", `a: Literal[${Array.from({ length: 10_000 }, (_, at) => at).join(", ")}]`),
  ],
  "unions that double by reference": [
    "HAFT102",
    pythonTool(
      [
        "U0 = list[int]",
        ...Array.from({ length: 40 }, (_, at) => `U${at + 1} = dict[str, U${at}] | list[U${at}]`),
      ].join("\n"),
      "a: U40",
    ),
  ],
  "dataclasses that double by reference": [
    "tool",
    pythonTool(
      [
        "from dataclasses import dataclass",
        "@dataclass\nclass C0:\n    a: int",
        ...Array.from(
          { length: 60 },
          (_, at) => `@dataclass\nclass C${at + 1}:\n    a: "C${at}"\n    b: "list[C${at}]"`,
        ),
      ].join("\n\n"),
      "a: C60",
    ),
  ],
  "an alias of itself": ["HAFT302", pythonTool("A = B\nB = A", "a: A")],
  "texts joined for ever": [
    "tool",
    pythonTool(
      `A = "x"\n${Array.from({ length: 60 }, (_, at) => `A${at} = ${at === 0 ? "A" : `A${at - 1}`} + ${at === 0 ? "A" : `A${at - 1}`}`).join("\n")}`,
      "a: str = A59",
    ),
  ],
  "a million spaces in a docstring": ["HAFT203", pythonTool("", "a: str").replace("Go.", `Go.${" ".repeat(900_000)}x`)],
  "a million blank lines": ["tool", `${"\n".repeat(1_000_000)}${GOOD.python.text}`],
  "a NUL": ["HAFT101", "a = '\0'\n"],
};

/** What a reading may take at most, with a margin for a machine under load; the limit itself is 2 s of work. */
const LONGEST_MS = 60_000;

/** Whether an error is Haft's own: not the compiler's, and not the stack or the memory of the machine. */
function isOurs(stack: string): boolean {
  const [head = "", frame = ""] = stack.split("\n");
  return !frame.includes("/typescript/lib/") && !/RangeError|ERR_WORKER_OUT_OF_MEMORY/.test(head);
}

async function assertEnds(language: Language, [outcome, text]: Hostile): Promise<void> {
  const started = performance.now();
  const { tools, diagnostics } = await reader.read({ language, file: GOOD[language].file, text });
  const took = performance.now() - started;
  assert.ok(took < LONGEST_MS, `it took ${took} ms`);
  const error = diagnostics.find(({ severity }) => severity === "error")?.code;
  assert.equal(tools.length > 0 ? "tool" : (error ?? "nothing"), outcome);
  assert.deepEqual(troubles.splice(0).filter(isOurs), []);
  const good = await reader.read({ language, ...GOOD[language] });
  assert.deepEqual(
    good.tools.map(({ name }) => name),
    ["good"],
    JSON.stringify(good.diagnostics),
  );
}

describe("hostile TypeScript", () => {
  for (const [name, source] of Object.entries(TYPESCRIPT)) it(`${name} ends`, () => assertEnds("typescript", source));
});

describe("hostile Python", () => {
  for (const [name, source] of Object.entries(PYTHON)) it(`${name} ends`, () => assertEnds("python", source));
});
