// What is placed is whole, reachable and placed once.

import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { placeCopy, placeFolder, placeText } from "../../src/state/placed.ts";
import { closedOnTheWay } from "../../src/state/reachable.ts";
import { sandboxUser } from "../../src/state/sandbox-user.ts";
import { defaultStateFolder } from "../../src/state/state-folder.ts";
import { writableFolder } from "../../src/state/writable-folder.ts";
import { temporaryFolder } from "../harness.ts";

const NOBODY = { uid: 65_534, gid: 65_534 };
const isRoot = process.getuid?.() === 0;

describe("placing", () => {
  it("gives equal contents one place, and different ones others", () => {
    using folder = temporaryFolder(0o755);
    const one = placeText(folder.path, "a");
    assert.equal(placeText(folder.path, "a"), one);
    assert.notEqual(placeText(folder.path, "b"), one);
    assert.equal(readFileSync(one, "utf8"), "a");
    const tree = placeFolder(folder.path, { "a.py": "1", "b/c.py": "2" });
    assert.equal(placeFolder(folder.path, { "b/c.py": "2", "a.py": "1" }), tree);
    assert.notEqual(placeFolder(folder.path, { "b/c.py": "2", "a.py": "3" }), tree);
    assert.deepEqual(readdirSync(tree).sort(), ["a.py", "b"]);
  });

  it("refuses names that lead out, and leaves nothing half-made", () => {
    using folder = temporaryFolder(0o755);
    for (const name of ["../x", "/x", "a//b", "a/../b", ""])
      assert.throws(() => placeFolder(folder.path, { "good.py": "", [name]: "" }), /no name for a file/);
    assert.deepEqual(readdirSync(join(folder.path, "folders")), []);
  });

  it("copies again what has changed", () => {
    using folder = temporaryFolder(0o755);
    const file = join(folder.path, "program");
    writeFileSync(file, "1");
    const first = placeCopy(folder.path, file);
    assert.equal(placeCopy(folder.path, file), first);
    writeFileSync(file, "22");
    assert.notEqual(placeCopy(folder.path, file), first);
  });
});

describe("reaching", () => {
  it("names the first closed folder on the way, or the file itself", () => {
    using folder = temporaryFolder(0o755);
    const home = join(folder.path, "home");
    const file = join(home, "project", "file");
    mkdirSync(join(home, "project"), { recursive: true });
    writeFileSync(file, "");
    for (const path of [home, join(home, "project")]) chmodSync(path, 0o755);
    chmodSync(file, 0o644);
    assert.equal(closedOnTheWay(file, NOBODY), undefined);
    chmodSync(file, 0o600);
    assert.equal(closedOnTheWay(file, NOBODY), file);
    chmodSync(home, 0o700);
    assert.equal(closedOnTheWay(file, NOBODY), home);
    assert.equal(closedOnTheWay(file, { uid: 0, gid: 0 }), undefined);
  });

  it("makes a writable folder where it is wanted, or in the state folder behind a closed one", {
    skip: isRoot ? false : "needs root",
  }, () => {
    using folder = temporaryFolder(0o755);
    const open = writableFolder({ wanted: join(folder.path, "open/data"), state: join(folder.path, "state") });
    assert.equal(open, join(folder.path, "open/data"));
    assert.equal(statSync(open).uid, NOBODY.uid);
    const closed = join(folder.path, "closed");
    mkdirSync(closed, { mode: 0o700 });
    const request = { wanted: join(closed, "data"), state: join(folder.path, "state") };
    const elsewhere = writableFolder(request);
    assert.ok(elsewhere.startsWith(join(folder.path, "state")));
    assert.equal(writableFolder(request), elsewhere, "always the same");
    assert.equal(closedOnTheWay(elsewhere, NOBODY), undefined);
    assert.ok(!existsSync(join(closed, "data")));
  });
});

describe("the sandbox's user", () => {
  const passwd = () => "root:x:0:0::/root:/bin/sh\nnobody:x:65534:65533::/:\n";
  it("is nobody, a name, or any number; never root", { skip: isRoot ? false : "needs root" }, () => {
    assert.deepEqual(sandboxUser(undefined, passwd), { uid: 65_534, gid: 65_533 });
    assert.deepEqual(sandboxUser("65534", passwd), { uid: 65_534, gid: 65_533 });
    assert.deepEqual(sandboxUser("4711", passwd), { uid: 4_711, gid: 4_711 });
    assert.throws(() => sandboxUser("root", passwd), /never run as root.*HAFT_USER=nobody/);
    assert.throws(() => sandboxUser("0", passwd), /never run as root/);
    assert.throws(() => sandboxUser("ada", passwd), /no user ada.*HAFT_USER=/);
    // Of a user namespace that has root only.
    assert.throws(() => sandboxUser("1234", passwd, () => "         0       1000          1\n"), /no user 1234/);
    assert.equal(sandboxUser("1234", passwd, () => "0 0 1\n1000 100000 1000\n").uid, 1234);
  });
  it("has a state folder of the machine's for root and of the user's otherwise", () => {
    const expected = isRoot ? "/var/lib/haft" : "/states/haft";
    assert.equal(defaultStateFolder({ XDG_STATE_HOME: "/states" }), expected);
  });
});
