// The real command as a process: what reads only, and what belongs to the process itself.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { COMMANDS } from "../../src/cli/command-table.ts";
import { HAFT, runHaft } from "./run-haft.ts";

const SEEDS = fileURLToPath(new URL("../../../../examples/seeds", import.meta.url));

const GREET = `from haft import tool


@tool
def greet(name: str) -> str:
    """Greet a person by name.

    Use when somebody should be welcomed.

    Args:
        name: Who to greet.
    """
    return "hello " + name
`;
const WITHOUT_TYPE = GREET.replace("name: str", "name");

async function project(files: Readonly<Record<string, string>>) {
  const folder = await mkdtempDisposable(join(tmpdir(), "haft-cli-"));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder.path, name), text);
  return folder;
}

test("check prints each problem at its place and ends with one line", async () => {
  await using folder = await project({ "greet.py": WITHOUT_TYPE });
  const { exitCode, out, err } = await runHaft(["check"], { folder: folder.path });
  assert.equal(exitCode, 1);
  assert.match(
    out,
    /^greet\.py:5:11 HAFT301 error: .*`name`.*\n {2}5 \| def greet\(name\) -> str:\n {4}\| {11}\^{4}\n {2}hint: .*`name: str`\n\n$/,
  );
  assert.match(err, /^0 tools, 1 error, 0 warnings in \S+ m?s\n$/);
});

test("check of good tools prints the closing line alone", async () => {
  const { exitCode, out, err } = await runHaft(["check", "primer"], { folder: SEEDS });
  assert.deepEqual({ exitCode, out }, { exitCode: 0, out: "" });
  assert.match(err, /^2 tools, 0 errors, 0 warnings in /);
});

test("check --json is one document with tools and diagnostics of each toolset", async () => {
  await using folder = await project({ "greet.py": GREET, "bad.py": WITHOUT_TYPE.replace("greet(", "welcome(") });
  const { exitCode, out, err } = await runHaft(["check", "--json"], { folder: folder.path });
  assert.equal(exitCode, 1);
  assert.equal(err, "");
  const document = JSON.parse(out);
  assert.equal(document.ok, false);
  const [toolset] = document.toolsets;
  assert.deepEqual(Object.keys(toolset).sort(), ["diagnostics", "digest", "language", "name", "tools"]);
  assert.equal(toolset.language, "python");
  assert.deepEqual(
    toolset.tools.map((tool: { name: string }) => tool.name),
    ["greet"],
  );
  assert.deepEqual(
    toolset.diagnostics.map(({ code, file, line }: Record<string, unknown>) => ({ code, file, line })),
    [{ code: "HAFT301", file: "bad.py", line: 5 }],
  );
});

test("check --format github prints workflow commands", async () => {
  await using folder = await project({ "greet.py": WITHOUT_TYPE });
  const { exitCode, out } = await runHaft(["check", "--format", "github"], {
    folder: folder.path,
    environment: { GITHUB_WORKSPACE: undefined },
  });
  assert.equal(exitCode, 1);
  assert.match(out, /^::error file=greet\.py,line=5,endLine=5,col=11,endColumn=15,title=HAFT301::.*%0Ahint: .*\n$/);
});

test("warnings fail a check only where that is asked for", async () => {
  await using folder = await project({ "greet.py": GREET.replace("name: str", "name: str = None") });
  const plain = await runHaft(["check"], { folder: folder.path });
  assert.equal(plain.exitCode, 0, plain.out);
  assert.match(plain.out, /HAFT309 warning/);
  assert.equal((await runHaft(["check", "--warnings-as-errors"], { folder: folder.path })).exitCode, 1);
});

