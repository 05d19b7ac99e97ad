// A network between a store and its database that a test can break: silently, as a cable that is pulled, or loudly.

import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** What a test does to the network. */
export interface Proxy extends AsyncDisposable {
  /** The address through it. */
  readonly url: string;
  /** From now on nothing passes in either direction, and nobody is told; new connections are taken and say nothing. */
  cut(): void;
  /** Connections that were cut are dropped on both sides; new ones pass. */
  mend(): void;
  /** Drops all connections. */
  drop(): void;
  /** Calls back at the next message to the server that contains a text: `true` lets it pass, and its reply is lost with the connection; `false` loses the message. */
  loseReplyTo(text: string, reaches: boolean): Promise<void>;
}

/** Opens a proxy to the server of an address. */
export async function proxyTo(url: string): Promise<Proxy> {
  const target = new URL(url);
  const pairs = new Set<{ readonly inner: Socket; readonly outer: Socket }>();
  let silent = false;
  let trap: { readonly text: string; readonly reaches: boolean; readonly sprung: () => void } | undefined;

  const server = createServer((outer) => {
    const inner = connect(Number(target.port), target.hostname);
    const pair = { inner, outer };
    pairs.add(pair);
    let deaf = false;
    const end = (): void => {
      pairs.delete(pair);
      inner.destroy();
      outer.destroy();
    };
    outer.on("data", (chunk) => {
      if (silent) return;
      if (trap !== undefined && chunk.includes(trap.text)) {
        const { reaches, sprung } = trap;
        trap = undefined;
        deaf = true;
        if (reaches) inner.write(chunk);
        // The server's answer shows that it is done; nobody hears it.
        if (reaches) inner.once("data", end);
        else end();
        sprung();
        return;
      }
      inner.write(chunk);
    });
    inner.on("data", (chunk) => {
      if (!silent && !deaf) outer.write(chunk);
    });
    for (const socket of [inner, outer]) {
      socket.on("error", end);
      // While the network is cut, nobody hears that the other side has gone.
      socket.on("close", () => silent || end());
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  target.port = String(address.port);
  const real = new URL(url).port;
  const through = target.href;
  target.port = real;

  const drop = (): void => {
    for (const { inner, outer } of pairs) {
      inner.destroy();
      outer.destroy();
    }
    pairs.clear();
  };
  return {
    url: through,
    cut: () => {
      silent = true;
    },
    mend() {
      silent = false;
      drop();
    },
    drop,
    loseReplyTo: (text, reaches) =>
      new Promise((sprung) => {
        trap = { text, reaches, sprung };
      }),
    async [Symbol.asyncDispose]() {
      silent = false;
      drop();
      server.close();
      await once(server, "close");
    },
  };
}
