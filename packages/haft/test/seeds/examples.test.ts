// The examples of the systems that Haft learnt from run as they were written.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { HAFT } from "../cli/run-haft.ts";
import { seed, workingFolder } from "./folder.ts";

const cases = new URL("../../../contract/test/cases/", import.meta.url);

for (const [file, name] of [
  ["primer/tools/greet.py", "seed-primer-greet/source.py"],
  ["primer/tools/ask_the_operator.py", "seed-primer-ask/source.py"],
  ["plnt/tools/open_issues.py", "seed-plnt-open-issues/source.py"],
  ["plico/tools/add.tool.ts", "seed-plico-add/source.tool.ts"],
] as const) {
  test(`${file} is the example to the letter`, () => {
    assert.equal(readFileSync(seed(file), "utf8"), readFileSync(new URL(name, cases), "utf8"));
  });
}

test("primer's greet greets", async () => {
  using folder = workingFolder();
  const { exitCode, out, err } = await folder.haft(["call", seed("primer"), "greet", "--arg", "name=Ada"]);
  assert.equal(exitCode, 0, err);
  assert.equal(out.trim(), "hello Ada");
});

test("plico's add fills in its default inside", async () => {
  using folder = workingFolder();
  const { exitCode, out, err } = await folder.haft(["call", seed("plico"), "add", "--arg", "a=2.5", "--json"]);
  assert.equal(exitCode, 0, err);
  assert.equal(JSON.parse(out).value, 2.5);
});

test("primer's operator is asked, everything is killed, and the answer from elsewhere brings the result", async () => {
  using folder = workingFolder();
  const child = spawn(
    process.execPath,
    [HAFT, "call", seed("primer"), "ask_the_operator", "--arg", "question=Now?", "--json"],
    {
      cwd: folder.path,
      stdio: ["ignore", "pipe", "ignore"],
      detached: true,
    },
  );
  let printed = "";
  for await (const chunk of child.stdout) {
    printed += chunk;
    // Killed with all it started as soon as it has said that it waits, whatever it was about to do next.
    if (printed.trim().endsWith("}")) process.kill(-(child.pid ?? 0), "SIGKILL");
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  const { wait, status } = JSON.parse(printed);
  assert.equal(status, "waiting");
  assert.equal(wait.prompt, "Now?");

  const answered = await folder.haft(["answer", wait.id, "yes, now", "--json"]);
  assert.equal(answered.exitCode, 0, answered.err);
  const outcome = JSON.parse(answered.out);
  assert.equal(outcome.ok, true);
  assert.equal(outcome.value, "yes, now");

  const again = await folder.haft(["answer", wait.id, "no", "--json"]);
  assert.equal(again.exitCode, 1);
  assert.match(JSON.parse(again.out).error.message, /was answered by .* at \d{4}-/);
});

/** A tracker that tells what it was asked. */
async function tracker(): Promise<AsyncDisposable & { readonly url: string; readonly asked: IncomingMessage[] }> {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    response.setHeader("content-type", "application/json").end(JSON.stringify([{ id: 7, title: "It is broken" }]));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Every file below a folder as one text. */
function everything(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
    .join("\n");
}

test("plnt's open_issues reaches the tracker with its token, and the token stays out of the store", async () => {
  using folder = workingFolder();
  await using desk = await tracker();
  const token = "tok-9f8e7d6c5b4a3210";
  execFileSync("/usr/bin/python3", ["-m", "venv", "--system-site-packages", "--without-pip", join(folder.path, "env")]);
  const words = ["call", seed("plnt"), "open_issues", "--arg", "label=bug", "--config", `tracker_url=${desk.url}`];
  const granted = ["--secret", `TRACKER_TOKEN=${token}`, "--environment", "tracker=env", "--json"];

  const { exitCode, out, err } = await folder.haft([...words, "--network", ...granted]);
  assert.equal(exitCode, 0, out + err);
  assert.deepEqual(JSON.parse(out).value, [{ id: 7, title: "It is broken" }]);
  assert.equal(desk.asked[0]?.url, "/issues?label=bug&state=open");
  assert.equal(desk.asked[0]?.headers.authorization, `Bearer ${token}`);
  const kept = everything(join(folder.path, ".haft"));
  assert.ok(kept.includes("TRACKER_TOKEN") || kept.includes("tracker_url"), "the store was read");
  assert.ok(!kept.includes(token));

  const refused = await folder.haft([...words, ...granted]);
  assert.equal(refused.exitCode, 1);
  const { error } = JSON.parse(refused.out);
  assert.equal(error.type, "ConnectError");
  assert.match(error.hint, /--network/);
  assert.equal(desk.asked.length, 1, "without the grant nothing gets out");

  const unset = await folder.haft([...words, "--network", "--environment", "tracker=env", "--json"]);
  assert.equal(JSON.parse(unset.out).error.type, "KeyError");
  assert.match(JSON.parse(unset.out).error.message, /TRACKER_TOKEN is not set/);
});
