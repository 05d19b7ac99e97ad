// What `read_file` shows of files of any size and kind.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { called, workspace } from "./workspace.ts";

const LINES = Array.from({ length: 5_000 }, (_, index) => `line ${index + 1}`).join("\n");

const ROWS = [
  ["every line of a short one", "one\ntwo\n", {}, { start: 1, end: 2, text: "1\tone\n2\ttwo" }],
  ["a last line without its end", "one\r\ntwo", {}, { start: 1, end: 2, text: "1\tone\n2\ttwo" }],
  [
    "a range",
    LINES,
    { start: 4_000, end: 4_001 },
    {
      start: 4_000,
      end: 4_001,
      text: "4000\tline 4000\n4001\tline 4001",
      more: "there are more lines: read on with start 4002",
    },
  ],
  ["the last lines", LINES, { start: 5_000 }, { start: 5_000, end: 5_000, text: "5000\tline 5000" }],
  [
    "nothing past the end, and how many lines there are",
    "one\n",
    { start: 3 },
    { start: null, end: null, text: "", more: "the file has 1 lines" },
  ],
  ["nothing of an empty one", "", {}, { start: null, end: null, text: "" }],
] as const;

for (const [title, text, range, expected] of ROWS) {
  test(`read_file shows ${title}`, async () => {
    await using place = await workspace();
    await writeFile(join(place.path, "f.txt"), text);
    assert.deepEqual(await called("read_file", { path: "f.txt", ...range }, place.path), {
      path: "f.txt",
      ...expected,
    });
  });
}

test("read_file shows 2,000 lines and where to read on", async () => {
  await using place = await workspace();
  await writeFile(join(place.path, "f.txt"), LINES);
  const read = await called("read_file", { path: "f.txt" }, place.path);
  assert.ok(typeof read === "object" && read !== null && "more" in read && "end" in read);
  assert.equal(read.end, 2_000);
  assert.equal(read.more, "there are more lines: read on with start 2001");
});

test("read_file cuts a line that has no end and says how long it was", async () => {
  await using place = await workspace();
  await writeFile(join(place.path, "f.txt"), `${"x".repeat(3_000_000)}\nafter\n`);
  const read = await called("read_file", { path: "f.txt" }, place.path);
  assert.ok(typeof read === "object" && read !== null && "text" in read);
  assert.equal(read.text, `1\t${"x".repeat(2_000)} … (3000000 characters)\n2\tafter`);
});

test("read_file describes what is no text", async () => {
  await using place = await workspace();
  await writeFile(join(place.path, "p.png"), Buffer.from("89504e470d0a1a0a0000", "hex"));
  assert.deepEqual(await called("read_file", { path: "p.png" }, place.path), {
    path: "p.png",
    binary: true,
    size: 10,
    kind: "PNG image",
  });
});

test("read_file refuses a range that ends before it begins", async () => {
  await using place = await workspace();
  await writeFile(join(place.path, "f"), "x");
  assert.deepEqual(await called("read_file", { path: "f", start: 3, end: 2 }, place.path), {
    error: "invalid_arguments",
    message: "the last line, 2, is before the first, 3",
  });
});

test("load_skill returns the text, and names the nearest where there is none", async () => {
  const skills = new Map([["letters", "Write in short lines."]]);
  assert.equal(await called("load_skill", { name: "letters" }, undefined, skills), "Write in short lines.");
  assert.deepEqual(await called("load_skill", { name: "leters" }, undefined, skills), {
    error: "not_found",
    message: 'there is no skill "leters"; did you mean "letters"?',
  });
});
