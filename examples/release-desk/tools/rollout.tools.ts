// The roll-out: when it may begin, and how it went.

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { resumes, sleepUntil, type ToolContext, tool, watchFiles } from "haft";

/** What the deployment writes when it is done. */
interface Rollout {
  /** Whether it went well. */
  ok: boolean;
  /** How many machines have the version. */
  machines: number;
}

/**
 * Wait until the next roll-out window opens: tomorrow, at the hour that the settings say.
 *
 * Use when a version is in the outbox.
 */
export function waitForWindow(ctx: ToolContext) {
  const opens = nextWindow(ctx.config);
  return sleepUntil(opens, { meta: { opens: opens.toISOString() } });
}

/** `window_seconds` is for trying it: then the window opens in so many seconds. */
function nextWindow({ window_hour, window_seconds }: ToolContext["config"]): Date {
  const opens = new Date();
  if (typeof window_seconds === "number") opens.setSeconds(opens.getSeconds() + window_seconds);
  else {
    opens.setUTCDate(opens.getUTCDate() + 1);
    opens.setUTCHours(typeof window_hour === "number" ? window_hour : 9, 0, 0, 0);
  }
  return opens;
}

tool(waitForWindow, { readOnly: true });

resumes(waitForWindow, (_payload, meta) => `the window that opened at ${meta.opens} is open`);

/**
 * Watch for the result of a roll-out, and tell it.
 *
 * Use when the window is open and the version is in the outbox.
 *
 * @param version - The version, for example 2.0.0.
 */
export async function watchRollout(version: string, ctx: ToolContext) {
  const folder = join(String(ctx.workdir), "rollout");
  await mkdir(folder, { recursive: true });
  // What changes are measured against is taken here, so that nothing is missed that happens from now on.
  const wait = watchFiles(`rollout/${version}.json`, { timeoutSeconds: 3600, meta: { version } });
  if (ctx.config.rehearsal === true) {
    // In a rehearsal nobody deploys: the desk writes what the deployment would.
    await writeFile(join(folder, `${version}.json`), JSON.stringify({ ok: true, machines: 3 }));
  }
  return wait;
}

resumes(
  watchRollout,
  async (payload, meta, ctx) => {
    if (payload.timed_out === true) return { version: meta.version, ok: false, machines: 0 };
    const text = await readFile(join(String(ctx.workdir), "rollout", `${meta.version}.json`), "utf8");
    const { ok, machines }: Rollout = JSON.parse(text);
    return { version: meta.version, ok, machines };
  },
  { on: ["answer", "timeout"] },
);
