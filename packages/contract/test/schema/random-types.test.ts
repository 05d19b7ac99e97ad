// Random types under random constraints: printing gives a valid schema or says that the type is too large.

import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import type { TypeNode } from "../../src/model/type.ts";
import { TypeTooLarge } from "../../src/schema/limits.ts";
import { printResult } from "../../src/schema/print-schema.ts";
import { compiledCheck } from "../../src/validation/compile.ts";
import { arbitraryType } from "../validation/arbitrary-types.ts";
import { constrained, constraint, list, map, named, union } from "./type-builders.ts";

const arbitraryConstraint = fc.constantFrom(
  constraint("minimum", 1),
  constraint("maximum", "soon"),
  constraint("minLength", 2),
  constraint("maxLength", 9),
  constraint("pattern", "^a"),
  constraint("pattern", "("),
  constraint("format", "date"),
  constraint("minItems", 1),
  constraint("uniqueItems", true),
  constraint("integer", true),
  constraint("minProperties", 1),
);

/** A type that contains itself and another one. */
function looped(inner: TypeNode): TypeNode {
  const loop: TypeNode = named("Loop", () => union(inner, list(loop), map(loop)));
  return loop;
}

it("random types under constraints are printed as valid schemas, in both languages", () => {
  const type = fc.oneof(arbitraryType, arbitraryType.map(looped));
  const wrapped = fc
    .tuple(type, fc.array(arbitraryConstraint, { maxLength: 3 }))
    .map(([inner, constraints]) => constrained(inner, ...constraints));
  fc.assert(
    fc.property(
      fc.array(wrapped, { minLength: 1, maxLength: 3 }),
      fc.constantFrom<"python" | "typescript">("python", "typescript"),
      (types, language) => {
        try {
          const { schema, problems } = printResult(union(...types), language);
          compiledCheck(schema);
          for (const problem of problems) assert.equal(problem.kind, "constraint");
        } catch (error) {
          assert.ok(error instanceof TypeTooLarge, String(error));
        }
      },
    ),
    { numRuns: 300 },
  );
});
