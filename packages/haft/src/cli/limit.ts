// How many rows a list shows.

import type { Command } from "commander";
import { CommandError } from "../session/command-error.ts";

const DEFAULT = "20";
/** No list shows more. */
export const MOST = 1000;

/** Adds `--limit`. */
export function withLimit(command: Command): Command {
  return command.option("--limit <number>", `at most this many, up to ${MOST}`, DEFAULT);
}

/** The number that was given. */
export function asLimit(text: string, flag = "--limit"): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= MOST) return limit;
  throw new CommandError("usage", `${flag} takes a whole number from 1 to ${MOST}, and got ${JSON.stringify(text)}`, {
    usage: true,
    hint: `write ${flag} ${DEFAULT}`,
  });
}
