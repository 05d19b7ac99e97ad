// The members of an enum with their values as Python computes them: `auto()`, aliases, mixed-in types, arithmetic.

import type { Json } from "@haft/sdk/wire";
import { classScope, type Scope } from "../names/module-scope.ts";
import { fullNameOf, originOf } from "../names/origins.ts";
import type { CallNode, ExpressionNode } from "../syntax/expression-nodes.ts";
import { textOf } from "../syntax/source-text.ts";
import type { ClassNode, StatementNode } from "../syntax/statement-nodes.ts";
import { computed } from "./computed-value.ts";

/** What an enum mixes in, which decides what its members' values become. */
export type EnumKind = "plain" | "text" | "auto-text" | "whole" | "decimal" | "flag" | "unknown";

/** One member. `value` is undefined where reading cannot know it; `text` is how it was written. */
export interface EnumMember {
  readonly name: string;
  readonly value: Json | undefined;
  readonly text: string;
}

/** An enum as its class declares it. */
export interface EnumModel {
  readonly kind: EnumKind;
  /** In order, aliases left out. */
  readonly members: readonly EnumMember[];
  /** Every name, aliases too. */
  readonly byName: ReadonlyMap<string, EnumMember>;
}

const KINDS: ReadonlyMap<string, EnumKind> = new Map([
  ["enum.Enum", "plain"],
  ["enum.IntEnum", "whole"],
  ["enum.StrEnum", "auto-text"],
  ["enum.ReprEnum", "plain"],
  ["enum.Flag", "flag"],
  ["enum.IntFlag", "flag"],
]);
const MIXED: ReadonlyMap<string, EnumKind> = new Map([
  ["builtins.str", "text"],
  ["builtins.int", "whole"],
  ["builtins.float", "decimal"],
]);

/** What kind of enum a class is; undefined for other classes. */
export function enumKind(node: ClassNode, scope: Scope, way = 0): EnumKind | undefined {
  let kind: EnumKind | undefined;
  let mixed: EnumKind | undefined;
  let unknown = false;
  for (const base of way > 20 ? [] : node.bases) {
    const origin = originOf(base, scope);
    if (origin?.kind === "declared") {
      const holder = origin.bindings.findLast((one) => one.kind === "class");
      const inherited = holder?.kind === "class" ? enumKind(holder.node, origin.scope, way + 1) : undefined;
      if (inherited === undefined) unknown = true;
      kind ??= inherited;
    } else if (origin?.kind === "full") {
      kind ??= KINDS.get(origin.name);
      mixed ??= MIXED.get(origin.name);
      if (!KINDS.has(origin.name) && !MIXED.has(origin.name)) unknown = true;
    }
  }
  if (kind === undefined) return undefined;
  if (mixed !== undefined && kind === "plain") return mixed;
  return unknown && kind === "plain" ? "unknown" : kind;
}

/** By scope, not by class alone: a parsed class outlives a reading, but what its names are worth may change. */
const models = new WeakMap<Scope, Map<ClassNode, EnumModel>>();

/** What an expression outside the enum is worth. */
export type KnownValue = (node: ExpressionNode, scope: Scope) => Json | undefined;

/** The enum that a class is, if it is one. */
export function enumModel(node: ClassNode, scope: Scope, knownValue: KnownValue): EnumModel | undefined {
  const inScope = models.get(scope) ?? new Map<ClassNode, EnumModel>();
  models.set(scope, inScope);
  const known = inScope.get(node);
  if (known !== undefined) return known;
  const kind = enumKind(node, scope);
  if (kind === undefined) return undefined;
  // Members that name each other in a circle of enums are no values.
  inScope.set(node, Object.freeze({ kind, members: [], byName: new Map() }));
  const found = new Members(kind, classScope(node, scope), knownValue);
  found.readAll(node.statements);
  const model = Object.freeze({ kind, members: found.members, byName: found.byName });
  inScope.set(node, model);
  return model;
}

/** The enum that `Enum("Name", "A B")` makes, if the call is that. */
export function enumFromCall(node: CallNode, scope: Scope, knownValue: KnownValue): EnumModel | undefined {
  const kind = KINDS.get(fullNameOf(node.callee, scope) ?? "");
  if (kind === undefined) return undefined;
  const names = node.arguments[1] ?? node.keywords.find((one) => one.name === "names")?.value;
  const isPlain = node.keywords.every((one) => one.name === "names" || one.name === "module");
  const found = new Members(isPlain ? kind : "unknown", scope, knownValue);
  if (names?.kind === "text")
    for (const name of names.value.split(/[\s,]+/).filter((one) => one !== "")) found.addNext(name);
  else if (names?.kind === "list" || names?.kind === "tuple") for (const item of names.items) found.addItem(item);
  else if (names?.kind === "dict") for (const { key, value } of names.entries) found.addPair(key, value);
  return Object.freeze({ kind: found.kind, members: found.members, byName: found.byName });
}

/** Members as they are added, in the order of the source. */
class Members {
  readonly kind: EnumKind;
  readonly members: EnumMember[] = [];
  readonly byName = new Map<string, EnumMember>();
  readonly #scope: Scope;
  readonly #knownValue: KnownValue;
  /** Values as written, before a mixed-in type changes them: what later members and `auto()` see. */
  readonly #written = new Map<string, Json>();
  /** Those whose value is a `float`, which a mixed-in `str` shows. */
  readonly #decimals = new Set<string>();
  readonly #byValue = new Map<Json, EnumMember>();
  /** The highest and the last number so far, and whether there is anything but numbers. */
  #highest: number | undefined;
  #last: number | undefined;
  #isMixed = false;
  #ownAuto = false;

