// What simulations stand on, one after another: one store that is emptied between them, so that its schema is made, and its
// statements are prepared, once.

import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openInProcessStore } from "@haft/store/in-process";
import type { Clock, Ports } from "../../src/index.ts";

type Store = Ports["store"];

/** The time of the world that stands on it. */
export interface WorldTime {
  readonly clock: Clock;
  /** The store's clock: milliseconds since the epoch. */
  now(): number;
}

/** A store in memory, where the machine has a place for that. */
export interface Ground extends Disposable {
  /** The store, empty, in the time of a new world; that of the world before is gone. */
  enter(world: WorldTime): Store;
}

/** Prepares it. */
export function openGround(leaseMs: number): Ground {
  const folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "haft-simulation-"));
  const file = join(folder, "haft.db");
  let world: WorldTime | undefined;
  const here = (): WorldTime => {
    if (world === undefined) throw new Error("nobody has entered");
    return world;
  };
  const clock: Clock = {
    monotonic: () => here().clock.monotonic(),
    after: (milliseconds, callback) => here().clock.after(milliseconds, callback),
  };
  const store = openInProcessStore({ file, now: () => here().now(), clock, leaseMs, renewMs: leaseMs / 3 });
  const outside = new DatabaseSync(file);
  const tables = outside
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite%'")
    .all();
  const empty = ["begin", ...tables.map(({ name }) => `delete from "${name}"`), "commit"].join(";\n");
  let left = new DisposableStack();
  return {
    enter(next) {
      left.dispose();
      outside.exec(empty);
      world = next;
      left = new DisposableStack();
      return onlyFor(store, left);
    },
    [Symbol.dispose]() {
      left.dispose();
      outside.close();
      store[Symbol.dispose]();
      rmSync(folder, { recursive: true });
    },
  };
}

/** A world's own store: with the next one nothing of it hears, or is heard, any more. */
function onlyFor(store: Store, left: DisposableStack): Store {
  let gone = false;
  left.defer(() => {
    gone = true;
  });
  return new Proxy(store, {
    get(target, name) {
      if (gone) throw new Error(`a world that is gone asked for ${String(name)}`);
      if (name === "watch") return (listener: Parameters<Store["watch"]>[0]) => left.use(target.watch(listener));
      return Reflect.get(target, name);
    },
  });
}
