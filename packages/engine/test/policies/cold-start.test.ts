// A command without conditions does not pay for CEL.

import assert from "node:assert/strict";
import { registerHooks } from "node:module";
import { test } from "node:test";

test("CEL is loaded with the first condition and not before", async () => {
  const loaded: string[] = [];
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (specifier.startsWith("@bufbuild/")) loaded.push(specifier);
      return next(specifier, context);
    },
  });
  try {
    await import("../../src/index.ts");
    const { compilePolicies } = await import("../../src/policies/compile-policies.ts");
    const plain = { id: "a", match: "*/*", effect: "deny", enabled: true } as const;
    await compilePolicies({ revision: 1, policies: [plain, { ...plain, id: "off", when: "true", enabled: false }] });
    assert.equal(loaded.length, 0);
    await compilePolicies({ revision: 2, policies: [{ ...plain, when: "true" }] });
    assert.ok(loaded.includes("@bufbuild/cel"));
  } finally {
    hooks.deregister();
  }
});
