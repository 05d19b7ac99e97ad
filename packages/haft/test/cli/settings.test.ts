import assert from "node:assert/strict";
import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { readSettings } from "../../src/cli/settings.ts";
import { CommandError } from "../../src/session/command-error.ts";
import { surroundingsIn } from "./surroundings.ts";

test("a flag wins over its variable, and a variable over the file", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "haft-settings-"));
  await writeFile(
    join(folder.path, "haft.server.toml"),
    'store = "file.db"\ndata = "file"\npython = "python3.10"\n[environment]\nsupport = "env/support"\nother = "/opt/other"\n',
  );
  const environment = { HAFT_STORE: "variable.db", HAFT_ISOLATION: "seccomp", HAFT_PYTHON: "" };
  const { surroundings } = surroundingsIn(folder.path, { environment });
  const settings = await readSettings({ store: "flag.db", environment: ["support=mine"] }, surroundings);
  assert.deepEqual(settings, {
    store: join(folder.path, "flag.db"),
    data: join(folder.path, "file"),
    isolation: "seccomp",
    python: "python3.10",
    environments: { support: join(folder.path, "mine"), other: "/opt/other" },
  });
});

test("how long runs are kept, and where files are, are settings", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "haft-settings-"));
  const read = async (environment: Record<string, string>) => {
    const { files, retentionDays } = await readSettings({}, surroundingsIn(folder.path, { environment }).surroundings);
    return { files, retentionDays };
  };
  assert.deepEqual(await read({}), { files: undefined, retentionDays: undefined });
  assert.deepEqual(await read({ HAFT_FILES: "shared", HAFT_RETENTION_DAYS: "off" }), {
    files: "shared",
    retentionDays: null,
  });
  await writeFile(join(folder.path, "haft.server.toml"), 'retention_days = 30\nfiles = "local"\n');
  assert.deepEqual(await read({}), { files: "local", retentionDays: 30 });
});

test("without any there are no settings", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "haft-settings-"));
  assert.deepEqual(await readSettings({}, surroundingsIn(folder.path).surroundings), { environments: {} });
});

const refused: readonly [
  title: string,
  flags: Parameters<typeof readSettings>[0],
  file: string,
  parts: readonly string[],
][] = [
  ["an unknown level", { isolation: "strong" }, "", ['"strong"', "namespaces, seccomp, rlimit-only"]],
  [
    "a store that is neither a file nor a database",
    { store: "redis://user:word@host/1" },
    "",
    ["redis://user@host/1", "--store ./.haft/haft.db", "postgres://"],
  ],
  ["files that are somewhere else", { files: "s3" }, "", ["HAFT_FILES", '"s3"', "shared", "local"]],
  ["days that are none", { retentionDays: "soon" }, "", ['"soon"', "--retention-days 30", "off"]],
  ["an environment without a name", { environment: ["./env"] }, "", ["--environment", "NAME=VALUE"]],
  ["a file that is not TOML", {}, "store = 'a'\nstore 'b'\n", ["haft.server.toml:2:"]],
];

for (const [title, flags, file, parts] of refused) {
  test(`refused with what to write instead: ${title}`, async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), "haft-settings-"));
    await writeFile(join(folder.path, "haft.server.toml"), file);
    await assert.rejects(readSettings(flags, surroundingsIn(folder.path).surroundings), (error) => {
      assert.ok(error instanceof CommandError && error.usage);
      const told = `${error.message}\n${error.hint}`;
      for (const part of parts) assert.ok(told.includes(part), `${part} is not in: ${told}`);
      assert.ok(!told.includes("word@"), told);
      return true;
    });
  });
}
