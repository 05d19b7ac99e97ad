// Values as they are typed: what `--arg`, `--args` and files become for a function, and how a result is printed.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { runHaft } from "../cli/run-haft.ts";
import { pythonTool } from "./python-source.ts";
import { typescriptTool } from "./typescript-source.ts";

const folder = mkdtempSync(join(tmpdir(), "haft-command-"));
after(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, "data.bin"), Buffer.from([0, 255]));
writeFileSync(
  join(folder, "py.py"),
  [
    `
from dataclasses import dataclass
from datetime import date
from enum import Enum
from typing import Optional


class Colour(Enum):
    RED = "red"


@dataclass
class Point:
    x: int
`,
    pythonTool(
      "show(n: int, day: date, tags: list[str], p: Point, raw: bytes = b'', colour: Colour = Colour.RED, maybe: Optional[int] = 1, yes: bool = False, text: str = '')",
      "return [n, repr(day), tags, repr(p), repr(raw), colour.name, maybe, yes, text]",
      ["n", "day", "tags", "p", "raw", "colour", "maybe", "yes", "text"],
    ),
  ].join("\n"),
);
writeFileSync(
  join(folder, "ts.tools.ts"),
  typescriptTool(
    "show({ n, day, tags, p, maybe = 1, yes = false, text = '' }: { n: number; day: Date; tags: string[]; p: { x: number }; maybe?: number | null; yes?: boolean; text?: string })",
    "return [n, day.getTime(), tags, p, maybe, yes, text];",
    ["n", "day", "tags", "p", "maybe", "yes", "text"],
  ),
);

const common = ["--arg", "n=3", "--arg", "tags=a", "--arg", "tags=b,c", "--arg", 'p={"x": 1}'];

for (const [title, words, value] of [
  [
    "text is turned into what the schema asks for",
    ["py.py", ...common, "--arg", "day=2026-03-01", "--arg", "raw=@data.bin", "--arg", "colour=red"],
    [3, "datetime.date(2026, 3, 1)", ["a", "b,c"], "Point(x=1)", "b'\\x00\\xff'", "RED", 1, false, ""],
  ],
  [
    "null, truth and text that looks like a number",
    ["py.py", ...common, "--arg", "day=2026-03-01", "--arg", "maybe=null", "--arg", "yes=true", "--arg", "text=12"],
    [3, "datetime.date(2026, 3, 1)", ["a", "b,c"], "Point(x=1)", "b''", "RED", null, true, "12"],
  ],
  [
    "JSON for all, with one replaced",
    ["py.py", "--args", '{"n": 1, "day": "2026-03-01", "tags": [], "p": {"x": 2}}', "--arg", "n=4"],
    [4, "datetime.date(2026, 3, 1)", [], "Point(x=2)", "b''", "RED", 1, false, ""],
  ],
  [
    "the same in TypeScript",
    ["ts.tools.ts", ...common, "--arg", "day=1970-01-01T00:00:01Z", "--arg", "yes=true", "--arg", "text=12"],
    [3, 1000, ["a", "b,c"], { x: 1 }, 1, true, "12"],
  ],
] as const) {
  test(title, async () => {
    const { exitCode, out, err } = await runHaft(["call", ...words, "--json"], { folder });
    assert.equal(exitCode, 0, out + err);
    assert.deepEqual(JSON.parse(out).value, value);
  });
}

for (const [title, words, message] of [
  ["a number that is none", ["--arg", "n=three"], /argument `n` of show .*three/],
  ["an argument that is missing", [], /the argument `n` \(a whole number\) is missing/],
  [
    "a value of the wrong kind in JSON",
    ["--args", '{"n": "three"}'],
    /`n` is the text "three"; expected a whole number/,
  ],
  ["a name that is misspelt", ["--arg", "m=3"], /show has no argument `m`/],
] as const) {
  test(`${title} never reaches the function`, async () => {
    const day = ["--arg", "day=2026-03-01", "--arg", "tags=[]", "--arg", 'p={"x": 1}'];
    const { exitCode, out, err } = await runHaft(["call", "py.py", ...words, ...day], { folder });
    assert.notEqual(exitCode, 0);
    assert.equal(out, "");
    assert.match(err, message);
    assert.match(err, /hint: /);
  });
}
