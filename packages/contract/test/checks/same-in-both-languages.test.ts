// The same function in TypeScript and in Python gives the same descriptor.

import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import type { ToolDescriptor } from "../../src/descriptor/tool-descriptor.ts";
import { createReader } from "../../src/read/create-reader.ts";
import { normalised } from "../normalised-schema.ts";

const reader = createReader();
after(() => reader[Symbol.asyncDispose]());

/** One parameter `a`, and what stands before the function, in both languages. */
interface Row {
  readonly python: string;
  readonly typescript: string;
  readonly pythonBefore?: string;
  readonly typescriptBefore?: string;
  /** Constraint tags behind the text of the parameter. */
  readonly tags?: string;
}

const TYPES =
  "from typing import *\nfrom pydantic import Field\nfrom datetime import *\nfrom uuid import UUID\nfrom enum import Enum, IntEnum\nfrom dataclasses import dataclass, field\n";

const ROWS: Readonly<Record<string, Row>> = {
  text: { python: "a: str", typescript: "a: string" },
  "a whole number": { python: "a: int", typescript: "a: number", tags: "@integer" },
  "a number": { python: "a: float", typescript: "a: number" },
  truth: { python: "a: bool", typescript: "a: boolean" },
  "a default of text": { python: 'a: str = "x"', typescript: 'a = "x"' },
  "a default of truth": { python: "a: bool = True", typescript: "a = true" },
  "a negative default": { python: "a: float = -1.5", typescript: "a = -1.5" },
  "null or text": { python: "a: str | None", typescript: "a: string | null" },
  "null or text, null by default": { python: "a: Optional[str] = None", typescript: "a: string | null = null" },
  "a list": { python: "a: list[str]", typescript: "a: string[]" },
  "a list with a default": { python: 'a: list[str] = ["x"]', typescript: 'a: string[] = ["x"]' },
  "a read-only list": { python: "a: Sequence[str]", typescript: "a: readonly string[]" },
  "a list of lists": { python: "a: list[list[bool]]", typescript: "a: boolean[][]" },
  "a list or null": { python: "a: list[str] | None", typescript: "a: string[] | null" },
  "a list of text or null": { python: "a: list[str | None]", typescript: "a: (string | null)[]" },
  "a pair": { python: "a: tuple[str, bool]", typescript: "a: [string, boolean]" },
  "a tuple of any length": { python: "a: tuple[str, ...]", typescript: "a: string[]" },
  "a map": { python: "a: dict[str, bool]", typescript: "a: Record<string, boolean>" },
  "a map by whole number": { python: "a: dict[int, str]", typescript: "a: Record<number, string>" },
  "a map of lists": { python: "a: Mapping[str, list[float]]", typescript: "a: { [key: string]: number[] }" },
  "a map of anything": { python: "a: dict[str, Any]", typescript: "a: Record<string, unknown>" },
  "a list of anything": { python: "a: list[Any]", typescript: "a: unknown[]" },
  "any object": { python: "a: dict", typescript: "a: object" },
  "a map with two names": {
    python: 'a: dict[Literal["x", "y"], str]',
    typescript: 'a: Partial<Record<"x" | "y", string>>',
  },
  "a choice of texts": { python: 'a: Literal["x", "y"]', typescript: 'a: "x" | "y"' },
  "one text": { python: 'a: Literal["x"]', typescript: 'a: "x"' },
  "one text or null": { python: 'a: Literal["x"] | None', typescript: 'a: "x" | null' },
  "a choice of whole numbers": { python: "a: Literal[1, 2]", typescript: "a: 1 | 2" },
  "a choice of text and number": { python: 'a: Literal["x", 1]', typescript: 'a: "x" | 1' },
  "a text or truth": { python: 'a: Literal["x"] | bool', typescript: 'a: "x" | boolean' },
  "text or number": { python: "a: str | float", typescript: "a: string | number" },
  "text, number or null": { python: "a: str | float | None", typescript: "a: string | number | null" },
  "text or a list": { python: "a: str | list[str]", typescript: "a: string | string[]" },
  "text, null or a list": { python: "a: str | None | list[str]", typescript: "a: string | null | string[]" },
  "a choice or a list": { python: 'a: Literal["all"] | list[str]', typescript: 'a: "all" | string[]' },
  "a date and time": { python: "a: datetime", typescript: "a: Date" },
  "a date": { python: "a: date", typescript: "a: string", tags: "@format date" },
  "a date or null": { python: "a: date | None", typescript: "a: string | null", tags: "@format date" },
  "a UUID": { python: "a: UUID", typescript: "a: string", tags: "@format uuid" },
  "limits of a number": {
    python: "a: Annotated[float, Field(ge=1, lt=5, multiple_of=0.5)]",
    typescript: "a: number",
    tags: "@minimum 1 @exclusiveMaximum 5 @multipleOf 0.5",
  },
  "limits of text": {
    python: 'a: Annotated[str, Field(min_length=1, max_length=9, pattern="^[a-z]+$")]',
    typescript: "a: string",
    tags: "@minLength 1 @maxLength 9 @pattern ^[a-z]+$",
  },
  "limits of a list": {
    python: "a: Annotated[list[str], Field(min_length=1, max_length=3)]",
    typescript: "a: string[]",
    tags: "@minItems 1 @maxItems 3",
  },
  "an enum of texts": {
    pythonBefore: 'class Colour(str, Enum):\n    RED = "red"\n    BLUE = "blue"\n',
    python: "a: Colour",
    typescriptBefore: 'enum Colour { Red = "red", Blue = "blue" }',
    typescript: "a: Colour",
  },
  "an enum of numbers": {
    pythonBefore: "class Level(IntEnum):\n    LOW = 1\n    HIGH = 2\n",
    python: "a: Level",
    typescriptBefore: "enum Level { Low = 1, High = 2 }",
    typescript: "a: Level",
  },
  "a member of an enum by default": {
    pythonBefore: 'class Colour(str, Enum):\n    RED = "red"\n    BLUE = "blue"\n',
    python: "a: Colour = Colour.BLUE",
    typescriptBefore: 'enum Colour { Red = "red", Blue = "blue" }',
    typescript: "a: Colour = Colour.Blue",
  },
  "a record": {
    pythonBefore: "class Point(TypedDict):\n    x: float\n    y: NotRequired[float]\n",
    python: "a: Point",
    typescriptBefore: "interface Point { x: number; y?: number }",
    typescript: "a: Point",
  },
  "a record with a default inside": {
    pythonBefore: "@dataclass\nclass Page:\n    query: str\n    size: float = 20\n",
    python: "a: Page",
    typescriptBefore: "interface Page { query: string;\n  /** @default 20 */\n  size?: number }",
    typescript: "a: Page",
  },
  "a record with texts of its own": {
    pythonBefore: 'class Point(TypedDict):\n    """A place."""\n    x: float\n    """Columns."""\n',
    python: "a: list[Point]",
    typescriptBefore: "/** A place. */\ninterface Point {\n  /** Columns. */\n  x: number }",
    typescript: "a: Point[]",
  },
  "a record twice": {
    pythonBefore: "class Point(TypedDict):\n    x: float\n",
    python: "a: tuple[Point, Point]",
    typescriptBefore: "interface Point { x: number }",
    typescript: "a: [Point, Point]",
  },
  "a record of itself": {
    pythonBefore: 'class Node(TypedDict):\n    children: "list[Node]"\n',
    python: "a: Node",
    typescriptBefore: "interface Node { children: Node[] }",
    typescript: "a: Node",
  },
  "records that a literal tells apart": {
    pythonBefore:
      'class Cat(TypedDict):\n    kind: Literal["cat"]\n    lives: float\nclass Dog(TypedDict):\n    kind: Literal["dog"]\n',
    python: "a: Cat | Dog | None",
    typescriptBefore: 'interface Cat { kind: "cat"; lives: number }\ninterface Dog { kind: "dog" }',
    typescript: "a: Cat | Dog | null",
  },
  "records that nothing tells apart": {
    pythonBefore: "class A(TypedDict):\n    x: float\nclass B(TypedDict):\n    y: float\n",
    python: "a: A | B",
    typescriptBefore: "interface A { x: number }\ninterface B { y: number }",
    typescript: "a: A | B",
  },
  "an inherited record": {
    pythonBefore: "class Base(TypedDict):\n    id: str\nclass Item(Base):\n    size: float\n",
    python: "a: Item",
    typescriptBefore: "interface Base { id: string }\ninterface Item extends Base { size: number }",
    typescript: "a: Item",
  },
  "a type alias": {
    pythonBefore: "Key = str | float\n",
    python: "a: dict[str, Key]",
    typescriptBefore: "type Key = string | number;",
    typescript: "a: Record<string, Key>",
  },
};

