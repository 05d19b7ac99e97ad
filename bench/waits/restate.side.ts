// Restate: a handler that awaits an awakeable, served from this process to a server of its own.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import * as restate from "@restatedev/restate-sdk";
import { benchFolder } from "../calls/folder.ts";
import { freePort } from "../postgres/cluster.ts";
import { serveSide } from "./side.ts";

const told = new Map<number, (awakeable: string) => void>();

const bench = restate.service({
  name: "bench",
  handlers: {
    ask: async (ctx: restate.Context, number: number) => {
      const { id, promise } = ctx.awakeable<string>();
      await ctx.run("ask", () => told.get(number)?.(id));
      return promise;
    },
  },
});

await serveSide(async () => {
  const folder = benchFolder();
  const [node, ingress, admin, service] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const config = join(folder.path, "restate.toml");
  writeFileSync(
    config,
    `base-dir = ${JSON.stringify(join(folder.path, "data"))}
bind-ip = "127.0.0.1"
bind-port = ${node}
listen-mode = "tcp"
disable-telemetry = true
log-filter = "error"
[ingress]
bind-port = ${ingress}
[admin]
bind-port = ${admin}
`,
  );
  await restate.serve({ services: [bench], port: service });
  const require = createRequire(import.meta.url);
  const program = require.resolve(`@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`);
  const server = spawn(program, ["--no-logo", "--config-file", config], { stdio: "ignore" });
  const ended = once(server, "exit");
  process.once("exit", () => server.kill("SIGKILL"));
  await until(() => post(`http://127.0.0.1:${admin}/deployments`, { uri: `http://127.0.0.1:${service}` }));
  let asked = 0;
  return {
    settings: "Restate: its server in a process of its own, default settings (its log is synced), HTTP on the loopback",
    async park() {
      asked += 1;
      const number = asked;
      const known = new Promise<string>((resolve) => told.set(number, resolve));
      const result = post(`http://127.0.0.1:${ingress}/bench/ask`, number);
      const awakeable = await Promise.race([known, result.then(failed)]);
      return {
        async answer(text) {
          await post(`http://127.0.0.1:${ingress}/restate/awakeables/${awakeable}/resolve`, text);
          told.delete(number);
          return JSON.parse(await result);
        },
      };
    },
    async [Symbol.asyncDispose]() {
      server.kill("SIGTERM");
      await Promise.race([ended, pause(5_000)]);
      server.kill("SIGKILL");
      await ended;
      folder[Symbol.dispose]();
    },
  };
});

async function post(url: string, body: unknown): Promise<string> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
  return text;
}

function failed(text: string): never {
  throw new Error(`the handler ended without asking: ${text}`);
}

/** Until the server is up. */
async function until(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await work();
      return;
    } catch (error) {
      if (tries === 300) throw error;
      await pause(100);
    }
  }
}