  constructor(kind: EnumKind, scope: Scope, knownValue: KnownValue) {
    this.kind = kind;
    this.#scope = scope;
    this.#knownValue = knownValue;
  }

  readAll(statements: readonly StatementNode[]): void {
    for (const node of statements) {
      if (node.kind === "block") this.readAll(node.statements);
      else if (node.kind === "function" && node.name === "_generate_next_value_") this.#ownAuto = true;
      else if (node.kind === "assign") for (const target of node.targets) this.#assign(target, node.value);
      else if (node.kind === "annotated-assign" && node.value !== undefined) this.#assign(node.target, node.value);
    }
  }

  addNext(name: string): void {
    this.#add(name, this.#next(name), name);
  }

  addItem(item: ExpressionNode): void {
    if (item.kind === "text") this.addNext(item.value);
    else if (item.kind === "tuple" || item.kind === "list") this.addPair(item.items[0], item.items[1]);
  }

  addPair(key: ExpressionNode | undefined, value: ExpressionNode | undefined): void {
    if (key?.kind === "text" && value !== undefined) this.#addValue(key.value, value);
  }

  #assign(target: ExpressionNode, value: ExpressionNode): void {
    if (target.kind === "tuple" && value.kind === "tuple") {
      target.items.forEach((one, index) => {
        const part = value.items[index];
        if (part !== undefined) this.#assign(one, part);
      });
      return;
    }
    if (target.kind !== "name" || /^_.*_$|^__/.test(target.name)) return;
    if (value.kind === "other" && value.what === "Lambda") return;
    const called = value.kind === "call" ? fullNameOf(value.callee, outside(this.#scope)) : undefined;
    if (called === "enum.nonmember" || called === "builtins.property") return;
    if (called === "enum.auto") {
      this.#add(target.name, this.#next(target.name), textOf(value.place));
      return;
    }
    const inner = called === "enum.member" && value.kind === "call" ? (value.arguments[0] ?? value) : value;
    this.#addValue(target.name, inner);
  }

  /** A member may name those above it. */
  #addValue(name: string, node: ExpressionNode): void {
    const value = computed(node, {
      local: (other) => this.#written.get(other),
      known: (other) => this.#knownValue(other, outside(this.#scope)),
    });
    if (isDecimal(node, this.#decimals)) this.#decimals.add(name);
    this.#add(name, value, textOf(node.place));
  }

  /** Python takes the highest value so far, or the last number where the values cannot be ordered. */
  #next(name: string): Json | undefined {
    if (this.#ownAuto || (this.kind === "text" && this.#decimals.size > 0)) return undefined;
    if (this.kind === "auto-text") return name.toLowerCase();
    const before = this.#isMixed ? this.#last : this.#highest;
    return before === undefined ? 1 : before + 1;
  }

  #add(name: string, written: Json | undefined, text: string): void {
    if (written !== undefined) this.#written.set(name, written);
    const number = typeof written === "boolean" ? Number(written) : written;
    if (typeof number === "number") {
      this.#highest = Math.max(number, this.#highest ?? number);
      this.#last = number;
    } else this.#isMixed = true;
    const value = mixedIn(this.kind, written, this.#decimals.has(name));
    // Python holds 1, 1.0 and True for equal.
    const key = typeof value === "boolean" ? Number(value) : value;
    const same = key === undefined ? undefined : this.#byValue.get(key);
    const member = same ?? Object.freeze({ name, value, text });
    if (same === undefined) this.members.push(member);
    if (key !== undefined) this.#byValue.set(key, member);
    this.byName.set(name, member);
  }
}

/** Whether an expression is a `float` in Python, given the names that are. */
function isDecimal(node: ExpressionNode, names: ReadonlySet<string>): boolean {
  switch (node.kind) {
    case "decimal":
      return true;
    case "name":
      return names.has(node.name);
    case "unary":
      return isDecimal(node.operand, names);
    case "chain":
      return node.operator === "Div" || node.operands.some((one) => isDecimal(one, names));
    default:
      return false;
  }
}

function outside(scope: Scope): Scope {
  return scope.kind === "class" ? scope.parent : scope;
}

/** What the mixed-in type makes of a value; undefined where that cannot be known or Python refuses it. */
function mixedIn(kind: EnumKind, value: Json | undefined, isFloat: boolean): Json | undefined {
  if (value === undefined || kind === "unknown" || (typeof value === "object" && value !== null)) return undefined;
  switch (kind) {
    case "text":
      return textFor(value, isFloat);
    case "auto-text":
      return typeof value === "string" ? value : undefined;
    case "whole":
      return wholeOf(value);
    case "decimal":
      return decimalOf(value);
    default:
      return value;
  }
}

/** What `str(value)` gives. */
function textFor(value: Json, isFloat: boolean): string | undefined {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "number" || !isFloat) return String(value);
  // Python writes very small and very large ones in its own way.
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) return undefined;
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

function decimalOf(value: Json): number | undefined {
  if (typeof value === "string") return /^\s*[+-]?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : undefined;
  return typeof value === "number" || typeof value === "boolean" ? Number(value) : undefined;
}

function wholeOf(value: Json): number | undefined {
  if (typeof value === "string") return /^\s*[+-]?\d+\s*$/.test(value) ? Number(value) : undefined;
  return typeof value === "number" || typeof value === "boolean" ? Math.trunc(Number(value)) : undefined;
}