function pythonSource(row: Row): string {
  return `${TYPES}\n${row.pythonBefore ?? ""}

@tool(timeout_seconds=5, capabilities=["x:read"], approval="it matters", read_only=True, title="Go")
def go(${row.python}) -> list[str]:
    """Go there.

    Use when going.

    Args:
        a: What.
    """
    return []
`;
}

function typescriptSource(row: Row): string {
  return `import { tool } from "haft";
${row.typescriptBefore ?? ""}

/**
 * Go there.
 *
 * Use when going.
 *
 * @param a - What. ${row.tags ?? ""}
 */
export function go(${row.typescript}): string[] {
  return [];
}
tool(go, { timeoutSeconds: 5, capabilities: ["x:read"], approval: "it matters", readOnly: true, title: "Go" });
`;
}

/** A descriptor without what belongs to its language and place. */
function comparable(tool: ToolDescriptor | undefined): unknown {
  if (tool === undefined) return undefined;
  const { language, location, inputSchema, outputSchema, ...rest } = tool;
  return { ...rest, inputSchema: normalised(inputSchema), outputSchema: normalised(outputSchema) };
}

describe("the same function in both languages", () => {
  for (const [name, row] of Object.entries(ROWS)) {
    it(`${name} gives the same descriptor`, async () => {
      const python = await reader.read({ language: "python", file: "a.py", text: pythonSource(row) });
      const typescript = await reader.read({ language: "typescript", file: "a.tools.ts", text: typescriptSource(row) });
      assert.deepEqual([...python.diagnostics, ...typescript.diagnostics], []);
      assert.equal(python.tools.length, 1);
      assert.deepEqual(comparable(typescript.tools[0]), comparable(python.tools[0]));
    });
  }
});
