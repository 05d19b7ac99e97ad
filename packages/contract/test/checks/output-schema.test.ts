// The schema of a result: from the return type, and for a yielding tool from its companion's as well.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { outputSchema } from "../../src/checks/output-schema.ts";
import type { TypeNode } from "../../src/model/type.ts";
import {
  anything,
  constrained,
  constraint,
  field,
  integer,
  list,
  named,
  none,
  record,
  text,
  union,
} from "../schema/type-builders.ts";

const wait: TypeNode = { kind: "wait" };
const fault: TypeNode = { kind: "fault", fault: { code: "HAFT302", found: "Map", hint: "use a record" } };

type Row = readonly [
  own: TypeNode | undefined,
  companion: { returns?: TypeNode } | undefined,
  schema: object | undefined,
];

const TABLE: Readonly<Record<string, Row>> = {
  "a type": [list(text), undefined, { type: "array", items: { type: "string" } }],
  "a type or nothing": [union(text, none), undefined, { type: ["string", "null"] }],
  nothing: [none, undefined, undefined],
  anything: [anything, undefined, undefined],
  "no type": [undefined, undefined, undefined],
  "a union with anything": [union(text, anything), undefined, undefined],
  "a type that is no data": [record(field("a", list(fault))), undefined, undefined],
  "a constraint that fits nothing": [constrained(text, constraint("minItems", 1)), undefined, { type: "string" }],
  "a type or a wait": [union(text, wait), { returns: integer }, { type: ["string", "integer"] }],
  "a wait alone": [wait, { returns: integer }, { type: "integer" }],
  "a companion that may wait again": [text, { returns: union(wait, text) }, { type: "string" }],
  "a companion that says nothing": [text, {}, undefined],
  "a companion that gives nothing": [text, { returns: none }, undefined],
  "a tool that gives nothing, with a companion": [none, { returns: text }, undefined],
  "only waits": [wait, { returns: wait }, undefined],
};

describe("the output schema", () => {
  for (const [name, [own, companion, schema]] of Object.entries(TABLE))
    it(`of ${name}`, () => assert.deepEqual(outputSchema(own, companion, "typescript"), schema));

  it("of a union that leads back to itself ends", () => {
    const loop: TypeNode = named("Loop", () => union(text, loop));
    const waiting: TypeNode = named("Waiting", () => union(wait, waiting));
    const schema = outputSchema(loop, { returns: integer }, "python");
    assert.deepEqual(schema?.anyOf, [{ $ref: "#/$defs/Loop" }, { type: "integer" }]);
    assert.equal(outputSchema(waiting, { returns: integer }, "python"), undefined);
  });

  it("of a type that is too large is absent", () => {
    let type: TypeNode = text;
    for (let depth = 0; depth < 100; depth += 1) type = list(type);
    assert.equal(outputSchema(type, undefined, "python"), undefined);
  });
});
