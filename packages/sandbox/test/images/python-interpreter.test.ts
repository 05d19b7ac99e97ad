// Which interpreter runs a Python tool.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";
import { NoInterpreter, pythonInterpreter, pythonName } from "../../src/images/python-interpreter.ts";
import { missingFor } from "../harness.ts";

const state = mkdtempSync(join(tmpdir(), "haft-state-"));
after(() => rmSync(state, { recursive: true }));

it("is the one named, then HAFT_PYTHON, then the environment's, then the machine's", {
  skip: missingFor("seccomp"),
}, () => {
  const variable = { HAFT_PYTHON: "/opt/python3", PATH: "/usr/bin" };
  assert.equal(pythonName("/a/python3", "/v/python3", variable), "/a/python3");
  assert.equal(pythonName(undefined, "/v/python3", variable), "/opt/python3");
  assert.equal(pythonName(undefined, "/v/python3", { PATH: "/usr/bin" }), "/v/python3");
  assert.equal(pythonName(undefined, undefined, { PATH: "/usr/bin" }), "/usr/bin/python3");
  assert.equal(pythonName("", undefined, { HAFT_PYTHON: "", PATH: "/usr/bin" }), "/usr/bin/python3");
  assert.equal(pythonName("python3", undefined, { PATH: "/usr/bin" }), "/usr/bin/python3");
});

it("says what it is and what it needs, or why it is none", { skip: missingFor("seccomp") }, async () => {
  const found = await pythonInterpreter(pythonName(undefined, undefined, { PATH: "/usr/bin" }), state);
  assert.match(found.version, /^3\.\d+\.\d+$/);
  assert.ok(found.library.every((path) => path.includes("python3")));
  await assert.rejects(pythonInterpreter("/bin/true", state), (fault) => {
    assert.ok(fault instanceof NoInterpreter);
    assert.match(fault.message, /\/bin\/true does not run as a Python interpreter.*HAFT_PYTHON=/);
    return true;
  });
});
