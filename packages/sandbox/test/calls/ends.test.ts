// How calls end: results, errors of the tool, time limits, crashes, cancellation, memory, disk; in both languages.

import assert from "node:assert/strict";
import { chmodSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import type { JsonObject } from "@haft/sdk/wire";
import { SeatUnavailable } from "../../src/calls/seat.ts";
import type { ToolsetImage } from "../../src/calls/toolset-image.ts";
import type { PooledSandboxes } from "../../src/pool/sandboxes.ts";
import { writableFolder } from "../../src/state/writable-folder.ts";
import {
  callInside,
  callOf,
  errorOf,
  imageOf,
  missingFor,
  resultOf,
  sandboxesBy,
  temporaryFolder,
} from "../harness.ts";

interface Case {
  readonly name: string;
  readonly python: string;
  readonly typescript: string;
  readonly type: string;
  readonly message: RegExp;
  readonly timeoutSeconds?: number;
  readonly image?: Partial<ToolsetImage>;
}

const CASES: readonly Case[] = [
  {
    name: "an exception of the tool",
    python: `raise ValueError("no such city")`,
    typescript: `throw new RangeError("no such city")`,
    type: "ValueError|RangeError",
    message: /no such city/,
  },
  {
    name: "a busy loop at its time limit",
    python: `while True:\n    pass`,
    typescript: `for (;;);`,
    type: "timeout",
    message: /after its time limit of 1 s/,
    timeoutSeconds: 1,
  },
  {
    name: "a sleep at its time limit",
    python: `import signal, time\nfor number in (signal.SIGTERM, signal.SIGINT):\n    signal.signal(number, signal.SIG_IGN)\ntime.sleep(60)`,
    typescript: `process.on("SIGTERM", () => {}); await new Promise((resolve) => setTimeout(resolve, 60_000))`,
    type: "timeout",
    message: /after its time limit of 1 s/,
    timeoutSeconds: 1,
  },
  {
    name: "an exit",
    python: `import os\nos._exit(3)`,
    typescript: `process.reallyExit(3)`,
    type: "killed",
    message: /exit code 3/,
  },
  {
    name: "a segmentation fault",
    python: `import ctypes\nctypes.string_at(0)`,
    typescript: `process.kill(process.pid, "SIGSEGV"); await new Promise(() => setInterval(() => {}, 1000))`,
    type: "killed",
    message: /SIGSEGV/,
  },
  {
    name: "too much memory",
    python: `kept = []\nwhile True:\n    kept.append(bytearray(16 * 1024 * 1024))`,
    typescript: `const kept = []; for (;;) { kept.push(Buffer.alloc(16 * 1024 * 1024, 1)) }`,
    type: "out_of_memory",
    message: /more than its 128 MiB/,
    image: { memoryMiB: 128 },
  },
  {
    name: "too much memory of the language itself",
    python: `kept = []\nwhile True:\n    kept.append([0] * 1_000_000)`,
    typescript: `const kept = []; for (;;) { kept.push(Array.from({ length: 1_000_000 }, (_, at) => at)) }`,
    type: "out_of_memory",
    message: /more than its 128 MiB/,
    image: { memoryMiB: 128 },
  },
  {
    name: "a message that is none",
    python: `import os, time\nos.write(3, b"\\x00\\x00\\x00\\x05hello")\ntime.sleep(5)`,
    typescript: `(await import("node:fs")).writeSync(3, "\\0\\0\\0\\x05hello"); await new Promise((resolve) => setTimeout(resolve, 5_000))`,
    type: "protocol_error",
    message: /not JSON/,
  },
  {
    name: "a message that claims to be endless",
    python: `import os, time\nos.write(3, b"\\xff\\xff\\xff\\xff")\ntime.sleep(5)`,
    typescript: `(await import("node:fs")).writeSync(3, Buffer.from([255, 255, 255, 255])); await new Promise((resolve) => setTimeout(resolve, 5_000))`,
    type: "protocol_error",
    message: /4294967295 bytes/,
  },
  {
    name: "a closed socket",
    python: `import os, time\nos.close(3)\nreturn 1`,
    typescript: `(await import("node:fs")).closeSync(3); return 1`,
    type: "killed|protocol_error|Error|OSError",
    message: /./,
  },
  {
    name: "a result over 4 MiB",
    python: `return "x" * (5 * 1024 * 1024)`,
    typescript: `return "x".repeat(5 * 1024 * 1024)`,
    type: "result_too_large",
    message: /./,
  },
];

for (const language of ["python", "typescript"] as const)
  describe(`calls of ${language}`, { skip: missingFor("bubblewrap") }, () => {
    let sandboxes: PooledSandboxes;
    before(async () => {
      sandboxes = await sandboxesBy("bubblewrap", { spares: false });
    });
    after(() => sandboxes[Symbol.asyncDispose]());
    const good = () => imageOf(language, `return given`);

    for (const one of CASES)
      it(`end with ${one.type.split("|")[0]} for ${one.name}, and the next is served`, async () => {
        const image = imageOf(language, one[language], one.image);
        const settings = one.timeoutSeconds === undefined ? {} : { timeoutSeconds: one.timeoutSeconds };
        const error = errorOf(await callInside(sandboxes, image, {}, settings));
        assert.match(error.type, new RegExp(`^(${one.type})$`), JSON.stringify(error));
        assert.match(error.message, one.message);
        assert.deepEqual(resultOf(await callInside(sandboxes, good(), [1, "a", null])), [1, "a", null]);
        assert.equal(errorOf(await callInside(sandboxes, image, {}, settings)).type, error.type, "the same again");
      });

    it("give their output by lines, up to 64 KiB and then a note, and the result is untouched", async () => {
      const lines =
        language === "python"
          ? `import sys\nprint("one")\nprint("to err", file=sys.stderr)\nfor _ in range(3000):\n    print("x" * 99)\nsys.stdout.write("no end")\nreturn "fine"`
          : `console.log("one"); console.error("to err"); for (let at = 0; at < 3000; at += 1) console.log("x".repeat(99)); process.stdout.write("no end"); return "fine"`;
      const heard: [string, string][] = [];
      const log = (stream: string, text: string) => void heard.push([stream, text]);
      assert.equal(resultOf(await callInside(sandboxes, imageOf(language, lines), {}, {}, { log })), "fine");
      assert.deepEqual(
        heard.find(([stream]) => stream === "stdout"),
        ["stdout", "one"],
      );
      assert.deepEqual(
        heard.filter(([stream]) => stream === "stderr"),
        [["stderr", "to err"]],
      );
      const bytes = heard
        .filter(([stream]) => stream.startsWith("std"))
        .reduce((sum, [, text]) => sum + text.length + 1, 0);
      // The last line may be cut, and has no end.
      assert.ok(bytes <= 64 * 1024 + 1, `${bytes} bytes were kept`);
      assert.match(heard.at(-1)?.join(" ") ?? "", /^warning output over 64 KiB was left out/);
    });

    it("are cancelled: told at once, ended 2 s later if they go on", async () => {
      const cancel = new AbortController();
      const lines =
        language === "python"
          ? `import time\nprint("runs", flush=True)\ntime.sleep(30)`
          : `console.log("runs"); await new Promise((resolve) => setTimeout(resolve, 30_000))`;
      const log = () => cancel.abort();
      const error = errorOf(await callInside(sandboxes, imageOf(language, lines), {}, {}, { log }, cancel.signal));
      assert.equal(error.type, "cancelled");
    });

    it("see nothing of the call before: variables, /tmp, /dev/shm", async () => {
      const lines =
        language === "python"
          ? `import builtins, os\nseen = [hasattr(builtins, "mark"), os.listdir("/tmp"), os.listdir("/dev/shm")]\nbuiltins.mark = 1\nopen("/tmp/mark", "w").close()\nos.makedirs("/dev/shm/a/b")\nreturn seen`
          : `const fs = await import("node:fs"); const seen = ["mark" in globalThis, fs.readdirSync("/tmp"), fs.readdirSync("/dev/shm")]; globalThis.mark = 1; fs.writeFileSync("/tmp/mark", ""); fs.mkdirSync("/dev/shm/a/b", { recursive: true }); return seen`;
      const image = imageOf(language, lines);
      for (let round = 0; round < 3; round += 1)
        assert.deepEqual(resultOf(await callInside(sandboxes, image)), [false, [], []]);
    });

    it("answer requests with what the outside says, or its error", async () => {
      // The context's own functions belong to the inside part; here only the wire is of interest.
      const lines =
        language === "python"
          ? `
import json, os, struct
def ask(id):
    body = json.dumps({"type": "request", "id": id, "op": "secret", "params": {"name": "TOKEN"}}).encode()
    os.write(3, struct.pack(">I", len(body)) + body)
    size = struct.unpack(">I", os.read(3, 4))[0]
    return json.loads(os.read(3, size))
return [ask(1), ask(2)]`
          : `
const fs = await import("node:fs");
function ask(id) {
  const body = Buffer.from(JSON.stringify({ type: "request", id, op: "secret", params: { name: "TOKEN" } }));
  const head = Buffer.alloc(4); head.writeUInt32BE(body.length); fs.writeSync(3, Buffer.concat([head, body]));
  const size = Buffer.alloc(4);
  const read = (into) => { for (let at = 0; at < into.length;) { try { at += fs.readSync(3, into, at, into.length - at, null) } catch (fault) { if (fault.code !== "EAGAIN") throw fault } } };
  read(size); const reply = Buffer.alloc(size.readUInt32BE(0)); read(reply); return JSON.parse(reply.toString());
}
return [ask(1), ask(2)]`;
      let asked = 0;
      const request = async (op: string, params: JsonObject) => {
        asked += 1;
        if (asked === 1) return `${op} ${String(params.name)}`;
        throw Object.assign(new Error("not set"), { name: "KeyError" });
      };
      const replies = resultOf(await callInside(sandboxes, imageOf(language, lines), {}, {}, { request }));
      assert.deepEqual(replies, [
        { type: "reply", id: 1, ok: true, value: "secret TOKEN" },
        { type: "reply", id: 2, ok: false, error: { type: "KeyError", message: "not set" } },
      ]);
    });

    it("are not served by a module that cannot be loaded, which is told by name", async () => {
      const image = imageOf(language, "return 1");
      const broken = {
        ...image,
        files: {
          [image.entry]: language === "python" ? "import nosuchmodule\n" : "throw new Error('broken at import')",
        },
      };
      await assert.rejects(sandboxes.take(broken), (fault) => {
        assert.ok(fault instanceof SeatUnavailable);
        assert.match(fault.error.message, /nosuchmodule|broken at import/);
        return true;
      });
    });

    it("are killed when /data grows over its limit or hides what it holds", async () => {
      using folder = temporaryFolder(0o755);
      const data = writableFolder({ wanted: `${folder.path}/data` });
      const lines =
        language === "python"
          ? `import os, time\nos.makedirs("/data/hidden")\nos.chmod("/data/hidden", 0)\ntime.sleep(15)`
          : `const fs = await import("node:fs"); fs.mkdirSync("/data/hidden"); fs.chmodSync("/data/hidden", 0); await new Promise((resolve) => setTimeout(resolve, 15_000))`;
      const error = errorOf(await callInside(sandboxes, imageOf(language, lines, { data })));
      chmodSync(`${data}/hidden`, 0o700);
      assert.equal(error.type, "disk_full");
      assert.match(error.message, /\/data holds/);
    });

    it("keep what they write to /data and /workspace, and follow no link out of them", async () => {
      using folder = temporaryFolder(0o755);
      const data = writableFolder({ wanted: `${folder.path}/data` });
      const workspace = writableFolder({ wanted: `${folder.path}/workspace` });
      const write =
        language === "python"
          ? `import os\nopen("/data/kept", "w").write("kept")\nos.symlink("/etc/hostname", "/workspace/link")\nos.symlink("${folder.path}", "/data/up")\nreturn sorted(os.listdir("/"))`
          : `const fs = await import("node:fs"); fs.writeFileSync("/data/kept", "kept"); fs.symlinkSync("/etc/hostname", "/workspace/link"); fs.symlinkSync("${folder.path}", "/data/up"); return fs.readdirSync("/").sort()`;
      const read =
        language === "python"
          ? `import os\nreturn [open("/data/kept").read(), os.path.exists("/workspace/link"), os.path.exists("/data/up/data")]`
          : `const fs = await import("node:fs"); return [fs.readFileSync("/data/kept", "utf8"), fs.existsSync("/workspace/link"), fs.existsSync("/data/up/data")]`;
      const root = resultOf(await callInside(sandboxes, imageOf(language, write, { data, workspace, thread: "a" })));
      assert.ok(Array.isArray(root) && root.includes("data") && root.includes("workspace"));
      assert.deepEqual(
        resultOf(await callInside(sandboxes, imageOf(language, read, { data, workspace, thread: "a" }))),
        ["kept", false, false],
      );
    });

    it("are refused after their seat was given back, and a seat that is given back serves another", async () => {
      const image = good();
      const seat = await sandboxes.take(image);
      seat.release();
      const other = await sandboxes.take(image);
      assert.deepEqual(await other.call(callOf(7), {}), { kind: "result", value: 7 });
      assert.equal(errorOf(await other.call(callOf(8), {})).type, "killed");
    });

    it("come many at once, some failing, and every one is answered", async () => {
      const lines =
        language === "python"
          ? `import os\nif given % 5 == 4:\n    os._exit(1)\nreturn given`
          : `if (given % 5 === 4) process.reallyExit(1); return given`;
      const image = imageOf(language, lines);
      const outcomes = await Promise.all(Array.from({ length: 40 }, (_, at) => callInside(sandboxes, image, at)));
      outcomes.forEach((outcome, at) => {
        if (at % 5 === 4) assert.equal(errorOf(outcome).type, "killed");
        else assert.equal(resultOf(outcome), at);
      });
    });
  });
