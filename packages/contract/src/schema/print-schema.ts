// From types to a JSON Schema (draft 2020-12): the one way in. Prints every declared type once, then puts each where it
// belongs: under `$defs`, or in place.

import type { JsonSchema, Language } from "../descriptor/tool-descriptor.ts";
import type { Constraint, Field, TypeNode } from "../model/type.ts";
import { assemble } from "./assemble.ts";
import { constraintFault } from "./fitting.ts";
import { MAX_SCHEMA_BYTES, MAX_SCHEMA_DEPTH, SMALLEST_SCHEMA_BYTES, TypeTooLarge } from "./limits.ts";
import { printList, printTuple } from "./print-list.ts";
import { printMap } from "./print-map.ts";
import { printFields, printRecord } from "./print-record.ts";
import { printUnion } from "./print-union.ts";
import { printValues } from "./print-values.ts";
import type { ConstrainedType, Draft, NamedType, PendingDefault, Printing, SchemaProblem } from "./printing.ts";
import { describeDraft } from "./printing.ts";
import { isRecursive } from "./recursion.ts";
import { fitsSomewhere, settle } from "./settle-constraints.ts";

/** A default that waits for its check: where it belongs in the finished schema. */
interface PrintedDefault {
  /** The finished schema of its property, still open: the check puts `default` in. */
  readonly schema: Draft;
  readonly default: PendingDefault["default"];
  readonly path: string;
}

/** A printed schema and what printing noticed. */
export interface Printed {
  readonly schema: JsonSchema;
  readonly problems: readonly SchemaProblem[];
  readonly defaults: readonly PrintedDefault[];
}

/** The property of the root that a path goes through. */
function rootProperty(path: string): string | undefined {
  return /^\.([^.[{]+)/.exec(path)?.[1];
}

class Printer implements Printing {
  readonly language: Language;
  readonly isResult: boolean;
  path = "";
  readonly problems: SchemaProblem[] = [];
  readonly pending: PendingDefault[] = [];
  /** Printed bodies of declared types, by declaration. */
  readonly bodies = new Map<string, Draft>();
  readonly named = new Map<string, NamedType>();
  readonly #references = new WeakMap<Draft, string>();
  readonly #waiting: { named: NamedType; path: string }[] = [];
  readonly #reported = new Set<unknown>();
  #depth = 0;
  #count = 0;
  /** At which count each property of the root, or a declared type that it brought, was begun. */
  readonly #started: { readonly property: string | undefined; readonly count: number }[] = [];

  constructor(language: Language, isResult: boolean) {
    this.language = language;
    this.isResult = isResult;
  }

  print(type: TypeNode, step = ""): Draft {
    const { path } = this;
    this.#count += 1;
    this.#depth += 1;
    if (this.#depth === 1) this.#started.push({ property: rootProperty(path + step), count: this.#count });
    if (this.#depth > MAX_SCHEMA_DEPTH * 4) throw new TypeTooLarge("depth", rootProperty(path + step));
    if (this.#count * SMALLEST_SCHEMA_BYTES > MAX_SCHEMA_BYTES) throw new TypeTooLarge("size", this.#largest());
    this.path = path + step;
    try {
      return this.#printKind(type);
    } finally {
      this.path = path;
      this.#depth -= 1;
    }
  }

  refer(named: NamedType): Draft {
    if (!this.named.has(named.declaration)) {
      this.named.set(named.declaration, named);
      this.#waiting.push({ named, path: this.path });
    }
    const draft: Draft = { $ref: named.declaration };
    this.#references.set(draft, named.declaration);
    return draft;
  }

  declarationOf(draft: Draft): string | undefined {
    return this.#references.get(draft);
  }

  report(problem: SchemaProblem): void {
    const key = problem.kind === "constraint" ? problem.constraint : `${problem.kind} ${problem.path}`;
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    this.problems.push(problem);
  }

  expectDefault(pending: PendingDefault): void {
    this.pending.push(pending);
  }

  /** Prints the bodies of the declared types that were referred to, and of those that they refer to. */
  finish(): void {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      this.path = next.path;
      this.bodies.set(next.named.declaration, this.print(next.named.body()));
    }
    this.path = "";
  }

  /** The property of the root that has been printed most of. */
  #largest(): string | undefined {
    const sizes = new Map<string | undefined, number>();
    this.#started.forEach(({ property, count }, index) => {
      const end = this.#started[index + 1]?.count ?? this.#count;
      sizes.set(property, (sizes.get(property) ?? 0) + end - count);
    });
    return [...sizes].sort(([, a], [, b]) => b - a)[0]?.[0];
  }

  soundConstraints(type: ConstrainedType): readonly Constraint[] {
    return type.constraints.filter((constraint) => {
      const why =
        constraintFault(constraint) ??
        (fitsSomewhere(type.type, constraint.keyword, this.language) ? undefined : "no part of the type takes it");
      if (why !== undefined) this.report({ kind: "constraint", constraint, why, path: this.path });
      return why === undefined;
    });
  }

  #printConstrained(type: ConstrainedType): Draft {
    const settled = settle(type.type, this.soundConstraints(type), this);
    const draft = this.#printKind(settled.type);
    for (const keyword of settled.keywords) draft[keyword.name] = keyword.value;
    if (type.description !== undefined && type.description !== "") draft.description = type.description;
    return draft;
  }

  #printNamed(type: NamedType): Draft {
    if (isRecursive(type)) return this.refer(type);
    const body = type.body();
    return body.kind === "record" ? this.refer(type) : this.#printKind(body);
  }

  #printKind(type: TypeNode): Draft {
    switch (type.kind) {
      case "anything":
      case "wait":
      case "fault":
        return {};
      case "any-object":
        return { type: "object" };
      case "text":
        return { type: "string" };
      case "null":
      case "boolean":
      case "integer":
      case "number":
        return { type: type.kind };
      case "shaped-text": {
        const draft: Draft = { type: "string" };
        if (type.format !== undefined) draft.format = type.format;
        if (type.pattern !== undefined) draft.pattern = type.pattern;
        if (type.contentEncoding !== undefined) draft.contentEncoding = type.contentEncoding;
        return draft;
      }
      case "literal":
      case "enum":
        return printValues(type.values);
      case "list":
      case "set":
        return printList(type, this);
      case "tuple":
        return printTuple(type, this);
      case "map":
        return printMap(type, this);
      case "record":
        return printRecord(type, this);
      case "union":
        return printUnion(type, this);
      case "named":
        return this.#printNamed(type);
      case "constrained":
        return this.#printConstrained(type);
    }
  }
}

function finished(printer: Printer, root: Draft): Printed {
  printer.finish();
  const { schema, finals } = assemble(root, printer);
  const defaults = printer.pending.flatMap(({ draft, ...pending }) => {
    const property = finals.get(draft);
    return property === undefined ? [] : [{ schema: property, ...pending }];
  });
  return { schema, problems: printer.problems, defaults };
}

/** Prints the schema of arguments: a closed object. Throws `TypeTooLarge`. */
export function printArguments(fields: readonly Field[], language: Language): Printed {
  const printer = new Printer(language, false);
  return finished(printer, printFields(fields, printer));
}

/** Prints the schema of a result. Throws `TypeTooLarge`. */
export function printResult(type: TypeNode, language: Language): Printed {
  const printer = new Printer(language, true);
  return finished(printer, describeDraft(printer.print(type), undefined));
}
