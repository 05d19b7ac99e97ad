// The limits that are written once in each language are the same in both.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { pythonPath } from "@haft/python";
import { sleepFor } from "@haft/sdk";
import { MAX_FRAME_BYTES, MAX_META_BYTES, MAX_RESULT_BYTES, MAX_WAIT_SECONDS } from "@haft/sdk/wire";
import { resultText } from "../../../sdk/src/runner/results.ts";

async function python(lines: string): Promise<unknown> {
  const script = `import json, sys\nsys.path.insert(0, ${JSON.stringify(pythonPath)})\n${lines}`;
  const { stdout } = await promisify(execFile)("python3", ["-I", "-c", script]);
  return JSON.parse(stdout);
}

test("bytes and seconds", async () => {
  const found = await python(
    "from haft import _waits\nfrom haft_runner import frames\n" +
      "print(json.dumps([frames.MAX_FRAME_BYTES, frames.MAX_RESULT_BYTES, _waits.LARGEST_META_BYTES, _waits.LONGEST_SECONDS]))",
  );
  assert.deepEqual(found, [MAX_FRAME_BYTES, MAX_RESULT_BYTES, MAX_META_BYTES, MAX_WAIT_SECONDS]);
});

test("how meta is counted: in bytes of JSON as it is kept, whatever its letters take", async () => {
  const around = Buffer.byteLength('{"t":""}');
  const cases = ["x", "é", "€", "😀", '"', "\n"].flatMap((letter) => {
    const size = Buffer.byteLength(JSON.stringify(letter)) - 2;
    const fits = Math.floor((MAX_META_BYTES - around) / size);
    return [
      [letter, fits],
      [letter, fits + 1],
    ] as const;
  });
  const here = cases.map(([letter, count]) => accepted(() => sleepFor(1, { meta: { t: letter.repeat(count) } })));
  assert.deepEqual(
    here,
    cases.map((_, index) => index % 2 === 0),
  );
  const there = await python(
    `from haft import sleep_for\ndef accepted(letter, count):\n    try:\n        sleep_for(1, meta={"t": letter * count})\n        return True\n    except ValueError:\n        return False\n` +
      `print(json.dumps([accepted(*one) for one in json.loads(${JSON.stringify(JSON.stringify(cases))})]))`,
  );
  assert.deepEqual(there, here);
});

test("how deep a result may be", async () => {
  const depths = [1, 200, 249, 250, 251, 252, 300];
  const here = depths.map((depth) => accepted(() => resultText(nested(depth))));
  assert.ok(here.includes(true) && here.includes(false));
  const there = await python(
    `from haft_runner import results\ndef accepted(depth):\n    value = 1\n    for _ in range(depth):\n        value = [value]\n    try:\n        results.ToJson(results.Records()).convert(value)\n        return True\n    except results.NotSerialisable:\n        return False\nprint(json.dumps([accepted(depth) for depth in ${JSON.stringify(depths)}]))`,
  );
  assert.deepEqual(there, here);
});

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

function accepted(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
