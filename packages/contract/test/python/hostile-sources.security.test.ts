// Sources that ask too much of a parser end in a result or a diagnostic, and the next source is read as if nothing
// had happened.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { pythonReading } from "./reading.ts";

const reading = pythonReading();

const GOOD = `@tool
def fine() -> str:
    """Fine.

    Use when all is fine.
    """
`;

function withDefault(value: string): string {
  return `@tool\ndef f(a: int = ${value}) -> int:\n    """F.\n\n    Use when f.\n\n    Args:\n        a: A.\n    """\n`;
}

function withType(type: string): string {
  return `${GOOD}\n@tool\ndef f(a: ${type}) -> int:\n    """F.\n\n    Use when f.\n\n    Args:\n        a: A.\n    """\n`;
}

function doubling(times: number): string {
  const lines = ["A0 = list[int]"];
  for (let index = 1; index <= times; index++) lines.push(`A${index} = tuple[A${index - 1}, A${index - 1}]`);
  return `${lines.join("\n")}\n`;
}

/** Each with the codes that it may come to; an empty text is a result without any. */
const SOURCES: Readonly<Record<string, { readonly text: string; readonly codes: readonly string[] }>> = {
  "a list of 1 MiB": { text: `ROWS = [${"1,".repeat(500_000)}]\n${GOOD}`, codes: ["", "HAFT102"] },
  "a list of lists of 1 MiB": { text: `ROWS = [${"[1],".repeat(250_000)}]\n${GOOD}`, codes: ["", "HAFT102"] },
  "a list of texts of 1 MiB": { text: `ROWS = [${'"int",'.repeat(170_000)}]\n${GOOD}`, codes: ["", "HAFT102"] },
  "a text of 1 MiB": { text: `TEXT = "${"x".repeat(1_000_000)}"\n${GOOD}`, codes: [""] },
  "a docstring of 1 MiB": {
    text: `@tool\ndef f() -> str:\n    """F.\n\n    Use when f.\n${"\n    Word: more of it".repeat(48_000)}\n    """\n`,
    codes: [""],
  },
  "a source over 1 MiB": { text: `# ${"x".repeat(1_048_600)}\n`, codes: ["HAFT102"] },
  "an expression of 5,000 terms": { text: withDefault(`1${" + 1".repeat(4_999)}`), codes: ["HAFT102"] },
  "a text joined of 5,000 parts": { text: withDefault(`"a"${' + "a"'.repeat(4_999)}`), codes: ["HAFT102"] },
  "an expression of 700 terms": { text: withDefault(`1${" + 1".repeat(699)}`), codes: ["HAFT306"] },
  "a union of 300 members": { text: withType(`int${" | str".repeat(299)}`), codes: [""] },
  "a text joined of 700 parts": { text: withDefault(`"a"${' + "a"'.repeat(699)}`), codes: ["HAFT305"] },
  "an expression 300 deep": { text: withDefault(`${"-".repeat(300)}1`), codes: ["HAFT306"] },
  "a type 200 deep": { text: withType(`${"list[".repeat(199)}int${"]".repeat(199)}`), codes: ["HAFT101", "HAFT102"] },
  "a number of 5,000 digits": { text: withDefault("7".repeat(5_000)), codes: ["HAFT101"] },
  "a hexadecimal number of 5,000 digits": { text: withDefault(`0x${"f".repeat(5_000)}`), codes: ["HAFT306"] },
  "parentheses 5,000 deep": {
    text: withDefault(`${"(".repeat(5_000)}1${")".repeat(5_000)}`),
    codes: ["HAFT101", "HAFT102"],
  },
  "lists 90 deep": { text: withDefault(`${"[".repeat(90)}${"]".repeat(90)}`), codes: ["HAFT305"] },
  "an attribute chain 5,000 long": { text: withType(`a${".b".repeat(5_000)}`), codes: ["HAFT102"] },
  "a chain of calls 5,000 long": { text: `${GOOD}x = a${"()".repeat(5_000)}\n`, codes: ["HAFT102"] },
  "5,000 elifs": {
    text: `if a:\n    pass\n${"elif a:\n    pass\n".repeat(5_000)}${GOOD}`,
    codes: ["", "HAFT102"],
  },
  "a union of 5,000 members": { text: withType(`int${" | str".repeat(4_999)}`), codes: ["HAFT102"] },
  "a union of 5,000 literals": {
    text: withType(`Literal[${Array.from({ length: 5_000 }, (_, index) => `"v${index}"`).join(",")}]`).replace(
      "@tool",
      "from typing import Literal\n@tool",
    ),
    codes: [""],
  },
  "a type nested 90 deep": { text: withType(`${"list[".repeat(90)}int${"]".repeat(90)}`), codes: ["HAFT102"] },
  "aliases that double 40 times": { text: `${doubling(40)}${withType("A40")}`, codes: ["HAFT102"] },
  "generics that grow without end": {
    text: `from dataclasses import dataclass\nfrom typing import Generic, TypeVar\nT = TypeVar("T")\n@dataclass\nclass A(Generic[T]):\n    x: "A[list[T]]"\n    y: "A[set[T]]"\n${withType("A[int]")}`,
    codes: ["HAFT102"],
  },
  "a class that derives from itself": {
    text: `from typing import TypedDict\nclass A(B):\n    x: int\nclass B(A):\n    y: int\n${withType("A")}`,
    codes: ["HAFT302"],
  },
  "aliases in a circle": { text: `A = B\nB = C\nC = A\n${withType("A")}`, codes: ["HAFT302", "HAFT308"] },
  "a million line ends": { text: "\n".repeat(1_000_000), codes: [""] },
  "a NUL": { text: `${GOOD}\0`, codes: ["HAFT101"] },
  "half of a surrogate pair": { text: `${GOOD}x = "\ud800"\n`, codes: ["HAFT101"] },
  "half of a surrogate pair as an escape": { text: withDefault('"\\ud800"'), codes: ["HAFT306"] },
  "an infinite number": { text: withDefault("1e999"), codes: ["HAFT306"] },
};

describe("a hostile source", () => {
  for (const [name, { text, codes }] of Object.entries(SOURCES)) {
    it(`that is ${name} is answered, and so is the next`, async () => {
      const { result } = await reading.read(text);
      const found = result.diagnostics.map(({ code }) => code);
      assert.deepEqual([...new Set(found)].length <= 1, true, `one kind of problem, not ${found.join(" ")}`);
      assert.ok(codes.includes(found[0] ?? ""), `${found[0] ?? "no diagnostic"} is none of ${codes.join(" ")}`);
      const next = await reading.read(`${GOOD}# after ${name}\n`);
      assert.deepEqual(
        next.result.tools.map((tool) => tool.name),
        ["fine"],
      );
    });
  }
});
