import assert from "node:assert/strict";
import { mkdir, mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { readSecrets } from "../../src/cli/dotenv.ts";
import { CommandError } from "../../src/session/command-error.ts";

test("a secret comes from the flag, the environment, or the nearest .env, in that order", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "haft-dotenv-"));
  const project = join(folder.path, "project");
  await mkdir(project);
  await writeFile(join(folder.path, ".env"), "A_TOKEN=here\nB_TOKEN='quoted value'\n# C_TOKEN=comment\n");
  await writeFile(join(project, ".env"), "A_TOKEN=there\nD_TOKEN=project\n");
  const folders = [folder.path, project];
  const given = ["A_TOKEN", "B_TOKEN", "D_TOKEN", "E_TOKEN", "F_TOKEN=a=b"];
  assert.deepEqual(await readSecrets(given, { E_TOKEN: "environment", B_TOKEN: undefined }, folders), {
    A_TOKEN: "here",
    B_TOKEN: "quoted value",
    D_TOKEN: "project",
    E_TOKEN: "environment",
    F_TOKEN: "a=b",
  });
  assert.deepEqual(await readSecrets(["A_TOKEN"], { A_TOKEN: "environment" }, folders), { A_TOKEN: "environment" });
});

const refused: readonly [given: string, type: string, parts: readonly string[]][] = [
  ["C_TOKEN", "secret_missing", ["C_TOKEN", ".env", "--secret C_TOKEN=VALUE"]],
  ["api token=x", "usage", ["api token", "--secret API_TOKEN"]],
  ["X=", "secret_empty", ["X", "--secret X=VALUE"]],
];

for (const [given, type, parts] of refused) {
  test(`refused with what to write instead: --secret ${given}`, async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), "haft-dotenv-"));
    await assert.rejects(readSecrets([given], {}, [folder.path]), (error) => {
      assert.ok(error instanceof CommandError);
      assert.equal(error.type, type);
      const told = `${error.message}\n${error.hint}`;
      for (const part of parts) assert.ok(told.includes(part), `${part} is not in: ${told}`);
      return true;
    });
  });
}
