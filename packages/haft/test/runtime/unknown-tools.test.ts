// What `haft agent set` says of tools that an agent names and that are not there: a warning, because they may come later.

import assert from "node:assert/strict";
import { mkdir, mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { runHaft } from "../cli/run-haft.ts";
import { pythonTool } from "../values/python-source.ts";

const set = (...tools: readonly string[]) => [
  ...["agent", "set", "clerk", "--instructions", "Help.", "--model", "default"],
  ...tools.flatMap((tool) => ["--tool", tool]),
];

test("an agent is saved with tools that are not there yet, and each is told with the nearest name", async () => {
  await using at = await mkdtempDisposable(join(tmpdir(), "haft-unknown-"));
  // A name that is the same each time, and like no other.
  const folder = join(at.path, "parcels");
  await mkdir(folder);
  await writeFile(join(folder, "desk.py"), pythonTool("price()", "return 1", []));
  const haft = (...words: readonly string[]) => runHaft(words, { folder });
  const [{ name: toolset }] = JSON.parse((await haft("tools", "--json")).out).toolsets;

  const known = await haft(...set(`${toolset}/price`, "builtin/read_file"));
  assert.deepEqual([known.exitCode, known.out, known.err], [0, "agent clerk saved\n", ""]);

  const mistyped = await haft(...set(`${toolset}/pric`, "builtin/read_fil", `${toolset}x`));
  assert.equal(mistyped.exitCode, 0, mistyped.err);
  assert.equal(mistyped.out, "agent clerk changed\n");
  assert.deepEqual(
    mistyped.err.trimEnd().split("\n").sort(),
    [
      `warning: ${toolset} has no tool pric; did you mean price?`,
      "warning: builtin has no tool read_fil; did you mean read_file?",
      `warning: there is no toolset ${toolset}x yet; did you mean ${toolset}?`,
    ].sort(),
  );

  const json = await haft(...set("elsewhere/thing"), "--json");
  assert.equal(json.exitCode, 0, json.err);
  const { saved } = JSON.parse(json.out);
  assert.deepEqual(saved, [
    { id: "clerk", created: false, warnings: [`there is no toolset elsewhere yet; the one here is ${toolset}`] },
  ]);
});
