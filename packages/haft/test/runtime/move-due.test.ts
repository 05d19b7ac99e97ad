// What waits and whose time has come goes on with whichever command runs next, whatever else is due with it.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { openSession } from "../../src/runtime/index.ts";
import type { Session } from "../../src/session/session.ts";
import type { SessionOptions } from "../../src/session/session-options.ts";
import { openWorkshop } from "../values/called.ts";

/** What they wait for is over later than a call takes to come back, also on a busy machine. */
const TOOLS = `from haft import ask_user, resumes, sleep_for, tool

@tool
def impatient() -> str:
    """Ask, and expire soon.

    Use when needed.
    """
    return ask_user("Now?", timeout_seconds=3)

@resumes(impatient)
def on_impatient(payload, meta, ctx):
    return payload["response"]

@tool
def handled() -> str:
    """Ask, and go on when it expires.

    Use when needed.
    """
    return ask_user("Now?", timeout_seconds=3)

@resumes(handled, on=["answer", "timeout"])
def on_handled(payload, meta, ctx):
    return ctx.secret("TOKEN")[:2]

@tool
def nap() -> str:
    """Sleep a moment.

    Use when needed.
    """
    return sleep_for(3)

@resumes(nap)
def on_nap(payload, meta, ctx):
    return "awake"
`;

const never = new AbortController().signal;
const secrets = { TOKEN: "tok-12345678" };

/** A session as the next command opens one, on the store of an earlier. */
async function next<T>(
  folder: string,
  options: Partial<SessionOptions>,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const store = { store: join(folder, ".haft/haft.db"), data: join(folder, ".haft") };
  await using session = await openSession({
    ...store,
    environments: {},
    secrets: {},
    network: false,
    wait: false,
    ...options,
  });
  return await work(session);
}

/** Until every wait that was opened so far is due: its time is the store's, and that of this machine. */
async function untilDue(session: Session): Promise<void> {
  const waits = await session.waits({ all: true, limit: 1000 });
  const last = Math.max(0, ...waits.map(({ due, expiresAt }) => Date.parse(due ?? expiresAt ?? "") || 0));
  while (Date.now() <= last) await setTimeout(last - Date.now() + 1);
}

const moves: readonly (readonly [title: string, move: (session: Session) => Promise<unknown>])[] = [
  ["haft runs", (session) => session.runs({ limit: 10 })],
  ["haft waits", (session) => session.waits({ all: false, limit: 10 })],
  ["haft worker --once", (session) => session.workOnce(() => ({}), never)],
];

for (const [title, move] of moves) {
  test(`${title} settles a question that has expired, and a sleep that is over`, async () => {
    await using shop = await openWorkshop({ "desk.py": TOOLS });
    const asked = await shop.call("desk.py", "impatient");
    const slept = await shop.call("desk.py", "nap");
    await untilDue(shop.session);
    const runs = await next(shop.folder, {}, async (session) => {
      await move(session);
      return session.runs({ limit: 10 });
    });
    const of = (id: string) => runs.find((run) => run.id === id);
    assert.deepEqual([of(asked.runId)?.status, of(asked.runId)?.error?.type], ["failed", "wait_expired"]);
    assert.equal(of(slept.runId)?.status, "completed");
  });
}

test("so do a call and an answer, and an answer that comes too late settles what it came too late for", async () => {
  await using shop = await openWorkshop({ "desk.py": TOOLS });
  const { runId, wait } = await shop.call("desk.py", "impatient");
  await untilDue(shop.session);
  const status = () => shop.session.facts(runId).then(() => shop.session.move(runId, {}, never));
  await next(shop.folder, {}, async (session) => {
    await assert.rejects(session.answer(wait?.id ?? "", "yes", { resumeOriginal: false }, {}, never), (error: Error) =>
      /expired/.test(error.message),
    );
  });
  assert.equal((await status()).error?.type, "wait_expired");
  const again = await shop.call("desk.py", "impatient");
  await untilDue(shop.session);
  await next(shop.folder, {}, (session) =>
    session.call({ path: join(shop.folder, "desk.py"), tool: "nap", arguments: () => ({}), config: {} }, {}, never),
  );
  const events = await shop.events(again.runId);
  assert.equal(events.at(-1)?.type, "run.failed");
});

test("due runs whose secrets are missing hide no other, and go on with a command that gives them", async () => {
  await using shop = await openWorkshop({ "desk.py": TOOLS }, { secrets });
  const withSecrets = [];
  for (let index = 0; index < 21; index += 1) withSecrets.push((await shop.call("desk.py", "handled")).runId);
  const slept = await next(shop.folder, {}, (session) =>
    session.call({ path: join(shop.folder, "desk.py"), tool: "nap", arguments: () => ({}), config: {} }, {}, never),
  );
  await untilDue(shop.session);
  const without = await next(shop.folder, {}, (session) => session.runs({ limit: 100 }));
  assert.equal(without.find((run) => run.id === slept.runId)?.status, "completed");
  assert.ok(withSecrets.every((id) => without.find((run) => run.id === id)?.status === "waiting"));
  const given = await next(shop.folder, { secrets }, (session) => session.runs({ limit: 100 }));
  assert.ok(withSecrets.every((id) => given.find((run) => run.id === id)?.status === "completed"));
});
