// Machines without what isolation needs: the best weaker level is taken and named, and a level that was asked for is refused.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import {
  ADDING,
  asNobody,
  assertTold,
  GREETING,
  giveToNobody,
  haftIn,
  needsRoot,
  OWN_MOUNTS,
  project,
} from "./project.ts";

const WITHOUT_BUBBLEWRAP = 'mount --bind /dev/null /usr/bin/bwrap && exec "$@"';
const NO_NAMESPACES = ["/usr/bin/python3", fileURLToPath(new URL("./no-namespaces.py", import.meta.url))];

describe("without bubblewrap", needsRoot, () => {
  test("check works", async () => {
    const { exitCode, err } = await haftIn(project(), ["check"], WITHOUT_BUBBLEWRAP, OWN_MOUNTS);
    assert.equal(exitCode, 0, err);
    assert.match(err, /^2 tools, 0 errors/m);
  });

  for (const words of [GREETING, ADDING]) {
    test(`${words[1]} is called at the best weaker level, which is named`, async () => {
      const { exitCode, out, err } = await haftIn(project(), words, WITHOUT_BUBBLEWRAP, OWN_MOUNTS);
      assert.equal(exitCode, 0, err);
      assert.equal(out, words === GREETING ? "hello Ada\n" : "2\n");
      assert.match(err, /isolation seccomp/);
    });
  }

  test("--isolation namespaces refuses with the line that installs it", async () => {
    const told = await haftIn(project(), [...GREETING, "--isolation", "namespaces"], WITHOUT_BUBBLEWRAP, OWN_MOUNTS);
    assertTold(told, 1, /isolation_unavailable: .*bubblewrap/, /^hint: .*install.*bubblewrap/m);
    assert.equal(told.out, "");
  });
});

describe("where user namespaces are refused", needsRoot, () => {
  test("root takes the way without one", async () => {
    const { exitCode, out, err } = await haftIn(project(), GREETING, undefined, NO_NAMESPACES);
    assert.equal(exitCode, 0, err);
    assert.equal(out, "hello Ada\n");
    assert.match(err, /isolation namespaces/);
  });

  for (const words of [GREETING, ADDING]) {
    test(`an ordinary user calls ${words[1]} at the level seccomp`, async () => {
      const folder = project();
      giveToNobody(folder);
      const { exitCode, err } = await haftIn(folder, words, undefined, [...NO_NAMESPACES, ...asNobody(folder)]);
      assert.equal(exitCode, 0, err);
      assert.match(err, /isolation seccomp/);
    });
  }

  test("an ordinary user who asks for namespaces is told the setting that refuses them", async () => {
    const folder = project();
    giveToNobody(folder);
    const words = [...GREETING, "--isolation", "namespaces"];
    const told = await haftIn(folder, words, undefined, [...NO_NAMESPACES, ...asNobody(folder)]);
    assertTold(told, 1, /isolation_unavailable: .*was refused: /, /^hint: sysctl -w user\.max_user_namespaces=/m);
  });

  test("a user namespace without the sandbox's user is told as that", async () => {
    const told = await haftIn(project(), GREETING, undefined, ["unshare", "--user", "--map-root-user"]);
    assertTold(told, 1, /isolation_unavailable: this user namespace has no user 65534/, /never run as root/);
  });
});

describe("an ordinary user", needsRoot, () => {
  for (const words of [GREETING, ADDING]) {
    test(`calls ${words[1]} at the level namespaces`, async () => {
      const folder = project();
      giveToNobody(folder);
      const { exitCode, err } = await haftIn(
        folder,
        [...words, "--isolation", "namespaces"],
        undefined,
        asNobody(folder),
      );
      assert.equal(exitCode, 0, err);
      assert.match(err, /isolation namespaces/);
    });
  }
});

describe("limits of the machine's own", () => {
  for (const words of [GREETING, ADDING]) {
    for (const limit of ["ulimit -n 64", "ulimit -f 4000", "renice -n 19 $$ >/dev/null"]) {
      test(`${words[1]} is called under ${limit}`, async () => {
        const { exitCode, err } = await haftIn(project(), words, `${limit} && exec "$@"`);
        assert.equal(exitCode, 0, err);
      });
    }
  }
});
