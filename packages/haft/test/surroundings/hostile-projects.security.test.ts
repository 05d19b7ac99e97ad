// Projects whose author means harm to whoever only looks at them: nothing of them runs outside of a sandbox, nothing holds
// the command up, and no link brings a tool what lies outside of the project.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { typescriptTool } from "../values/typescript-source.ts";
import { asNobody, assertTold, GREET, GREETING, giveToNobody, haftIn, needsRoot, project } from "./project.ts";

describe("a source that cannot be read is one bad file beside the others", () => {
  const FILES: readonly (readonly [what: string, make: (path: string, folder: string) => void, message: RegExp])[] = [
    ["links to itself", (path) => symlinkSync("bad.py", path), /leads back to itself/],
    ["links to nothing", (path) => symlinkSync("nothing.py", path), /a symbolic link to nothing/],
    ["links out of the project", (path) => symlinkSync("/etc/passwd", path), /a symbolic link that leads out of/],
    ["is an endless device", (path) => symlinkSync("/dev/zero", path), /a symbolic link that leads out of/],
    ["is a pipe", (path) => execFileSync("mkfifo", [path]), /no regular file/],
    [
      "is not UTF-8",
      (path) =>
        writeFileSync(path, Buffer.concat([Buffer.from("x = 1\n# caf"), Buffer.from([0xe9, 10]), Buffer.from(GREET)])),
      /not UTF-8: line 2 has the byte 0xe9/,
    ],
    ["is too large", (path) => writeFileSync(path, "#".repeat(1_100_000)), /larger than 1 MiB/],
  ];
  for (const [what, make, message] of FILES) {
    test(what, async () => {
      const folder = project();
      make(join(folder, "tools/bad.py"), folder);
      const told = await haftIn(folder, ["check"]);
      assert.equal(told.exitCode, 1, told.err);
      assert.match(told.out, /^tools\/bad\.py:1:1 HAFT10[12] error: /m);
      assert.match(told.out, message);
      assert.match(told.out, /^ {2}hint: /m);
      assert.match(told.err, /^2 tools, 1 error/m);
      const { exitCode, out, err } = await haftIn(folder, GREETING);
      assert.equal(exitCode, 0, err);
      assert.equal(out, "hello Ada\n");
    });
  }

  test("is closed to an ordinary user", needsRoot, async () => {
    const folder = project();
    giveToNobody(folder);
    writeFileSync(join(folder, "tools/bad.py"), GREET, { mode: 0o600 });
    const { out } = await haftIn(folder, ["check"], undefined, asNobody(folder));
    assert.match(out, /^tools\/bad\.py:1:1 HAFT101 error: .*permission denied\n {2}hint: /m);
  });

  test("is shown where it is why there is no such tool", async () => {
    const folder = project();
    writeFileSync(join(folder, "tools/greet.py"), "@tool\ndef greet(:\n");
    assertTold(await haftIn(folder, GREETING), 1, /^tools\/greet\.py:2:\d+ HAFT101 error/m, /^ {2}2 \| def greet\(:/m);
  });
});

test("an interpreter that lies in the project is not run", async () => {
  const folder = project();
  const ran = join(folder, "ran");
  mkdirSync(join(folder, ".venv/bin"), { recursive: true });
  writeFileSync(join(folder, ".venv/pyvenv.cfg"), "include-system-site-packages = true\n");
  writeFileSync(join(folder, ".venv/bin/python3.11"), `#!/bin/sh\ntouch ${ran}\nexec /usr/bin/python3 "$@"\n`, {
    mode: 0o755,
  });
  symlinkSync("python3.11", join(folder, ".venv/bin/python3"));
  assert.equal((await haftIn(folder, ["check"])).exitCode, 0);
  const { exitCode, out, err } = await haftIn(folder, GREETING);
  assert.equal(exitCode, 0, err);
  assert.equal(out, "hello Ada\n");
  assert.equal(existsSync(ran), false);
  // The same program does say that it ran where it is run.
  execFileSync(join(folder, ".venv/bin/python3"), ["-c", ""]);
  assert.equal(existsSync(ran), true);
});

test("a folder of packages that is a link out of its environment is not given to a tool", async () => {
  const folder = project();
  const outside = join(folder, "../outside");
  mkdirSync(outside);
  writeFileSync(join(outside, "stolen.py"), "VALUE = 'outside'\n");
  mkdirSync(join(folder, ".venv/bin"), { recursive: true });
  mkdirSync(join(folder, ".venv/lib/python3.11"), { recursive: true });
  writeFileSync(join(folder, ".venv/pyvenv.cfg"), "");
  symlinkSync(realpathSync("/usr/bin/python3"), join(folder, ".venv/bin/python3"));
  const packages = join(folder, ".venv/lib/python3.11/site-packages");
  writeFileSync(
    join(folder, "tools/greet.py"),
    GREET.replace("return f'hello {name}'", "import stolen\n    return stolen.VALUE"),
  );
  symlinkSync(outside, packages);
  assertTold(await haftIn(folder, GREETING), 1, /stolen/);
  rmSync(packages);
  mkdirSync(packages);
  writeFileSync(join(packages, "stolen.py"), "VALUE = 'inside'\n");
  assert.equal((await haftIn(folder, GREETING)).out, "inside\n");
});

describe("a package that leads out of the project is not bundled", () => {
  const PACKAGES: readonly (readonly [what: string, specifier: string, make: (packages: string) => void])[] = [
    ["by a link", "linked/data.json", (packages) => symlinkSync("../../outside", join(packages, "linked"))],
    [
      "by a path in its code",
      "reaching",
      (packages) => {
        mkdirSync(join(packages, "reaching"));
        writeFileSync(join(packages, "reaching/package.json"), '{"name":"reaching","type":"module","main":"index.js"}');
        writeFileSync(join(packages, "reaching/index.js"), 'export { default } from "../../../outside/data.json";\n');
      },
    ],
  ];
  for (const [what, specifier, make] of PACKAGES) {
    test(what, async () => {
      const folder = project();
      mkdirSync(join(folder, "../outside"));
      writeFileSync(join(folder, "../outside/data.json"), '{"key": "outside"}');
      mkdirSync(join(folder, "node_modules"));
      make(join(folder, "node_modules"));
      const source = `import { tool } from "haft";\nimport data from "${specifier}";\n${typescriptTool("takes(a: number)", "return JSON.stringify(data) + a;", ["a"])}\ntool(takes);\n`;
      writeFileSync(join(folder, "tools/takes.tools.ts"), source);
      const told = await haftIn(folder, ["call", "takes", "--arg", "a=1"]);
      assertTold(told, 1, /HAFT606 error: .*outside\/data\.json, which lies outside of the project/, /hint: /);
      assert.equal(told.out, "");
    });
  }
});

test("a pattern that takes for ever holds up neither the check of arguments nor of answers", async () => {
  const folder = project();
  const ask = `@tool
def asks() -> str:
    """Ask.

    Use when it is tested.
    """
    return ask_user("Which?", schema={"type": "string", "pattern": "^(a+)+$"})


@resumes(asks)
def answered(payload, meta):
    return payload["response"]
`;
  writeFileSync(join(folder, "tools/asks.py"), ask);
  const source = typescriptTool("takes(a: string)", "return a;", ["a"], { a: "@pattern ^(a+)+$" });
  writeFileSync(join(folder, "tools/takes.tools.ts"), `import { tool } from "haft";\n${source}\ntool(takes);\n`);
  const evil = `${"a".repeat(60)}!`;
  const told = await haftIn(folder, ["call", "takes", "--arg", `a=${evil}`]);
  assertTold(told, 2, /argument `a` of takes/);
  const waiting = await haftIn(folder, ["call", "asks", "--json"]);
  assert.equal(waiting.exitCode, 3, waiting.err);
  const { wait } = JSON.parse(waiting.out);
  assertTold(await haftIn(folder, ["answer", wait.id, evil]), 2, /stays open/);
  const good = await haftIn(folder, ["answer", wait.id, "aaa"]);
  assert.equal(good.out, "aaa\n", good.err);
});

for (const file of ["haft.toml", "prompt.md", "config_schema.json"]) {
  test(`a pipe in the place of ${file} does not hold the command up`, async () => {
    const folder = project();
    writeFileSync(join(folder, "haft.toml"), 'name = "mine"\nversion = "1.0.0"\n');
    rmSync(join(folder, file), { force: true });
    execFileSync("mkfifo", [join(folder, file)]);
    assertTold(
      await haftIn(folder, ["check"]),
      1,
      new RegExp(`${file} cannot be read: it is no regular file`),
      /^hint: /m,
    );
  });
}
