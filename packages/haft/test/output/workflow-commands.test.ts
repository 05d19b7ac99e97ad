import assert from "node:assert/strict";
import { test } from "node:test";
import type { Diagnostic } from "@haft/contract";
import { workflowCommand } from "../../src/output/workflow-commands.ts";

const diagnostic: Diagnostic = {
  code: "HAFT301",
  severity: "error",
  message: "100% wrong\nreally",
  hint: "write `a: str, b: str`",
  file: "tools/a,b:c.py",
  line: 2,
  column: 11,
  endLine: 2,
  endColumn: 15,
};

test("a diagnostic becomes one line, with what the format reserves escaped", () => {
  assert.equal(
    workflowCommand(diagnostic, undefined, "/project"),
    "::error file=tools/a%2Cb%3Ac.py,line=2,endLine=2,col=11,endColumn=15,title=HAFT301::100%25 wrong%0Areally%0Ahint: write `a: str, b: str`",
  );
});

test("files are named from the root of the checkout, and a range over lines has no end column", () => {
  assert.equal(
    workflowCommand(
      { ...diagnostic, severity: "warning", file: "a.py", endLine: 4, message: "m" },
      "/checkout",
      "/checkout/sub",
    ),
    "::warning file=sub/a.py,line=2,endLine=4,col=11,title=HAFT301::m%0Ahint: write `a: str, b: str`",
  );
});
