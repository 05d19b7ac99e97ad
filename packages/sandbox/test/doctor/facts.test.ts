// The facts that `haft doctor` prints.

import assert from "node:assert/strict";
import { it } from "node:test";
import { machineFacts } from "../../src/doctor/facts.ts";
import { missingFor, temporaryFolder } from "../harness.ts";

it("are told one by one, each with what to do where it is not as it should be", {
  skip: missingFor("bubblewrap"),
}, async () => {
  using folder = temporaryFolder(0o755);
  const facts = await machineFacts({ least: "rlimit-only", state: `${folder.path}/state` });
  const names = facts.map((fact) => fact.name);
  assert.deepEqual(names, [
    "bubblewrap",
    "user namespaces",
    "system call filter",
    "control groups",
    "python",
    "state folder",
    "sandbox user",
    "this folder",
  ]);
  assert.match(facts[0]?.detail ?? "", /bubblewrap \d/);
  for (const fact of facts) if (!fact.ok) assert.ok(fact.remedy, fact.name);
});

it("name an interpreter that is none, and how to name another", async () => {
  const facts = await machineFacts({ least: "rlimit-only", python: "/nowhere/python3" });
  const python = facts.find((fact) => fact.name === "python");
  assert.equal(python?.ok, false);
  assert.match(python?.detail ?? "", /no Python interpreter \/nowhere\/python3.*HAFT_PYTHON=/);
});
