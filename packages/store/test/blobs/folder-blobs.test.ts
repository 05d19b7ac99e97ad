import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { createFolderBlobs } from "../../src/blobs/folder-blobs.ts";
import { folder } from "../harness/folder.ts";

const BYTES = Buffer.from("hello");
const DIGEST = createHash("sha256").update(BYTES).digest("hex");

test("bytes are kept by their digest, once, and nothing else is left in the folder", async () => {
  await using place = await folder();
  const blobs = createFolderBlobs(place.path);
  assert.deepEqual(await Promise.all([1, 2, 3, 4].map(() => blobs.put("t", BYTES))), Array(4).fill(DIGEST));
  assert.deepEqual(Buffer.from(await blobs.get("t", DIGEST)), BYTES);
  const files = (await readdir(place.path, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  assert.deepEqual(
    files.map((entry) => entry.name),
    [DIGEST],
  );
});

test("a tenant does not read another's, and no name leads out of the folder", async () => {
  await using place = await folder();
  const blobs = createFolderBlobs(join(place.path, "blobs"));
  await writeFile(join(place.path, "secret"), "x");
  await blobs.put("t", BYTES);
  await assert.rejects(blobs.get("u", DIGEST), { code: "ENOENT" });
  for (const name of ["../secret", "", `${DIGEST}/`, DIGEST.toUpperCase()]) {
    await assert.rejects(blobs.get("t", name), { name: "RangeError" });
  }
  await blobs.put("../..", BYTES);
  assert.deepEqual((await readdir(place.path)).sort(), ["blobs", "secret"]);
});

for (const [what, bytes] of [
  ["was cut short", "he"],
  ["holds other bytes, as many", "hallo"],
] as const) {
  test(`a file that ${what} is not believed, and is written again`, async () => {
    await using place = await folder();
    const blobs = createFolderBlobs(place.path);
    await blobs.put("t", BYTES);
    const [file] = (await readdir(place.path, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    );
    await writeFile(join(file?.parentPath ?? "", DIGEST), bytes);
    await assert.rejects(blobs.get("t", DIGEST), { name: "DamagedBlob", message: new RegExp(DIGEST) });
    assert.equal(await blobs.put("t", BYTES), DIGEST);
    assert.deepEqual(Buffer.from(await blobs.get("t", DIGEST)), BYTES);
  });
}
