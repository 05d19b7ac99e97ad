import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdir, readdir, rename, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { blobFile } from "../../src/blobs/blob-file.ts";
import { createFolderBlobs } from "../../src/blobs/folder-blobs.ts";
import { folderUpkeep } from "../../src/blobs/folder-upkeep.ts";
import { folder } from "../harness/folder.ts";

const BYTES = Buffer.from("hello");
const DIGEST = createHash("sha256").update(BYTES).digest("hex");
const yes = async (): Promise<boolean> => true;
const no = async (): Promise<boolean> => false;

/** A folder with one blob, as the collector has seen it some time ago. */
async function withBlob() {
  const place = await folder();
  const blobs = createFolderBlobs(place.path);
  await blobs.put("t", BYTES);
  const file = blobFile(place.path, "t", DIGEST);
  // Long ago: a file that is put in this very moment would be of the same time.
  await utimes(file, 1_000, 1_000);
  const upkeep = folderUpkeep(place.path);
  const seen = await upkeep.see("t", DIGEST);
  assert.equal(seen?.bytes, BYTES.byteLength);
  return {
    ...{ path: place.path, blobs, upkeep, file, seenAs: seen.seenAs },
    /** Names of all files. */
    files: async () => (await readdir(dirname(file))).sort(),
    [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
  };
}

test("a blob that nobody wants is removed, and nothing is left of it", async () => {
  await using f = await withBlob();
  assert.equal(await f.upkeep.remove("t", DIGEST, f.seenAs, yes), true);
  assert.deepEqual(await f.files(), []);
  await assert.rejects(f.blobs.get("t", DIGEST), { code: "ENOENT" });
  assert.equal(await f.upkeep.see("t", DIGEST), null);
});

test("a blob that has a name after all stays, and is what it was", async () => {
  await using f = await withBlob();
  assert.equal(await f.upkeep.remove("t", DIGEST, f.seenAs, no), false);
  assert.deepEqual(await f.files(), [DIGEST]);
  assert.equal((await f.upkeep.see("t", DIGEST))?.seenAs, f.seenAs);
});

test("a blob that was put again since it was seen stays, and nobody is asked to release it", async () => {
  await using f = await withBlob();
  await f.blobs.put("t", BYTES);
  assert.notEqual((await f.upkeep.see("t", DIGEST))?.seenAs, f.seenAs);
  const asked = async (): Promise<boolean> => assert.fail("it was put again");
  assert.equal(await f.upkeep.remove("t", DIGEST, f.seenAs, asked), false);
  assert.deepEqual(Buffer.from(await f.blobs.get("t", DIGEST)), BYTES);
});

test("whoever puts a blob while it is being removed has it afterwards, and whoever reads it reads it all the while", async () => {
  await using f = await withBlob();
  const gone = await f.upkeep.remove("t", DIGEST, f.seenAs, async () => {
    assert.deepEqual(Buffer.from(await f.blobs.get("t", DIGEST)), BYTES);
    await f.blobs.put("t", BYTES);
    return true;
  });
  assert.equal(gone, true);
  assert.deepEqual(await f.files(), [DIGEST]);
  assert.deepEqual(Buffer.from(await f.blobs.get("t", DIGEST)), BYTES);
});

test("of two who remove the same blob, neither takes what was put between them", async () => {
  await using f = await withBlob();
  const other = folderUpkeep(f.path);
  const gone = await f.upkeep.remove("t", DIGEST, f.seenAs, async () => {
    await f.blobs.put("t", BYTES);
    const asked = async (): Promise<boolean> => assert.fail("it was put again");
    assert.equal(await other.remove("t", DIGEST, f.seenAs, asked), false);
    return true;
  });
  assert.equal(gone, true);
  assert.deepEqual(Buffer.from(await f.blobs.get("t", DIGEST)), BYTES);
});

test("a blob whose remover fails, or dies, is still read, and back in its place after the next look", async () => {
  await using f = await withBlob();
  const failing = f.upkeep.remove("t", DIGEST, f.seenAs, () => Promise.reject(new Error("no store")));
  await assert.rejects(failing, /no store/);
  assert.deepEqual(Buffer.from(await f.blobs.get("t", DIGEST)), BYTES);

  const aside = join(dirname(f.file), `~${DIGEST}.dead`);
  await rename(f.file, aside);
  assert.deepEqual(Buffer.from(await f.blobs.get("t", DIGEST)), BYTES);
  // Moved just now: whoever did it may still be at it.
  assert.deepEqual((await f.upkeep.list("t", "", 9)).digests, []);
  assert.ok((await f.files()).includes(`~${DIGEST}.dead`));
});

test("blobs are listed in their order, in pages, each tenant's apart", async () => {
  await using place = await folder();
  const blobs = createFolderBlobs(place.path);
  const upkeep = folderUpkeep(place.path);
  const digests: string[] = [];
  for (let n = 0; n < 30; n++) digests.push(await blobs.put("t", Buffer.from(`${n}`)));
  await blobs.put("u", BYTES);
  const listed: string[] = [];
  for (let after: string | null = ""; after !== null; ) {
    const page = await upkeep.list("t", after, 7);
    assert.ok(page.digests.length <= 7);
    listed.push(...page.digests);
    after = page.next;
  }
  assert.deepEqual(listed, [...digests].sort());
  assert.deepEqual(await upkeep.list("nobody", "", 7), { digests: [], next: null });
});

test("a folder that two stores use, or that was used before stores were noted, belongs to neither", async () => {
  await using place = await folder();
  const upkeep = folderUpkeep(place.path);
  assert.equal(await upkeep.isOnlyOf("sto_1"), false, "nobody has put anything there");
  await createFolderBlobs(place.path, async () => "sto_1").put("t", BYTES);
  assert.equal(await upkeep.isOnlyOf("sto_1"), true);
  assert.equal(await upkeep.isOnlyOf("sto_2"), false);
  await createFolderBlobs(place.path, async () => "sto_2").put("t", BYTES);
  assert.equal(await upkeep.isOnlyOf("sto_1"), false);

  await using earlier = await folder();
  await createFolderBlobs(earlier.path).put("t", BYTES);
  await createFolderBlobs(earlier.path, async () => "sto_1").put("t", BYTES);
  assert.equal(await folderUpkeep(earlier.path).isOnlyOf("sto_1"), false);
});

test("a store that cannot be asked for its name puts nothing, and is asked again", async () => {
  await using place = await folder();
  let asked = 0;
  const blobs = createFolderBlobs(place.path, async () => {
    asked += 1;
    if (asked === 1) throw new Error("no store");
    return "sto_1";
  });
  await assert.rejects(blobs.put("t", BYTES), /no store/);
  assert.deepEqual(await readdir(place.path), []);
  assert.equal(await blobs.put("t", BYTES), DIGEST);
  assert.equal(await folderUpkeep(place.path).isOnlyOf("sto_1"), true);
});

test("names that are no blobs are left alone", async () => {
  await using f = await withBlob();
  await writeFile(join(dirname(f.file), "notes.txt"), "mine");
  await mkdir(join(dirname(f.file), ".git"));
  assert.deepEqual((await f.upkeep.list("t", "", 9)).digests, [DIGEST]);
  assert.deepEqual(await f.files(), [".git", DIGEST, "notes.txt"]);
});
