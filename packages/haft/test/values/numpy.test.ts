// Arrays and numbers of numpy as results, and its random numbers, which must differ from call to call.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { openWorkshop, result } from "./called.ts";
import { pythonTool } from "./python-source.ts";

const PYTHON = "/usr/bin/python3";
const installed = spawnSync(PYTHON, ["-c", "import numpy"]).status === 0;
const skip = installed ? false : `${PYTHON} has no numpy; install it with: apt-get install python3-numpy`;

const environment = mkdtempSync(join(tmpdir(), "haft-numpy-"));
after(() => rmSync(environment, { recursive: true, force: true }));

test("numpy's arrays and numbers are data, and its random numbers are each call's own", { skip }, async () => {
  execFileSync(PYTHON, ["-m", "venv", "--system-site-packages", "--without-pip", environment]);
  const source = [
    "import random\nimport numpy as np\n",
    pythonTool(
      "array()",
      "return {'a': np.arange(4).reshape(2, 2), 'i': np.int64(3), 'f': np.float32(0.5), 'b': np.bool_(True)}",
      [],
    ),
    pythonTool("nan()", "return np.array([1.0, np.nan])", []),
    pythonTool("chance()", "return [random.random(), float(np.random.random())]", []),
  ].join("\n");
  await using workshop = await openWorkshop({ "tools.py": source }, { environments: { science: environment } });
  const value = {
    a: [
      [0, 1],
      [2, 3],
    ],
    i: 3,
    f: 0.5,
    b: true,
  };
  assert.deepEqual(result(await workshop.call("tools.py", "array")), value);
  const { error } = await workshop.call("tools.py", "nan");
  assert.deepEqual(
    [error?.type, error?.message],
    ["not_serialisable", "the result at [1] is NaN, which JSON has no number for"],
  );
  const drawn = [];
  for (let n = 0; n < 3; n += 1) drawn.push(JSON.stringify(result(await workshop.call("tools.py", "chance"))));
  const numbers = drawn.flatMap((text) => JSON.parse(text) as number[]);
  assert.equal(new Set(numbers).size, 6);
});
