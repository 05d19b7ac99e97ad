// The pool's rules, with sandboxes that the test controls.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { LiveSandbox, SandboxListener } from "../../src/calls/live-sandbox.ts";
import { type Seat, SeatUnavailable } from "../../src/calls/seat.ts";
import type { ToolsetImage } from "../../src/calls/toolset-image.ts";
import { imageKey } from "../../src/pool/image-key.ts";
import { Pool, type PoolSettings } from "../../src/pool/pool.ts";
import { imageOf } from "../harness.ts";

class Controlled implements LiveSandbox {
  readonly image: ToolsetImage;
  readonly #listener: SandboxListener;
  readonly #over = Promise.withResolvers<void>();
  state: "waiting" | "taken" | "closed" = "waiting";
  constructor(image: ToolsetImage, listener: SandboxListener) {
    this.image = image;
    this.#listener = listener;
  }
  get free() {
    return this.state === "waiting" ? 1 : 0;
  }
  get idle() {
    return this.state === "waiting";
  }
  get over() {
    return this.#over.promise;
  }
  take(): Seat | undefined {
    this.state = "taken";
    return {
      isolation: { level: "namespaces", lines: [] },
      interpreter: this.image.tenant,
      call: async () => ({ kind: "result", value: null }),
      release: () => {
        this.state = "waiting";
        this.#listener.freed(this);
      },
    };
  }
  close() {
    if (this.state === "closed") return;
    this.state = "closed";
    this.#listener.closed(this);
    this.#over.resolve();
  }
}

function pool(settings: Partial<PoolSettings> = {}) {
  const started: Controlled[] = [];
  const made = new Pool({
    perToolset: 2,
    total: 3,
    idleMs: 60_000,
    spares: false,
    start: async (image, listener) => {
      const sandbox = new Controlled(image, listener);
      started.push(sandbox);
      return sandbox;
    },
    ...settings,
  });
  return { made, started };
}

const image = (tenant: string) => imageOf("python", "return 1", { tenant });
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("the pool", () => {
  it("uses a free sandbox again, and never for another image", async () => {
    const { made, started } = pool();
    (await made.take(image("a"))).release();
    (await made.take(image("a"))).release();
    await made.take(image("b"));
    assert.deepEqual(
      started.map((one) => one.image.tenant),
      ["a", "b"],
    );
  });

  it("starts no more than the limit of a toolset, and serves who waits when one is free", async () => {
    const { made, started } = pool();
    const first = await made.take(image("a"));
    await made.take(image("a"));
    let served = false;
    const third = made.take(image("a")).then((seat) => {
      served = true;
      return seat;
    });
    await turn();
    assert.equal(served, false);
    first.release();
    await third;
    assert.equal(started.length, 2);
  });

  it("makes room by closing the sandbox that was idle longest", async () => {
    const { made, started } = pool();
    for (const tenant of ["a", "b", "c"]) (await made.take(image(tenant))).release();
    await made.take(image("d"));
    assert.deepEqual(
      started.map((one) => one.state),
      ["closed", "waiting", "waiting", "taken"],
    );
    assert.equal(made.size, 3);
  });

  it("is fair between tenants when all sandboxes are in use", async () => {
    const { made } = pool({ total: 1, perToolset: 1 });
    const order: string[] = [];
    const first = await made.take(image("busy"));
    const wait = (tenant: string) =>
      made.take(image(tenant)).then(async (seat) => {
        order.push(seat.interpreter);
        await turn();
        seat.release();
      });
    const all = [wait("busy"), wait("busy"), wait("quiet")];
    first.release();
    await Promise.all(all);
    assert.deepEqual(order, ["busy", "quiet", "busy"]);
  });

  it("starts a spare when the last free one is taken", async () => {
    const { made, started } = pool({ spares: true });
    await made.take(image("a"));
    assert.equal(started.length, 1, "the call that was given its place begins first");
    while (started[1]?.state !== "waiting") await turn();
    assert.equal(started.length, 2);
  });

  it("starts the spare also where the sandbox that was taken has ended by then", { timeout: 60_000 }, async () => {
    const { made, started } = pool({ spares: true });
    await made.take(image("a"));
    started[0]?.close();
    while (started[1]?.state !== "waiting") await turn();
    assert.equal(started.length, 2);
  });

  it("closes what is idle for too long", async () => {
    const { made, started } = pool({ idleMs: 20 });
    (await made.take(image("a"))).release();
    const [sandbox] = started;
    await sandbox?.over;
    assert.equal(sandbox?.state, "closed");
  });

  it("tells everybody who waits for an image why it cannot be started, and nobody else", async () => {
    const fault = new SeatUnavailable({ type: "load_failed", message: "no module x" }, false);
    const { made } = pool({
      start: async (one, listener) => {
        if (one.tenant === "bad") throw fault;
        return new Controlled(one, listener);
      },
    });
    const bad = [made.take(image("bad")), made.take(image("bad"))];
    const good = made.take(image("good"));
    for (const one of await Promise.allSettled(bad)) assert.deepEqual(one, { status: "rejected", reason: fault });
    assert.equal((await good).interpreter, "good");
  });

  it("lets who waits go, and everybody when it is closed", async () => {
    const { made } = pool({ total: 1, perToolset: 1 });
    await made.take(image("a"));
    const cancel = new AbortController();
    const gone = made.take(image("a"), cancel.signal);
    cancel.abort();
    await assert.rejects(gone, (fault) => fault instanceof SeatUnavailable && fault.error.type === "cancelled");
    const left = made.take(image("a"));
    left.catch(() => {});
    await made[Symbol.asyncDispose]();
    await assert.rejects(left, SeatUnavailable);
    await assert.rejects(made.take(image("a")), SeatUnavailable);
  });
});

describe("the key of an image", () => {
  const base = image("a");
  it("is equal for equal images, whatever the order of their fields", () => {
    const other = Object.fromEntries(Object.entries(imageOf("python", "return 1", { tenant: "a" })).reverse());
    assert.equal(imageKey(other as unknown as ToolsetImage), imageKey(base));
  });
  const CHANGES: Partial<ToolsetImage>[] = [
    { tenant: "b" },
    { toolset: "x" },
    { version: "2" },
    { files: { "module.py": "pass" } },
    { env: { A: "1" } },
    { network: "shared" },
    { subprocess: true },
    { memoryMiB: 1 },
    { timeoutSeconds: 1 },
    { data: "/d" },
    { workspace: "/w" },
    { thread: "t" },
    { reuse: true },
    { environment: { pythonPath: ["/p"] } },
  ];
  for (const change of CHANGES)
    it(`changes with ${Object.keys(change)[0]}`, () => {
      assert.notEqual(imageKey({ ...base, ...change }), imageKey(base));
    });
});
