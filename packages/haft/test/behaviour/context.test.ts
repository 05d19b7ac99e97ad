// `ctx` with every field in both languages, from the flags of the command line.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { runHaft } from "../cli/run-haft.ts";
import { pythonTool } from "../values/python-source.ts";
import { typescriptTool } from "../values/typescript-source.ts";

const PYTHON = [
  pythonTool(
    "fields(ctx)",
    `seen = ctx.data_dir / "seen"
before = seen.read_text() if seen.exists() else None
seen.write_text("by python")
try:
    ctx.config["added"] = 1
    read_only = False
except TypeError:
    read_only = True
first = ctx.artifacts.write("notes/a.txt", "one")
second = ctx.artifacts.write("notes/a.txt", "two")
ctx.artifacts.write("b.bin", b"\\x00\\x01")
try:
    ctx.secret("NONE")
    missing = None
except KeyError as fault:
    missing = fault.args[0]
ctx.progress(0.5, "half")
ctx.inform("still here")
(ctx.workdir / "out.txt").write_text((ctx.workdir / "in.txt").read_text().upper())
return {
    "upper": (ctx.workdir / "out.txt").read_text(),
    "tenant": ctx.tenant_id, "session": ctx.session_id, "run": ctx.run_id, "call": ctx.call_id, "bundle": ctx.bundle,
    "config": dict(ctx.config), "readOnly": read_only, "secret": len(ctx.secret("TOKEN")), "missing": missing,
    "before": before, "context": ctx.context, "key": ctx.idempotency_key,
    "artifacts": [ctx.artifacts.read("notes/a.txt"), ctx.artifacts.read("notes/a.txt", version=1), list(ctx.artifacts.read("b.bin"))],
    "listed": sorted(entry["path"] if isinstance(entry, dict) else entry.path for entry in ctx.artifacts.list()),
    "cancelled": ctx.cancelled.is_set(),
    "paths": [str(ctx.data_dir), str(ctx.workdir)],
    "asDict": [ctx["session_id"] == ctx.session_id, ctx["tool_call_id"] == ctx.call_id, ctx["workspace_id"], ctx["chat_id"], ctx["parked_at"], ctx.get("nothing", "no")],
}`,
    [],
  ),
  pythonTool("bare(ctx)", "return [ctx.workdir, ctx.context, dict(ctx.config)]", []),
].join("\n");

const TYPESCRIPT = [
  'import { existsSync, readFileSync, writeFileSync } from "node:fs";\nimport type { ToolContext } from "haft";\n',
  typescriptTool(
    "async fields(ctx: ToolContext)",
    `const seen = ctx.dataDir + "/seen";
  const before = existsSync(seen) ? readFileSync(seen, "utf8") : null;
  writeFileSync(seen, "by typescript");
  let readOnly = false;
  try {
    (ctx.config as Record<string, unknown>).added = 1;
  } catch {
    readOnly = true;
  }
  await ctx.artifacts.write("notes/a.txt", "one");
  await ctx.artifacts.write("notes/a.txt", "two");
  await ctx.artifacts.write("b.bin", new Uint8Array([0, 1]));
  const missing = await ctx.secret("NONE").catch((error: Error) => error.message);
  ctx.progress(0.5, "half");
  ctx.inform("still here");
  writeFileSync(ctx.workdir + "/out.txt", readFileSync(ctx.workdir + "/in.txt", "utf8").toUpperCase());
  return {
    upper: readFileSync(ctx.workdir + "/out.txt", "utf8"),
    tenant: ctx.tenantId, session: ctx.sessionId, run: ctx.runId, call: ctx.callId, bundle: ctx.bundle,
    config: ctx.config, readOnly, secret: (await ctx.secret("TOKEN")).length, missing,
    before, context: ctx.context, key: ctx.idempotencyKey,
    artifacts: [await ctx.artifacts.read("notes/a.txt"), await ctx.artifacts.read("notes/a.txt", 1), [...((await ctx.artifacts.read("b.bin")) as Uint8Array)]],
    listed: (await ctx.artifacts.list()).map((entry) => entry.path).sort(),
    cancelled: ctx.signal.aborted,
    paths: [ctx.dataDir, ctx.workdir],
  };`,
    [],
  ),
  typescriptTool(
    "bare({ workdir, context, config }: ToolContext)",
    "return [workdir, context === undefined, config];",
    [],
  ),
].join("\n");

const folder = mkdtempSync(join(tmpdir(), "haft-context-"));
after(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, "py.py"), PYTHON);
writeFileSync(join(folder, "ts.tools.ts"), TYPESCRIPT);

for (const [file, bundle, mark] of [
  ["py.py", "py", "by python"],
  ["ts.tools.ts", "ts", "by typescript"],
] as const) {
  test(`${file}: every field comes from the command line's flags`, async () => {
    const work = join(folder, `work-${bundle}`);
    mkdirSync(work);
    writeFileSync(join(work, "in.txt"), "loud");
    const words = ["call", file, "fields", "--config", "url=http://a.example", "--secret", "TOKEN=tok-0123456789"];
    const more = ["--context", '{"user": {"id": 7}}', "--workspace", work, "--json"];
    const first = await runHaft([...words, ...more], { folder });
    assert.equal(first.exitCode, 0, first.out + first.err);
    const { value, runId, callId, threadId, logs, isolation } = JSON.parse(first.out);
    const { paths, asDict, ...fields } = value;
    assert.deepEqual(fields, {
      upper: "LOUD",
      tenant: "local",
      session: threadId,
      run: runId,
      call: callId,
      bundle,
      config: { url: "http://a.example" },
      readOnly: true,
      secret: 14,
      missing:
        "the secret NONE is not set; give it with --secret NONE (from the environment or .env) or --secret NONE=VALUE",
      before: null,
      context: { user: { id: 7 } },
      key: callId,
      artifacts: ["two", "one", [0, 1]],
      listed: ["b.bin", "notes/a.txt"],
      cancelled: false,
    });
    if (isolation === "namespaces") assert.deepEqual(paths, ["/data", "/workspace"]);
    if (file === "py.py") assert.deepEqual(asDict, [true, true, null, null, null, "no"]);
    assert.deepEqual(logs, []);
    assert.deepEqual(readdirSync(work), ["in.txt"], "the tool has a copy of the workspace");

    const events = await runHaft(["events", runId, "--json"], { folder });
    const progress = events.out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
      .filter(({ type }) => type === "tool.progress")
      .map(({ data: { callId: _, ...said } }) => said);
    assert.deepEqual(progress, [{ fraction: 0.5, message: "half" }, { message: "still here" }]);

    const second = await runHaft([...words, ...more], { folder });
    assert.equal(JSON.parse(second.out).value.before, mark, "what lies in data_dir stays there between calls");
  });

  test(`${file}: without flags there is no workspace, no context and an empty config`, async () => {
    const { out } = await runHaft(["call", file, "bare", "--json"], { folder });
    assert.deepEqual(JSON.parse(out).value, [null, file === "py.py" ? null : true, {}]);
  });
}

test("nothing of a workspace or a secret is left in the store", () => {
  assert.ok(existsSync(join(folder, ".haft/haft.db")));
  assert.ok(!readFileSync(join(folder, ".haft/haft.db"), "latin1").includes("tok-0123456789"));
});
