// Stores, data folders and working folders that cannot be used, and an environment that lacks what is usual.

import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, test } from "node:test";
import {
  ADDING,
  asNobody,
  assertTold,
  GREETING,
  giveToNobody,
  haftIn,
  needsRoot,
  OWN_MOUNTS,
  project,
} from "./project.ts";

describe("a store", () => {
  const STORES: readonly (readonly [what: string, make: (file: string) => void, message: RegExp])[] = [
    [
      "from a newer version",
      (file) => database(file, "pragma application_id = 0x48414654; pragma user_version = 99; create table a (b)"),
      /newer Haft .*99/,
    ],
    ["of another program", (file) => database(file, "create table a (b)"), /is a database of another program/],
    ["that is no database", (file) => writeFileSync(file, "hello\n".repeat(1_000)), /is not a store of Haft/],
  ];
  for (const [what, make, message] of STORES) {
    test(`${what} is told, and left as it is`, async () => {
      const folder = project();
      const file = join(folder, "a.db");
      make(file);
      const before = readFileSync(file);
      assertTold(await haftIn(folder, [...GREETING, "--store", "a.db"]), 1, message, /^hint: .*--store FILE/m);
      assert.deepEqual(readFileSync(file), before);
      assert.equal(existsSync(`${file}-wal`), false);
    });
  }

  test("that is a folder, or lies in a file, is told", async () => {
    const folder = project();
    assertTold(await haftIn(folder, ["runs", "--store", "tools"]), 1, /tools is a folder/, /--store FILE/);
    assertTold(await haftIn(folder, ["runs", "--store", "tools/greet.py/a.db"]), 1, /greet\.py is no folder/);
  });

  test("on a read-only file system is told; check does not need it", needsRoot, async () => {
    const folder = project();
    assert.equal((await haftIn(folder, GREETING)).exitCode, 0);
    const readOnly = `mount --bind . . && mount -o remount,bind,ro . && cd "$PWD" && exec "$@"`;
    assertTold(await haftIn(folder, GREETING, readOnly, OWN_MOUNTS), 1, /haft\.db cannot be written/, /^hint: /m);
    assert.equal((await haftIn(folder, ["check"], readOnly, OWN_MOUNTS)).exitCode, 0);
    assertTold(await haftIn(folder, ["init", "new"], readOnly, OWN_MOUNTS), 1, /the file system is read-only/);
  });

  test("of somebody else is told to an ordinary user", needsRoot, async () => {
    const folder = project();
    assert.equal((await haftIn(folder, GREETING)).exitCode, 0);
    giveToNobody(folder);
    assertTold(
      await haftIn(folder, GREETING, undefined, asNobody(folder)),
      1,
      /haft\.db cannot be written/,
      /^hint: /m,
    );
  });

  test("on a full disk is told, and serves again when there is room", needsRoot, async () => {
    const folder = project();
    mkdirSync(join(folder, ".haft"));
    const full = [
      "mount -t tmpfs -o size=1200k tmpfs .haft",
      "head -c 3000000 /dev/zero > .haft/fill 2>/dev/null",
      '"$@"; echo "first $?"',
      "rm .haft/fill",
      'exec "$@"',
    ].join("\n");
    const { exitCode, out, err } = await haftIn(folder, GREETING, full, OWN_MOUNTS);
    assert.match(err, /error: the store .* could not be written: .*full\nhint: make room/);
    assert.equal(out, "first 1\nhello Ada\n");
    assert.equal(exitCode, 0, err);
  });
});

function database(file: string, sql: string): void {
  const made = new DatabaseSync(file);
  made.exec(sql);
  made.close();
}

test("a data folder that is a file is told before anything starts", async () => {
  const folder = project();
  writeFileSync(join(folder, "data"), "");
  assertTold(await haftIn(folder, [...GREETING, "--data", "data"]), 2, /data is no folder/, /--data DIR/);
});

test("an output that cannot be written is told without a stack", async () => {
  const told = await haftIn(project(), ["check", "--json"], 'exec "$@" > /dev/full');
  assertTold(told, 1, /the output cannot be written: ENOSPC/);
});

const SURROUNDINGS: readonly (readonly [what: string, script: string])[] = [
  ["without HOME", 'unset HOME; exec "$@"'],
  ["with a home and a temporary folder that are not there", 'export HOME=/nowhere TMPDIR=/nowhere; exec "$@"'],
  ["with standard input closed", 'exec "$@" <&-'],
  ["with standard error closed", 'exec "$@" 2>&-'],
];
for (const [what, script] of SURROUNDINGS) {
  for (const words of [GREETING, ADDING]) {
    test(`${words[1]} is called ${what}`, async () => {
      const { exitCode, out, err } = await haftIn(project(), words, script);
      assert.equal(exitCode, 0, err);
      assert.equal(out, words === GREETING ? "hello Ada\n" : "2\n");
    });
  }
}

test("a call works without /dev/shm", needsRoot, async () => {
  const { exitCode, err } = await haftIn(
    project(),
    GREETING,
    'mount -t tmpfs -o ro tmpfs /dev/shm && exec "$@"',
    OWN_MOUNTS,
  );
  assert.equal(exitCode, 0, err);
});

test("a path with spaces and letters of any script works in both languages", async () => {
  const folder = project("sp ace ünï 日本");
  for (const words of [GREETING, ADDING]) {
    const { exitCode, err } = await haftIn(folder, words);
    assert.equal(exitCode, 0, err);
  }
});

test("a version that was kept without an interpreter is kept again with one", async () => {
  const folder = project();
  const without = await haftIn(folder, ADDING, undefined, [], { HAFT_PYTHON: "/nowhere/python3" });
  assert.equal(without.exitCode, 0, without.err);
  const { exitCode, out, err } = await haftIn(folder, GREETING);
  assert.equal(exitCode, 0, err);
  assert.equal(out, "hello Ada\n");
});

for (const python of ["/nowhere/python3", "/bin/true", "/bin/cat", "/usr/bin/yes"]) {
  test(`an interpreter that is none is told: ${python}`, async () => {
    const told = await haftIn(project(), GREETING, undefined, [], { HAFT_PYTHON: python });
    assertTold(
      told,
      1,
      /HAFT107 error: no Python interpreter .*HAFT_PYTHON=|HAFT107 error: no Python interpreter/,
      /hint: install Python/,
    );
  });
}

test(
  "a project in a home with mode 0700 brings its packages along, and nothing that links lead to",
  needsRoot,
  async () => {
    const folder = project();
    const packages = join(folder, ".venv/lib/python3.11/site-packages/own");
    mkdirSync(packages, { recursive: true });
    mkdirSync(join(folder, ".venv/bin"));
    symlinkSync("/usr/bin/python3", join(folder, ".venv/bin/python3"));
    writeFileSync(join(folder, ".venv/pyvenv.cfg"), "home = /usr/bin\n");
    writeFileSync(join(packages, "__init__.py"), "import os\nHERE = os.path.dirname(__file__)\n");
    symlinkSync("/etc/shadow", join(packages, "shadow"));
    const source = readFileSync(join(folder, "tools/greet.py"), "utf8");
    const body =
      "import own, os\n    return [os.path.islink(own.HERE + '/shadow'), os.path.exists(own.HERE + '/shadow')]";
    writeFileSync(join(folder, "tools/greet.py"), source.replace("return f'hello {name}'", body));
    chmodSync(join(folder, ".."), 0o700);
    const { exitCode, out, err } = await haftIn(folder, [...GREETING, "--json"]);
    assert.equal(exitCode, 0, err + out);
    assert.deepEqual(JSON.parse(out).value, [true, false]);
  },
);
