// Every example of the guide: files are written where their titles say, and each command prints what the page shows.
//
// In a block ```console a line that begins with `$ ` is run by a shell, in a copy of `examples/` that the page keeps to its
// end; `# exits N` behind it is its exit code, otherwise 0. The lines below it are in its output, in this order; `…` stands
// for anything, and runs of blanks are one. A block with `title="PATH"` is a file there. `<!-- the model answers: [...] -->`
// holds what a model server of the test says on that page, in order; HAFT_MODEL and its variables name that server.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import type { WireReply } from "../models/wire-server/reply.ts";
import { startWireServer } from "../models/wire-server/wire-server.ts";
import { HAFT } from "./run-haft.ts";

const DOCS = fileURLToPath(new URL("../../../../docs", import.meta.url));
const EXAMPLES = fileURLToPath(new URL("../../../../examples", import.meta.url));

interface Block {
  readonly language: string;
  readonly title?: string;
  readonly text: string;
}

function blocksOf(page: string): readonly Block[] {
  return [...page.matchAll(/^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$/gms)].map(
    ([, language = "", title, text = ""]) => ({
      language,
      text,
      ...(title === undefined ? {} : { title }),
    }),
  );
}

interface Step {
  readonly command: string;
  readonly exitCode: number;
  readonly shows: readonly string[];
}

function stepsOf(block: Block): readonly Step[] {
  return block.text
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [line = "", ...shows] = part.trimEnd().split("\n");
      const exits = /\s+# exits (\d+)$/.exec(line);
      return {
        command: exits ? line.slice(0, exits.index) : line,
        exitCode: Number(exits?.[1] ?? 0),
        shows: shows.filter((shown) => shown.trim() !== ""),
      };
    });
}

const plain = (text: string): string => text.replace(/[^\S\n]+/g, " ").trim();

function pattern(line: string): RegExp {
  const parts = plain(line)
    .split("…")
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(parts.join(".*"));
}

function repliesOf(page: string): readonly WireReply[] {
  const said = /<!-- the model answers: (.*?) -->/s.exec(page)?.[1];
  return said === undefined ? [] : JSON.parse(said);
}

async function run(
  command: string,
  folder: string,
  environment: NodeJS.ProcessEnv,
): Promise<{ exitCode: number; text: string }> {
  const {
    HAFT_STORE: _store,
    HAFT_DATA: _data,
    HAFT_ISOLATION: _isolation,
    NODE_TEST_CONTEXT: _test,
    ...inherited
  } = process.env;
  const child = spawn("/bin/sh", ["-c", command], {
    cwd: folder,
    env: { ...inherited, ...environment, NO_COLOR: "1", PATH: `${join(folder, ".bin")}:${process.env.PATH}` },
    stdio: ["ignore", "pipe", "pipe"],
    // A command that hangs is a failure with its output, not a test that never ends.
    timeout: 90_000,
  });
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk) => {
    out += String(chunk);
  });
  child.stderr.on("data", (chunk) => {
    err += String(chunk);
  });
  const exitCode = await new Promise<number>((resolve) => child.on("close", (code) => resolve(code ?? 1)));
  return { exitCode, text: out + err };
}

for (const name of readdirSync(DOCS).filter((file) => file.endsWith(".md") && file !== "diagnostics.md")) {
  const page = readFileSync(join(DOCS, name), "utf8");
  const blocks = blocksOf(page);
  if (!blocks.some((block) => block.language === "console")) continue;

  test(`every example of docs/${name} works as shown`, async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), "haft-docs-"));
    await using server = await startWireServer({ replies: repliesOf(page) });
    const environment = {
      HAFT_MODEL: "openai-compatible/guide",
      HAFT_MODEL_URL: server.baseUrl("chat-completions"),
    };
    cpSync(EXAMPLES, folder.path, { recursive: true, filter: (path) => !path.endsWith(".haft") });
    mkdirSync(join(folder.path, ".bin"));
    writeFileSync(join(folder.path, ".bin", "haft"), `#!/bin/sh\nexec "${process.execPath}" "${HAFT}" "$@"\n`);
    chmodSync(join(folder.path, ".bin", "haft"), 0o755);
    for (const block of blocks) {
      if (block.title !== undefined) {
        mkdirSync(dirname(join(folder.path, block.title)), { recursive: true });
        writeFileSync(join(folder.path, block.title), block.text);
      }
      if (block.language !== "console") continue;
      for (const step of stepsOf(block)) {
        const { exitCode, text } = await run(step.command, folder.path, environment);
        assert.equal(exitCode, step.exitCode, `$ ${step.command}\n${text}`);
        const printed = text.split("\n").map(plain);
        let at = 0;
        for (const shown of step.shows) {
          const found = printed.findIndex((line, index) => index >= at && pattern(shown).test(line));
          assert.ok(found >= 0, `$ ${step.command}\n${shown}\nis not, in its place, in:\n${text}`);
          at = found;
        }
      }
    }
  });
}
