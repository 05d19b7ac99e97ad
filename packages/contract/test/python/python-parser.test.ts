// The warm process: which interpreter it is, what ends it, and that the next source never notices.

import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import type { Fault } from "../../src/model/function.ts";
import { createPythonParser, type Parsed } from "../../src/python/index.ts";

const folder = mkdtempSync(join(tmpdir(), "haft-parser-"));
after(() => rmSync(folder, { recursive: true }));

function faultOf(parsed: Parsed): Fault {
  assert.ok("fault" in parsed, "there is a fault");
  return parsed.fault;
}

/** Processes started by this one that run the parser's script. */
function children(): readonly string[] {
  return readdirSync("/proc").filter((id) => {
    try {
      const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1];
      return parent === String(process.pid) && readFileSync(`/proc/${id}/cmdline`, "utf8").includes("outline.py");
    } catch {
      return false;
    }
  });
}

function program(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, 0o755);
  return path;
}

describe("a Python parser", () => {
  it("answers many questions at once, each with its own answer", async () => {
    await using parser = createPythonParser();
    const texts = Array.from({ length: 20 }, (_, index) => `x${index} = 1\n`);
    const answers = await Promise.all(texts.map((text) => parser.parse(text)));
    answers.forEach((answer, index) => {
      const [statement] = "module" in answer ? answer.module.statements : [];
      const [target] = statement?.kind === "assign" ? statement.targets : [];
      assert.equal(target?.kind === "name" && target.name, `x${index}`);
    });
    assert.equal(children().length, 1, "in one process");
  });

  it("gives a source that takes too long up, and reads the next", async () => {
    await using parser = createPythonParser({ limitMs: 60 });
    await parser.warm();
    const slow = faultOf(await parser.parse(`x = [${"[1],".repeat(250_000)}]\n`));
    assert.deepEqual([slow.code, slow.span.line], ["HAFT102", 1]);
    assert.match(slow.message, /in time/);
    // The next source starts a new process, which is not on its clock.
    assert.ok("module" in (await parser.parse("x = 1\n")));
  });

  it("goes on when its process has been killed", async () => {
    await using parser = createPythonParser();
    assert.ok("module" in (await parser.parse("x = 1\n")));
    for (const id of children()) process.kill(Number(id), "SIGKILL");
    assert.ok("module" in (await parser.parse("x = 2\n")));
    assert.ok("module" in (await parser.parse("x = 3\n")));
  });

  it("leaves no process behind", async () => {
    const parser = createPythonParser();
    await parser.parse("x = 1\n");
    const [id] = children();
    assert.ok(id !== undefined);
    await parser[Symbol.asyncDispose]();
    // Killed, it is gone as soon as it has been waited for.
    for (let turn = 0; turn < 500 && existsSync(`/proc/${id}`); turn++)
      await new Promise((next) => setTimeout(next, 10));
    assert.equal(existsSync(`/proc/${id}`), false);
  });

  it("places syntax errors in UTF-16 columns", async () => {
    await using parser = createPythonParser();
    const places: readonly (readonly [source: string, line: number, column: number])[] = [
      ["x = )\n", 1, 5],
      ["x = 1\ny = '🎈ü' )\n", 2, 11],
      ["'''never ended\n", 1, 1],
      ["if x:\npass\n", 2, 1],
      ["\ufeffx = )\n", 1, 5],
      ["return 1\n", 1, 1],
      ["'🎈ü'; return 1\n", 1, 8],
      ["def f(a, a): pass\n", 1, 10],
      ["x = 1\r\ny = )\r\n", 2, 5],
      ["x = 1\ry = )\r", 2, 5],
    ];
    for (const [source, line, column] of places) {
      const fault = faultOf(await parser.parse(source));
      assert.deepEqual([fault.code, fault.span.line, fault.span.column], ["HAFT101", line, column], source);
      assert.ok(fault.hint !== undefined && fault.hint !== "");
    }
  });

  it("skips a byte order mark and any declaration of an encoding", async () => {
    await using parser = createPythonParser();
    for (const source of ["\ufeffx = 1\n", "# -*- coding: latin-1 -*-\nx = 'ü'\n", "# coding: no-such\nx = 1\n"])
      assert.ok("module" in (await parser.parse(source)), source);
  });

  it("is not led astray by the environment it is started in", async () => {
    writeFileSync(join(folder, "sitecustomize.py"), "raise SystemExit('ran')");
    writeFileSync(join(folder, "json.py"), "raise SystemExit('ran')");
    const before = { path: process.env.PYTHONPATH, start: process.env.PYTHONSTARTUP, folder: process.cwd() };
    process.env.PYTHONPATH = folder;
    process.env.PYTHONSTARTUP = join(folder, "sitecustomize.py");
    process.chdir(folder);
    try {
      await using parser = createPythonParser();
      assert.ok("module" in (await parser.parse("x = 1\n")));
    } finally {
      process.chdir(before.folder);
      for (const [name, value] of [
        ["PYTHONPATH", before.path],
        ["PYTHONSTARTUP", before.start],
      ] as const)
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
    }
  });

  it("runs nothing of what it parses", async () => {
    await using parser = createPythonParser();
    const proof = join(folder, "ran");
    const source = `open(${JSON.stringify(proof)}, "w")\nclass A(open(${JSON.stringify(proof)}, "w")): pass\ndef f(a: open(${JSON.stringify(proof)}, "w") = open(${JSON.stringify(proof)}, "w")): pass\n`;
    assert.ok("module" in (await parser.parse(source)));
    assert.equal(existsSync(proof), false);
  });
});

describe("without an interpreter", () => {
  it("the fault says which was asked for and why it does not do", async () => {
    const cases: readonly (readonly [command: string, why: RegExp])[] = [
      [join(folder, "none"), /there is no such program/],
      [program("ends", "#!/bin/sh\nexit 3\n"), /exit code 3/],
      [program("other", "#!/bin/sh\nprintf 'hello to you'\n"), /does not answer as Python does|exit code 0/],
      [
        program("old", '#!/bin/sh\nprintf \'\\000\\000\\000\\023["python",3,8,1,""]\'; exec sleep 5\n'),
        /it is Python 3\.8/,
      ],
    ];
    for (const [command, why] of cases) {
      await using parser = createPythonParser({ python: command });
      const fault = faultOf(await parser.parse("x = 1\n"));
      assert.equal(fault.code, "HAFT107");
      assert.ok(fault.message.includes(command), fault.message);
      assert.match(fault.message, why);
      assert.match(fault.hint ?? "", /HAFT_PYTHON=/);
    }
  });

  it("the fault names HAFT_PYTHON where that is what was looked for", async () => {
    const before = process.env.HAFT_PYTHON;
    process.env.HAFT_PYTHON = join(folder, "none");
    try {
      await using parser = createPythonParser();
      assert.match(faultOf(await parser.parse("x = 1\n")).message, /HAFT_PYTHON=/);
    } finally {
      if (before === undefined) delete process.env.HAFT_PYTHON;
      else process.env.HAFT_PYTHON = before;
    }
  });
});
