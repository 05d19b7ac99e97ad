// Attempts on what the server has: its listeners, its files, its environment, its descriptors, other calls' processes.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { Json } from "@haft/sdk/wire";
import type { PooledSandboxes } from "../../src/pool/sandboxes.ts";
import { writableFolder } from "../../src/state/writable-folder.ts";
import { callInside, callOutside, imageOf, missingFor, resultOf, sandboxesBy, temporaryFolder } from "../harness.ts";

const CONNECT = {
  python: `
import socket
address = given["address"]
family = socket.AF_UNIX if isinstance(address, str) else socket.AF_INET
with socket.socket(family, socket.SOCK_STREAM) as one:
    one.settimeout(3)
    one.connect(address.replace("@", "\\0", 1) if isinstance(address, str) else tuple(address))
return "escaped"`,
  typescript: `
const { connect } = await import("node:net");
const address = given.address;
const target = typeof address === "string" ? { path: address.replace("@", "\\0") } : { host: address[0], port: address[1] };
return new Promise((resolve, reject) => {
  const one = connect(target, () => { one.destroy(); resolve("escaped"); });
  one.setTimeout(3_000, () => one.destroy(new Error("no answer")));
  one.once("error", reject);
});`,
};

const SEND = {
  python: `
import ctypes, os, platform, socket
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
    one.sendto(b"sendto", tuple(given["address"]))
    one.sendmsg([b"sendmsg"], [], 0, tuple(given["address"]))
return "sent"`,
  typescript: `
const one = (await import("node:dgram")).createSocket("udp4");
await new Promise((resolve, reject) => one.send("send", given.address[1], given.address[0], (fault) => fault ? reject(fault) : resolve()));
one.close(); return "sent"`,
};

const READ = {
  python: `return open(given["path"]).read()`,
  typescript: `return (await import("node:fs")).readFileSync(given.path, "utf8")`,
};

const DESCRIPTORS = {
  python: `import os\nreturn sorted(int(name) for name in os.listdir("/proc/self/fd") if os.path.exists(f"/proc/self/fd/{name}"))`,
  typescript: `
const fs = await import("node:fs");
const kept = [];
for (const name of fs.readdirSync("/proc/self/fd")) { try { const to = fs.readlinkSync("/proc/self/fd/" + name); if (!/^(anon_inode|pipe|\\/dev\\/null)/.test(to)) kept.push(Number(name)) } catch {} }
return kept.sort()`,
};

async function listening(server: Server, where: { path: string } | { host: string; port: number }): Promise<void> {
  server.listen(where);
  await once(server, "listening");
}

for (const way of ["bubblewrap", "seccomp"] as const)
  describe(`the server's surroundings by ${way}`, { skip: missingFor(way) }, () => {
    let sandboxes: PooledSandboxes;
    before(async () => {
      sandboxes = await sandboxesBy(way, { spares: false });
    });
    after(() => sandboxes[Symbol.asyncDispose]());

    for (const language of ["python", "typescript"] as const) {
      const stopped = async (lines: string, given: { readonly [key: string]: Json }) => {
        const outcome = await callInside(sandboxes, imageOf(language, lines), given);
        assert.equal(outcome.kind, "error", JSON.stringify(outcome));
      };

      it(`${language} cannot connect to the server's listeners, which the same lines reach outside`, async () => {
        using folder = temporaryFolder(0o755);
        const servers: Server[] = [];
        try {
          const tcp = createServer((socket) => socket.destroy());
          await listening(tcp, { host: "127.0.0.1", port: 0 });
          servers.push(tcp);
          const bound = tcp.address();
          assert.ok(typeof bound === "object" && bound !== null);
          const abstract = `haft-test-${process.pid}-${way}-${language}`;
          const path = join(folder.path, "socket");
          for (const name of [`\0${abstract}`, path]) {
            const unix = createServer((socket) => socket.destroy());
            await listening(unix, { path: name });
            servers.push(unix);
          }
          for (const address of [["127.0.0.1", bound.port], `@${abstract}`, path]) {
            assert.equal(await callOutside(language, CONNECT[language], { address }), "escaped", String(address));
            await stopped(CONNECT[language], { address });
          }
        } finally {
          for (const server of servers) server.close();
        }
      });

      it(`${language} reaches no address of the machine, the cloud or the world`, async () => {
        for (const address of [
          ["169.254.169.254", 80],
          ["8.8.8.8", 53],
          ["192.0.2.1", 80],
        ])
          await stopped(CONNECT[language], { address });
      });

      it(`${language} cannot send a datagram to the server, which the same lines do outside`, async () => {
        const server = createSocket("udp4");
        try {
          const heard: string[] = [];
          server.on("message", (message) => heard.push(message.toString()));
          server.bind(0, "127.0.0.1");
          await once(server, "listening");
          const given = { address: ["127.0.0.1", server.address().port] };
          await callInside(sandboxes, imageOf(language, SEND[language]), given);
          const outside = once(server, "message");
          assert.equal(await callOutside(language, SEND[language], given), "sent");
          await outside;
          assert.equal(heard[0], language === "python" ? "sendto" : "send", "the first to arrive came from outside");
          assert.ok(heard.length <= 2);
        } finally {
          server.close();
        }
      });

      it(`${language} cannot read a file of the server, its environment or its memory map`, async () => {
        using folder = temporaryFolder(0o700);
        const path = join(folder.path, "haft.db");
        writeFileSync(path, "secret", { mode: 0o600 });
        for (const one of [path, `/proc/${process.pid}/environ`, `/proc/${process.pid}/maps`]) {
          assert.equal(typeof (await callOutside(language, READ[language], { path: one })), "string");
          await stopped(READ[language], { path: one });
        }
      });

      it(`${language} finds no descriptor but its own`, async () => {
        const found = resultOf(await callInside(sandboxes, imageOf(language, DESCRIPTORS[language])));
        assert.deepEqual(found, [0, 1, 2, 3].slice(language === "typescript" ? 1 : 0));
      });

      it(`${language} leaves no process behind, however it was started`, async () => {
        const seconds = String(90_000 + Math.floor(Math.random() * 9_000));
        const lines =
          language === "python"
            ? `
import os, subprocess, time
for detached in (False, True):
    subprocess.Popen(["/usr/bin/sleep", "${seconds}"], start_new_session=detached)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.execv("/usr/bin/sleep", ["sleep", "${seconds}"])
    os._exit(0)
time.sleep(0.05)
return "left"`
            : `
const { spawn } = await import("node:child_process");
for (const detached of [false, true]) spawn("/usr/bin/sleep", ["${seconds}"], { detached, stdio: "ignore" }).unref();
spawn("/bin/sh", ["-c", "setsid sleep ${seconds} & exit 0"], { stdio: "ignore" }).unref();
await new Promise((resolve) => setTimeout(resolve, 50)); return "left"`;
        const image = imageOf(language, lines, { subprocess: true });
        assert.equal(resultOf(await callInside(sandboxes, image)), "left");
        const next = imageOf(language, "return 1", { subprocess: true });
        assert.equal(resultOf(await callInside(sandboxes, next)), 1);
        await until(() => processesWith(seconds).length === 0, "every process of the call has ended");
      });
    }
  });

