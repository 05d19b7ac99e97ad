// What refuses user namespaces is named with the line that changes it.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isNamespaceRefusal, refusalRemedy } from "../../src/doctor/remedies.ts";

const CASES: readonly [Readonly<Record<string, string>>, RegExp][] = [
  [{ "user.max_user_namespaces": "0" }, /^sysctl -w user\.max_user_namespaces=15000$/],
  [{ "kernel.unprivileged_userns_clone": "0" }, /^sysctl -w kernel\.unprivileged_userns_clone=1$/],
  [{ "kernel.apparmor_restrict_unprivileged_userns": "1" }, /apparmor_restrict_unprivileged_userns=0/],
  [{ "user.max_user_namespaces": "9000" }, /--security-opt seccomp=unconfined.*--isolation seccomp/],
];

describe("remedies", () => {
  for (const [settings, line] of CASES)
    it(`for ${JSON.stringify(settings)}`, () => {
      assert.match(
        refusalRemedy((name) => settings[name]),
        line,
      );
    });
  it("tell a refusal of namespaces from a mount that is wrong", () => {
    assert.ok(
      isNamespaceRefusal("No permissions to create a new namespace, likely because the kernel does not allow it"),
    );
    assert.ok(isNamespaceRefusal("setting up uid map: Permission denied"));
    assert.ok(!isNamespaceRefusal("Can't find source path /project/packages: No such file or directory"));
  });
});
