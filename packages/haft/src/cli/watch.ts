// Reads again whenever a source is saved, until interrupted.

import { relative, resolve } from "node:path";
import { formatFailure } from "../output/failure.ts";
import { CommandError } from "../session/command-error.ts";
import type { Reading } from "../session/reading.ts";
import type { Invocation } from "./invocation.ts";
import { SaveWatcher } from "./save-watcher.ts";

/** Calls `read` at once and after each save of what the last good reading watched; resolves when interrupted. */
export async function watchReadings(
  read: () => Promise<readonly Reading[]>,
  paths: readonly string[],
  invocation: Invocation,
): Promise<void> {
  invocation.endsItself();
  const { surroundings, signal, printer } = invocation;
  using saves = new SaveWatcher(signal);
  // Watched from before it is read, so that no save falls between.
  saves.follow(paths.map((path) => resolve(surroundings.folder, path)));
  const readSafely = async () => {
    try {
      saves.follow((await read()).flatMap((reading) => reading.watched));
    } catch (error) {
      // A path that is gone for a moment (a checkout, a rename) ends nothing: the next save reads again.
      if (!(error instanceof CommandError)) throw error;
      printer.message(formatFailure(error, printer.err));
    }
  };
  await readSafely();
  if (!printer.json) printer.message(printer.err.quiet("watching; Ctrl-C ends\n"));
  for (let saved = await saves.next(); saved !== undefined; saved = await saves.next()) {
    if (!printer.json) printer.message(`\n${printer.err.quiet(`${relative(surroundings.folder, saved)} saved`)}\n`);
    await readSafely();
  }
}
