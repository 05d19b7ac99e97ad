// A worker with so many slots: each takes the next run that can move, whoever's it is.

import { setTimeout as pause } from "node:timers/promises";
import type { Engine } from "@haft/engine";

/** Resolves when so many runs have been moved. */
export async function move(engine: Engine, slots: number, runs: number): Promise<void> {
  let moved = 0;
  const slot = async (): Promise<void> => {
    while (moved < runs) {
      const mine = await engine.once();
      moved += mine.length;
      await pause(1);
    }
  };
  await Promise.all(Array.from({ length: slots }, slot));
}
