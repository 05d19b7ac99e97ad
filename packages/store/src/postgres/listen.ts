// Hearing what processes announce, on a connection of its own that is made again when it breaks.

import { Client } from "pg";
import { CHANNEL } from "./announce.ts";
import { hangUp } from "./connection.ts";

/** What happens to a listener. */
export interface Hearing {
  /** Somebody has announced something: as `announce.ts` says it. */
  heard(said: string): void;
  /** From now on announcements arrive; what was announced before may have been missed. */
  connected(): void;
  /** None arrive until it is connected again. */
  broken(error: Error): void;
}

/** The first attempt to connect again comes after this; each further one after twice as long, up to the longest. */
const FIRST_MS = 100;
const LONGEST_MS = 5_000;

/** Listens until it is disposed of. `again` makes a new connection in place of one that seems to be deaf. */
export function listen(
  { url, connectMs }: { readonly url: string; readonly connectMs: number },
  hearing: Hearing,
): AsyncDisposable & { again(): void } {
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let pause = FIRST_MS;
  let ended = false;

  const connect = (): void => {
    const mine = new Client({
      connectionString: url,
      application_name: "haft listens",
      keepAlive: true,
      connectionTimeoutMillis: connectMs,
    });
    client = mine;
    let over = false;
    const broke = (error: Error): void => {
      if (over || ended) return;
      over = true;
      hearing.broken(error);
      void hangUp(mine);
      timer = setTimeout(connect, pause);
      timer.unref();
      pause = Math.min(pause * 2, LONGEST_MS);
    };
    mine.on("error", broke);
    mine.on("end", () => broke(new Error("the connection was closed")));
    mine.on("notification", ({ payload }) => hearing.heard(payload ?? ""));
    mine
      .connect()
      .then(() => mine.query(`listen ${CHANNEL}`))
      .then(() => {
        // A process that has nothing else to do ends.
        if ("unref" in mine && typeof mine.unref === "function") mine.unref();
        pause = FIRST_MS;
        if (!over && !ended) hearing.connected();
      })
      .catch(broke);
  };
  connect();
  return {
    again: () => client?.emit("error", new Error("nothing was heard on it")),
    async [Symbol.asyncDispose]() {
      ended = true;
      clearTimeout(timer);
      if (client !== undefined) await hangUp(client);
    },
  };
}