test("check --watch reads again at each save, until it is interrupted", async () => {
  await using folder = await project({ "greet.py": WITHOUT_TYPE });
  const child = spawn(process.execPath, [HAFT, "check", "--watch"], {
    cwd: folder.path,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let told = "";
  const says = async (pattern: RegExp) => {
    while (!pattern.test(told)) await new Promise((resolve) => child.stderr.once("data", resolve));
  };
  child.stderr.on("data", (chunk) => {
    told += String(chunk);
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  await says(/0 tools, 1 error[\s\S]*watching/);
  writeFileSync(join(folder.path, "greet.py"), GREET);
  await says(/greet\.py saved[\s\S]*1 tool, 0 errors/);
  child.kill("SIGINT");
  assert.equal(await ended, 130);
});

test("tools lists signatures, and schemas where they are asked for", async () => {
  const { exitCode, out } = await runHaft(["tools", "primer"], { folder: SEEDS });
  assert.equal(exitCode, 0);
  assert.match(out, /greet\(name: string\) -> string\n {6}Greet a person by name\.\n/);
  assert.match(out, /ask_the_operator\(question: string\)[\s\S]*waits · 30 s/);
  assert.match(
    (await runHaft(["tools", "primer", "--schema"], { folder: SEEDS })).out,
    /input \{\n[\s\S]*"required": \[/,
  );
  const provider = await runHaft(["tools", "primer", "--provider", "openai", "--json"], { folder: SEEDS });
  const [tool] = JSON.parse(provider.out).toolsets[0].tools;
  assert.equal(tool.offered.provider, "openai");
  assert.equal(tool.offered.strict, true);
});

test("explain tells what a code means, however it is written", async () => {
  const { exitCode, out } = await runHaft(["explain", "204"], { folder: "/" });
  assert.equal(exitCode, 0);
  assert.match(out, /^HAFT204 error: .*\n[\s\S]*\nwrong\n[\s\S]*\nright\n/);
  const document = JSON.parse((await runHaft(["explain", "haft204", "--json"], { folder: "/" })).out);
  assert.equal(document.code, "HAFT204");
  const unknown = await runHaft(["explain", "HAFT209"], { folder: "/" });
  assert.equal(unknown.exitCode, 2);
  assert.match(unknown.err, /there is no diagnostic HAFT209\nhint: the codes: HAFT201, /);
});

test("every command has help with examples", async () => {
  const names = COMMANDS.flatMap(([, entries]) => entries).map(({ name }) =>
    name === "new" ? ["new", "tool"] : [name],
  );
  assert.ok(names.length >= 14, String(names));
  for (const words of names) {
    const { exitCode, out, err } = await runHaft([...words, "--help"], { folder: "/" });
    assert.deepEqual({ exitCode, err }, { exitCode: 0, err: "" }, words.join(" "));
    assert.match(out, new RegExp(`Usage: haft ${words.join(" ")}`));
    assert.match(out, /\nExamples:\n {2}\S*haft|\nExamples:\n {2}PYTHONPATH/);
    assert.match(out, /--json/);
  }
});

test("haft help COMMAND prints what haft COMMAND --help prints", async () => {
  for (const [asked, same] of [
    [
      ["help", "call"],
      ["call", "--help"],
    ],
    [
      ["help", "inbox"],
      ["waits", "--help"],
    ],
    [
      ["policy", "help", "list"],
      ["policy", "list", "--help"],
    ],
    [["help"], ["--help"]],
  ]) {
    const [help, expected] = [await runHaft(asked ?? [], { folder: "/" }), await runHaft(same ?? [], { folder: "/" })];
    assert.deepEqual(help, expected);
    assert.equal(help.exitCode, 0);
  }
});

test("without a command there is help and exit code 2", async () => {
  const { exitCode, out, err } = await runHaft([], { folder: "/" });
  assert.deepEqual({ exitCode, out }, { exitCode: 2, out: "" });
  assert.match(err, /^Usage: haft/);
});

test("python-path is a folder from which haft can be imported", async () => {
  const { exitCode, out } = await runHaft(["python-path"], { folder: "/" });
  assert.equal(exitCode, 0);
  assert.ok(existsSync(join(out.trimEnd(), "haft", "__init__.py")));
});

test("a folder that cannot be read is told without a stack", async () => {
  await using folder = await project({ "greet.py": GREET });
  const { exitCode, err } = await runHaft(["check", "gret.py"], { folder: folder.path });
  assert.equal(exitCode, 2);
  assert.match(err, /gret\.py[\s\S]*hint: did you mean greet\.py\?/);
  assert.doesNotMatch(err, /\n\s+at /);
});

test("an old Node is told at once what is needed, and nothing is changed", async () => {
  await using folder = await project({});
  // A Node that says it is old, in front of the real one: what the command sees is the version alone.
  const old = join(folder.path, "old-node.mjs");
  writeFileSync(
    old,
    'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.19.0" } });\n',
  );
  const environment = { NODE_OPTIONS: `--import ${old}` };
  const { exitCode, out, err } = await runHaft(["init", "x"], { folder: folder.path, environment });
  assert.deepEqual({ exitCode, out }, { exitCode: 2, out: "" });
  assert.match(err, /needs Node\.js 24 or newer; this is Node\.js 20\.19\.0.*\nhint: install/);
  assert.equal(existsSync(join(folder.path, "x")), false);
  const json = await runHaft(["init", "x", "--json"], { folder: folder.path, environment });
  assert.equal(JSON.parse(json.out).error.type, "node_too_old");
});

test("a reader that stops reading ends the command quietly", async () => {
  const child = spawn("/bin/sh", ["-c", `"${process.execPath}" "${HAFT}" tools primer --schema | head -n 1`], {
    cwd: SEEDS,
  });
  let err = "";
  child.stderr.on("data", (chunk) => {
    err += String(chunk);
  });
  child.stdout.resume();
  await new Promise((resolve) => child.on("close", resolve));
  assert.equal(err, "");
});

for (const template of ["typescript", "python", "bundle"]) {
  test(`a project made by init checks without a word, and its unit tests pass: ${template}`, async () => {
    await using folder = await project({});
    const made = await runHaft(["init", "my-tools", "--template", template], { folder: folder.path });
    assert.equal(made.exitCode, 0, made.err);
    const home = join(folder.path, "my-tools");
    const checked = await runHaft(["check", "--warnings-as-errors"], { folder: home });
    assert.equal(checked.exitCode, 0, checked.out + checked.err);
    const added = await runHaft(["new", "tool", "send_letter", template === "python" ? "--python" : "--typescript"], {
      folder: home,
    });
    assert.equal(added.exitCode, 0, added.err);
    const child = spawn("npm", ["test"], {
      cwd: home,
      env: { ...process.env, npm_config_update_notifier: "false", NODE_TEST_CONTEXT: undefined },
    });
    let told = "";
    const hear = (chunk: unknown) => {
      told += String(chunk);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    const status = await new Promise((resolve) => child.on("close", resolve));
    assert.equal(status, 0, told);
    assert.match(told, template === "typescript" ? /pass [1-9]/ : /OK/);
  });
}

test("a place where nothing can be made is told, and nothing is half-written", async () => {
  await using folder = await project({ "greet.py": GREET });
  const { exitCode, err } = await runHaft(["init", "greet.py/x"], { folder: folder.path });
  assert.equal(exitCode, 1);
  assert.match(err, /greet\.py\/x.*: is not a folder\nhint: name a folder\n$/);
});
