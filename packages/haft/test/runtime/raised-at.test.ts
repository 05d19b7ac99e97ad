// The author's own line, found in the stacks of both languages.

import assert from "node:assert/strict";
import { test } from "node:test";
import { raisedAt } from "../../src/runtime/raised-at.ts";

const CASES: readonly (readonly [title: string, stack: string, at: string | undefined])[] = [
  [
    "the innermost frame of a Python traceback",
    'Traceback (most recent call last):\n  File "desk.py", line 12, in fail\n    return inner(3)\n  File "desk.py", line 4, in inner\n    raise ValueError("x")\nValueError: x',
    "desk.py:4 in inner",
  ],
  [
    "the author's frame above a library's",
    'Traceback (most recent call last):\n  File "desk.py", line 9, in fetch\n    httpx.get(url)\n  File "/usr/lib/python3/dist-packages/httpx/_api.py", line 195, in get\n    return request()\nhttpx.ConnectError: no',
    "desk.py:9 in fetch",
  ],
  [
    "the exception that was raised last",
    'Traceback (most recent call last):\n  File "desk.py", line 3, in a\nKeyError: 1\n\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n  File "desk.py", line 5, in a\n    raise ValueError\nValueError',
    "desk.py:5 in a",
  ],
  [
    "the body of a module",
    'Traceback (most recent call last):\n  File "desk.py", line 2, in <module>\nX: y',
    "desk.py:2",
  ],
  [
    "the first frame of a JavaScript stack",
    "RangeError: too small\n    at inner (bad.tools.ts:2:9)\n    at fail (bad.tools.ts:10:10)",
    "bad.tools.ts:2 in inner",
  ],
  [
    "one below the language's own and a package's",
    "TypeError: x\n    at JSON.parse (<anonymous>)\n    at parse (/env/node_modules/yaml/index.js:3:4)\n    at async load (files.tools.ts:7:3)",
    "files.tools.ts:7 in load",
  ],
  ["a frame without a name", "Error: x\n    at desk.tools.ts:7:3", "desk.tools.ts:7"],
  ["no frame of the author's", "Error: x\n    at node:internal/x:1:2", undefined],
  ["no frame at all", "boom", undefined],
];

for (const [title, stack, at] of CASES) test(title, () => assert.equal(raisedAt(stack), at));
