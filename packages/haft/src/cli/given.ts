// What the host gives a run beside its input: config, context, and whether to stay.

import type { Json, JsonObject } from "@haft/sdk/wire";
import type { Command } from "commander";
import { collect } from "./command.ts";
import type { Surroundings } from "./invocation.ts";
import { readJson } from "./json-input.ts";
import { splitPair } from "./pairs.ts";

/** As commander gives it. */
export interface GivenFlags {
  readonly config?: readonly string[];
  readonly context?: string;
}

const CONTEXT = { name: "--context", example: `--context '{"user": "u_7"}'` };

/** Adds `--config`, `--context` and `--wait`. */
export function withGiven(command: Command): Command {
  return withWait(
    command
      .option("--config <name=value>", "one value of ctx.config", collect)
      .option("--context <json>", "what the host passes as ctx.context: JSON, @FILE, or -"),
  );
}

/** Adds `--wait`. */
export function withWait(command: Command): Command {
  return command.option("--wait", "stay until waits for a time, files or a signal have ended, too");
}

/** What the flags hold. */
export async function readGiven(
  flags: GivenFlags,
  surroundings: Surroundings,
): Promise<{ readonly config: JsonObject; readonly context?: Json }> {
  const config = Object.fromEntries(
    (flags.config ?? []).map((text) => splitPair(text, "--config", "tracker_url=https://example.com")),
  );
  return flags.context === undefined
    ? { config }
    : { config, context: await readJson(flags.context, CONTEXT, surroundings) };
}
