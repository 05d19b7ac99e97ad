// What is said of a type that cannot be resolved: the name, and the next thing to do.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: template literal types are what is read

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { TypeNode } from "../../src/model/type.ts";
import { parameterOf } from "./reading.ts";

function faultIn(type: TypeNode | undefined): { code: string; found: string; hint: string } {
  if (type?.kind === "list") return faultIn(type.items);
  assert.ok(type?.kind === "fault");
  return type.fault;
}

describe("a type that cannot be resolved", () => {
  const rows: readonly (readonly [type: string, before: string, found: string, hint: RegExp])[] = [
    ["Missing[]", "", "Missing", /Declare `Missing` in this file, or import it/],
    ["Order", 'import type { Order } from "./orders.ts";', "Order", /`\.\/orders\.ts` is not beside this file/],
    ["Order | null", 'import { type Order } from "@acme/orders/v2";', "Order", /`npm install @acme\/orders`/],
    ["acme.Order", 'import * as acme from "acme";', "acme.Order", /`npm install acme`/],
    ["Order", 'import Order from "acme";', "Order", /`npm install acme`/],
    ["Stats", 'import type { Stats } from "node:fs";', "Stats", /`node:fs` are not data/],
    ["typeof settings.limits", "", "settings.limits", /Declare `settings` in this file/],
    ['User["nam"]', "interface User { name: string }", 'User["nam"]', /'nam' does not exist on type 'User'/],
    ["Pair<string>", "type Pair<A, B> = [A, B];", "Pair<string>", /requires 2 type argument/],
    ['import("./orders.ts").Order', "", 'import("./orders.ts").Order', /\.\/orders\.ts/],
  ];
  for (const [type, before, found, hint] of rows) {
    it(`${type} with ${before || "nothing else"}`, () => {
      const fault = faultIn(parameterOf(type, before).type);
      assert.deepEqual([fault.code, fault.found], ["HAFT308", found]);
      assert.match(fault.hint, hint);
    });
  }
});

describe("a type that the compiler gives up on", () => {
  const rows: readonly (readonly [type: string, before: string])[] = [
    ["Loop<0>", "type Loop<T> = T extends infer U ? Loop<[U]> : never;"],
    ["`${D}${D}${D}${D}${D}${D}`", `type D = ${Array.from({ length: 10 }, (_, index) => `"${index}"`).join(" | ")};`],
  ];
  for (const [type, before] of rows) {
    it(type, () => {
      const fault = faultIn(parameterOf(type, before).type);
      assert.deepEqual([fault.code, fault.found], ["HAFT102", type]);
      assert.match(fault.hint, /gave up/);
    });
  }

  it("does not hide a name that is missing beside it", () => {
    const before = "type Loop<T> = T extends infer U ? Loop<[U]> : never; export type L = Loop<0>;";
    assert.equal(faultIn(parameterOf("Missing", before).type).code, "HAFT308");
  });
});
