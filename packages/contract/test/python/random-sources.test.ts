// Random text, mutated sources and deep nesting: reading always comes to a result, and its places are in the source.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import fc from "fast-check";
import { describeModule } from "../../src/checks/describe-module.ts";
import { createPythonParser, readPython } from "../../src/python/index.ts";
import { pythonReading } from "./reading.ts";

const reading = pythonReading();

const cases = join(import.meta.dirname, "..", "cases");
const sources = readdirSync(cases).flatMap((name) => {
  try {
    return [readFileSync(join(cases, name, "source.py"), "utf8")];
  } catch {
    return [];
  }
});

/** A model without the functions in it. */
function plain(model: unknown): unknown {
  return JSON.parse(JSON.stringify(model));
}

/** Reads a text, and holds what was found against it. */
async function readAnyhow(text: string): Promise<void> {
  const { result } = await reading.read(text);
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/);
  for (const { code, line, column, endLine, endColumn, message } of result.diagnostics) {
    assert.match(code, /^HAFT\d{3}$/);
    assert.notEqual(message, "");
    assert.ok(line >= 1 && line <= lines.length, `line ${line} of ${lines.length}: ${message}`);
    const length = lines[line - 1]?.length ?? 0;
    assert.ok(column >= 1 && column <= length + 2, `column ${column} of ${length}: ${message}`);
    assert.ok(endLine > line || (endLine === line && endColumn >= column), `it ends after it begins: ${message}`);
  }
}

const WORDS = [
  ..."@ ( ) [ ] { } : , . = | -> * ** / \n \n\n    \t \\ # ' \" \"\"\" ''' ... ; ü 🎈 \r".split(" "),
  ..."tool def class async await return yield import from as if else try except lambda None True".split(" "),
  ..."int str list dict Literal Annotated Field Optional Union TypedDict dataclass Enum auto ctx self".split(" "),
  ..."typing haft plnt pydantic resumes ask_user 0 1 -1 1e999 0x1F 'a' b'' f'{x}' Args: Use when".split(" "),
  "\n@tool\ndef f(",
  ') -> None:\n    """F.\n\n    Use when f.\n\n    Args:\n        a: ',
];

describe("reading", () => {
  it("comes to a result for any text", async () => {
    await fc.assert(fc.asyncProperty(fc.string({ unit: "binary", maxLength: 200 }), readAnyhow), { numRuns: 300 });
  });

  it("comes to a result for any row of Python's words", async () => {
    const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 60 }).map((words) => words.join(" "));
    await fc.assert(fc.asyncProperty(text, readAnyhow), { numRuns: 500 });
  });

  it("comes to a result for a source that was cut, doubled and mixed", async () => {
    const source = fc.constantFrom(...sources);
    const place = fc.double({ min: 0, max: 1, noNaN: true });
    const mutated = fc.tuple(source, place, place, fc.constantFrom(...WORDS)).map(([text, from, to, word]) => {
      const [first, last] = [from, to].map((one) => Math.floor(one * text.length)).sort((a, b) => a - b);
      return text.slice(0, first) + word + text.slice(last);
    });
    await fc.assert(fc.asyncProperty(mutated, readAnyhow), { numRuns: 500 });
  });

  it("comes to a result for the lines of several sources in any order", async () => {
    const lines = sources.flatMap((text) => text.split("\n\n\n"));
    const mixed = fc.array(fc.constantFrom(...lines), { maxLength: 12 }).map((parts) => parts.join("\n\n\n"));
    await fc.assert(fc.asyncProperty(mixed, readAnyhow), { numRuns: 300 });
  });

  it("of an edited source comes to the same as reading it for the first time", async () => {
    const parts = sources.flatMap((text) => text.split("\n\n\n"));
    const start = fc.array(fc.constantFrom(...parts), { minLength: 2, maxLength: 8 });
    const edits = fc.array(fc.tuple(fc.nat(8), fc.nat(2), fc.constantFrom(...parts, "", "x = 1", "# note")), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(start, edits, async (first, changes) => {
        const current = [...first];
        await reading.read(current.join("\n\n\n"));
        for (const [at, taken, put] of changes) {
          current.splice(at, taken, put);
          await reading.read(current.join("\n\n\n"));
        }
        // The whole once more: what the warm process tells of it now is only what it has not told before.
        const text = `${current.join("\n\n\n")}\n`;
        const { model, result } = await reading.read(text);
        await using fresh = createPythonParser();
        const again = await readPython({ file: "source.py", text }, fresh);
        assert.deepEqual(plain(model), plain(again.model));
        assert.deepEqual(result, describeModule(again.model, { language: "python", file: "source.py" }, again.imports));
      }),
      { numRuns: 20 },
    );
  });

  it("comes to a result for any type and default", async () => {
    const { expression } = fc.letrec<{ expression: string }>((tie) => ({
      expression: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        fc.constantFrom(
          "int",
          "'R'",
          "None",
          "...",
          "1",
          "-1.5",
          "T",
          "R",
          "E",
          "A",
          "ty.Any",
          "E.X",
          "x.y",
          "Unknown",
          "b''",
        ),
        fc
          .tuple(
            fc.constantFrom("list", "dict", "tuple", "ty.Union", "ty.Literal", "ty.Annotated", "R", "A", "E", "x"),
            tie("expression"),
            tie("expression"),
          )
          .map(([name, one, two]) => `${name}[${one}, ${two}]`),
        fc.tuple(tie("expression"), tie("expression")).map(([one, two]) => `${one} | ${two}`),
        fc
          .tuple(fc.constantFrom("Field", "conint", "ty.TypedDict", "E", "x"), tie("expression"))
          .map(([name, one]) => `${name}(${one}, ge=${one})`),
        fc.array(tie("expression"), { maxLength: 3 }).map((items) => `[${items.join(", ")}]`),
        tie("expression").map((one) => `{"a": ${one}}`),
        tie("expression").map((one) => JSON.stringify(one)),
      ),
    }));
    const text = fc.tuple(expression, expression, expression).map(
      ([type, value, alias]) => `import typing as ty, enum
from dataclasses import dataclass
from pydantic import Field, conint
T = ty.TypeVar("T")
A = ${alias}
class E(enum.Enum):
    X = ${value}
@dataclass
class R(ty.Generic[T]):
    a: "${type.replaceAll(/["\\]/g, "'")}" = ${value}
    b: "R[A]" = None
@tool
def f(a: ${type} = ${value}, *, b: R[${alias}]) -> ${type}:
    """F.

    Use when f.

    Args:
        a: A.
        b: B.
    """
`,
    );
    await fc.assert(fc.asyncProperty(text, readAnyhow), { numRuns: 500 });
  });
});
