import assert from "node:assert/strict";
import { test } from "node:test";
import type { Diagnostic } from "@haft/contract";
import { formatDiagnostic, inOrder } from "../../src/output/diagnostics.ts";
import { paintFor } from "../../src/output/paint.ts";

const plain = paintFor({}, {});

function diagnostic(changes: Partial<Diagnostic>): Diagnostic {
  return {
    code: "HAFT301",
    severity: "error",
    message: "`greet`: the parameter `name` has no type",
    file: "tools/greet.py",
    line: 2,
    column: 11,
    endLine: 2,
    endColumn: 15,
    ...changes,
  };
}

test("a diagnostic is its place, code, severity, message, marked line and hint", () => {
  const source = 'import os\ndef greet(name):\n    return "hello " + name\n';
  assert.equal(
    formatDiagnostic(diagnostic({ hint: "write its type: `name: str`" }), source, plain),
    [
      "tools/greet.py:2:11 HAFT301 error: `greet`: the parameter `name` has no type",
      "  2 | def greet(name):",
      "    |           ^^^^",
      "  hint: write its type: `name: str`",
      "",
    ].join("\n"),
  );
});

test("what a hint says to paste stands below it, with its own indentation", () => {
  const text = formatDiagnostic(diagnostic({ hint: "write below it:\n@resumes(ask)\n    pass" }), undefined, plain);
  assert.deepEqual(text.split("\n").slice(1), [
    "  hint: write below it:",
    "        @resumes(ask)",
    "            pass",
    "",
  ]);
});

test("a place that the source does not have is told without a line", () => {
  const text = formatDiagnostic(diagnostic({ line: 99, endLine: 99 }), "one line", plain);
  assert.equal(text, "tools/greet.py:99:11 HAFT301 error: `greet`: the parameter `name` has no type\n");
});

test("a source cannot drive the terminal", () => {
  const source = "\ndef greet(\u001b[31mname\u001b]0;title\u0007):\u202e\n";
  const text = formatDiagnostic(diagnostic({ endColumn: 20 }), source, plain);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: their absence is what is asserted
  assert.doesNotMatch(text, /[\u0000-\u0008\u000b-\u001f\u202e]/);
});

test("diagnostics are ordered by place within the order of files", () => {
  const places = inOrder([
    diagnostic({ file: "b.py", line: 5 }),
    diagnostic({ file: "a.py", line: 9 }),
    diagnostic({ file: "b.py", line: 2, column: 8 }),
    diagnostic({ file: "b.py", line: 2, column: 3 }),
  ]).map(({ file, line, column }) => `${file}:${line}:${column}`);
  assert.deepEqual(places, ["b.py:2:3", "b.py:2:8", "b.py:5:11", "a.py:9:11"]);
});
