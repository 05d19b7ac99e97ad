// Faults inside a type: parts that are not data (302), cannot be resolved (308), or were given up (102), each with the
// path that leads to it.

import type { Field, TypeFault, TypeNode } from "../model/type.ts";

interface Step {
  readonly type: TypeNode;
  readonly path: string;
}

function fieldStep(field: Field, path: string): Step {
  return { type: field.type, path: `${path}.${field.name}` };
}

function stepsInto({ type, path }: Step): Step[] {
  switch (type.kind) {
    case "list":
    case "set":
      return [{ type: type.items, path: `${path}[]` }];
    case "tuple": {
      const items = type.items.map((item, index) => ({ type: item, path: `${path}[${index}]` }));
      return type.rest === undefined ? items : [...items, { type: type.rest, path: `${path}[]` }];
    }
    case "map":
      return [{ type: type.values, path: `${path}{}` }];
    case "record":
      return type.fields.map((field) => fieldStep(field, path));
    case "union":
      return type.members.map((member) => ({ type: member, path }));
    case "named":
      return [{ type: type.body(), path }];
    case "constrained":
      return [{ type: type.type, path }];
    default:
      return [];
  }
}

/** Every fault of a type, each kind of fault with what was found once, the outermost first. */
export function typeFaults(type: TypeNode): readonly TypeFault[] {
  const faults = new Map<string, TypeFault>();
  const seen = new Set<TypeNode>();
  const declarations = new Set<string>();
  let level: Step[] = [{ type, path: "" }];
  while (level.length > 0) {
    const next: Step[] = [];
    for (const step of level) {
      if (seen.has(step.type)) continue;
      seen.add(step.type);
      if (step.type.kind === "named") {
        if (declarations.has(step.type.declaration)) continue;
        declarations.add(step.type.declaration);
      }
      if (step.type.kind === "fault") {
        // A type that was given up in one part was given up: once is enough.
        const key = step.type.fault.code === "HAFT102" ? "HAFT102" : `${step.type.fault.code} ${step.type.fault.found}`;
        if (!faults.has(key)) faults.set(key, { ...step.type.fault, path: step.path + (step.type.inside ?? "") });
      }
      if (step.type.kind === "wait") {
        const hint = "a wait is returned by a tool; it cannot be an argument";
        faults.set("wait", { code: "HAFT302", found: "a wait", hint, path: step.path });
      }
      next.push(...stepsInto(step));
    }
    level = next;
  }
  return [...faults.values()];
}