describe("one tenant beside another", { skip: missingFor("bubblewrap") }, () => {
  it("does not find the other's /data, whatever the paths", async () => {
    const sandboxes = await sandboxesBy("bubblewrap", { spares: false });
    try {
      using folder = temporaryFolder(0o755);
      const [one, other] = ["one", "other"].map((tenant) => writableFolder({ wanted: join(folder.path, tenant) }));
      const write = imageOf("python", `open("/data/mine", "w").write("mine")\nreturn 1`, {
        tenant: "one",
        data: one ?? "",
      });
      assert.equal(resultOf(await callInside(sandboxes, write)), 1);
      assert.ok(existsSync(join(one ?? "", "mine")));
      const look = `import os\nreturn [os.listdir("/data"), os.path.exists("${one}"), os.path.exists("/data/../..${one}")]`;
      const read = imageOf("python", look, { tenant: "other", data: other ?? "" });
      assert.deepEqual(resultOf(await callInside(sandboxes, read)), [[], false, false]);
    } finally {
      await sandboxes[Symbol.asyncDispose]();
    }
  });

  it("has a sandbox of its own for an equal image", async () => {
    const sandboxes = await sandboxesBy("bubblewrap", { spares: false });
    try {
      const lines = `import os\nreturn os.readlink("/proc/self/ns/pid")`;
      const namespaces = [];
      for (const tenant of ["one", "other", "one"])
        namespaces.push(resultOf(await callInside(sandboxes, imageOf("python", lines, { tenant }))));
      assert.notEqual(namespaces[0], namespaces[1]);
      assert.equal(namespaces[0], namespaces[2]);
    } finally {
      await sandboxes[Symbol.asyncDispose]();
    }
  });
});

describe("a server that was started with open descriptors and a secret variable", {
  skip: missingFor("bubblewrap"),
}, () => {
  it("hands neither on", async () => {
    using folder = temporaryFolder(0o700);
    const secret = join(folder.path, "secret");
    writeFileSync(secret, "secret", { mode: 0o600 });
    const held = openSync(secret, "r");
    try {
      const driver = spawn(process.execPath, [join(import.meta.dirname, "descriptors-driver.ts")], {
        // 30 is far from those that Node marks at its start.
        stdio: ["ignore", "pipe", "inherit", ...Array(27).fill("ignore"), held],
        env: { ...process.env, HAFT_SECRET_VARIABLE: "secret" },
      });
      let text = "";
      driver.stdout?.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      await once(driver, "exit");
      const found = JSON.parse(text) as { own: number[]; python: number[]; node: number[]; environment: string[] };
      assert.ok(found.own.includes(30), "the server itself has it");
      assert.deepEqual(found.python, [0, 1, 2, 3]);
      assert.deepEqual(found.node, [1, 2, 3]);
      assert.deepEqual(found.environment, ["HOME", "LANG", "PATH", "TZ"]);
    } finally {
      closeSync(held);
    }
  });
});

function processesWith(argument: string): string[] {
  return readdirSync("/proc").filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, "utf8").split("\0").includes(argument);
    } catch {
      return false;
    }
  });
}

async function until(condition: () => boolean, what: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.fail(`not within 4 s: ${what}`);
}
