// The last step of printing: decides which declared types go under `$defs` and under which names, and puts every other
// one in place.

import type { JsonSchema } from "../descriptor/tool-descriptor.ts";
import { MAX_SCHEMA_BYTES, MAX_SCHEMA_DEPTH, TypeTooLarge } from "./limits.ts";
import type { Draft, NamedType } from "./printing.ts";
import { isRecursive } from "./recursion.ts";

/** What printing left: the bodies of declared types, and which draft refers to which. */
export interface Sources {
  readonly bodies: ReadonlyMap<string, Draft>;
  readonly named: ReadonlyMap<string, NamedType>;
  declarationOf(draft: Draft): string | undefined;
}

/** A finished schema, and where each draft ended up in it. */
export interface Assembled {
  readonly schema: JsonSchema;
  readonly finals: ReadonlyMap<Draft, Draft>;
}

const ONE = ["items", "additionalProperties", "not"];
const MANY = ["prefixItems", "anyOf", "oneOf"];

function isDraft(value: unknown): value is Draft {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function innerDrafts(draft: Draft): Draft[] {
  const one = ONE.map((key) => draft[key]).filter(isDraft);
  const many = MANY.flatMap((key) => (Array.isArray(draft[key]) ? draft[key].filter(isDraft) : []));
  const properties = isDraft(draft.properties) ? Object.values(draft.properties).filter(isDraft) : [];
  return [...properties, ...one, ...many];
}

/** How often each declared type is referred to, in the order in which they are met. */
function countReferences(root: Draft, sources: Sources): Map<string, number> {
  const counts = new Map<string, number>();
  const visit = (draft: Draft): void => {
    const declaration = sources.declarationOf(draft);
    if (declaration === undefined) {
      innerDrafts(draft).forEach(visit);
      return;
    }
    const before = counts.get(declaration) ?? 0;
    counts.set(declaration, before + 1);
    const body = sources.bodies.get(declaration);
    if (before === 0 && body !== undefined) visit(body);
  };
  visit(root);
  return counts;
}

function nameDefinitions(counts: ReadonlyMap<string, number>, sources: Sources): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const [declaration, count] of counts) {
    const named = sources.named.get(declaration);
    if (named === undefined || (count < 2 && !isRecursive(named))) continue;
    let name = named.name;
    for (let number = 2; taken.has(name); number += 1) name = `${named.name}${number}`;
    taken.add(name);
    names.set(declaration, name);
  }
  return names;
}

class Assembly {
  readonly finals = new Map<Draft, Draft>();
  readonly #sources: Sources;
  readonly #names: ReadonlyMap<string, string>;

  constructor(sources: Sources, names: ReadonlyMap<string, string>) {
    this.#sources = sources;
    this.#names = names;
  }

  build(draft: Draft, depth: number): Draft {
    if (depth > MAX_SCHEMA_DEPTH) throw new TypeTooLarge("depth");
    const declaration = this.#sources.declarationOf(draft);
    const final = declaration === undefined ? this.#copy(draft, depth) : this.#reference(draft, declaration, depth);
    this.finals.set(draft, final);
    return final;
  }

  #reference(draft: Draft, declaration: string, depth: number): Draft {
    const name = this.#names.get(declaration);
    const { $ref: _, ...beside } = draft;
    if (name !== undefined) return { $ref: `#/$defs/${pointerPart(name)}`, ...beside };
    const body = this.#sources.bodies.get(declaration);
    return { ...(body === undefined ? {} : this.build(body, depth)), ...beside };
  }

  #copy(draft: Draft, depth: number): Draft {
    const inside = (value: unknown) => (isDraft(value) ? this.build(value, depth + 1) : value);
    const final: Draft = { ...draft };
    for (const key of ONE) if (isDraft(draft[key])) final[key] = inside(draft[key]);
    for (const key of MANY) if (Array.isArray(draft[key])) final[key] = draft[key].map(inside);
    if (isDraft(draft.properties)) final.properties = this.#properties(draft.properties, depth);
    return final;
  }

  #properties(properties: Draft, depth: number): Draft {
    return Object.fromEntries(
      Object.entries(properties).map(([name, value]) => {
        try {
          return [name, isDraft(value) ? this.build(value, depth + 1) : value];
        } catch (error) {
          // At the root a property is a parameter: the one to blame.
          if (depth > 0 || !(error instanceof TypeTooLarge)) throw error;
          throw new TypeTooLarge(error.limit, name);
        }
      }),
    );
  }
}

function pointerPart(name: string): string {
  return encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));
}

/** Which one property of a schema is alone too large, if one is. */
function largestProperty(schema: Draft): string | undefined {
  if (!isDraft(schema.properties)) return undefined;
  const sizes = Object.entries(schema.properties).map(([name, value]) => ({
    name,
    size: JSON.stringify(value).length,
  }));
  return sizes.find(({ size }) => size > MAX_SCHEMA_BYTES / 2)?.name;
}

/** Puts a schema together. Throws `TypeTooLarge`. */
export function assemble(root: Draft, sources: Sources): Assembled {
  const names = nameDefinitions(countReferences(root, sources), sources);
  const assembly = new Assembly(sources, names);
  const schema = assembly.build(root, 0);
  const definitions = [...names].flatMap(([declaration, name]) => {
    const body = sources.bodies.get(declaration);
    return body === undefined ? [] : [[name, assembly.build(body, 1)] as const];
  });
  if (definitions.length > 0) schema.$defs = Object.fromEntries(definitions);
  if (Buffer.byteLength(JSON.stringify(schema)) > MAX_SCHEMA_BYTES)
    throw new TypeTooLarge("size", largestProperty(schema));
  return { schema, finals: assembly.finals };
}
