// What a name or a dotted name stands for: something of the folder's own modules, or a full name elsewhere.

import type { ExpressionNode } from "../syntax/expression-nodes.ts";
import type { Binding } from "./bindings.ts";
import { INJECTED } from "./injected-names.ts";
import { isBuiltin, isStandardModule, normalised, starNames } from "./known-modules.ts";
import { bindingsIn, classScope, type ModuleScope, moduleOf, type Scope } from "./module-scope.ts";

/** What a name stands for. */
export type Origin =
  /** A name outside the folder, in full: `typing.Optional`, `builtins.int`, `injected.tool`. */
  | { readonly kind: "full"; readonly name: string }
  /** A module outside the folder. */
  | { readonly kind: "module"; readonly name: string }
  | { readonly kind: "sibling"; readonly scope: ModuleScope }
  /** Declared in the folder; `scope` is where. The last binding comes last. */
  | {
      readonly kind: "declared";
      readonly name: string;
      readonly scope: Scope;
      readonly bindings: readonly Binding[];
    }
  /** Not to be found. `why` is a sentence for a message, where there is more to say; `among` are the names that are there. */
  | {
      readonly kind: "unknown";
      readonly name: string;
      readonly why: string | undefined;
      readonly among?: readonly string[];
    };

/** More steps from name to name than this are a circle. */
const LONGEST_WAY = 50;

/** What a name or dotted name stands for; undefined for any other expression. */
export function originOf(node: ExpressionNode, scope: Scope): Origin | undefined {
  if (node.kind === "name") return originOfName(node.name, scope, 0);
  if (node.kind !== "attribute") return undefined;
  const base = originOf(node.value, scope);
  return base === undefined ? undefined : attributeOf(base, node.name, 0);
}

/** What `a.b.c` stands for. */
export function originOfPath(path: string, scope: Scope): Origin {
  const [first = "", ...rest] = path.split(".");
  return rest.reduce<Origin>((base, name) => attributeOf(base, name, 0), originOfName(first, scope, 0));
}

/** The full name of what is outside the folder, if it is that; also through a name that is assigned to it once. */
export function fullNameOf(node: ExpressionNode, scope: Scope): string | undefined {
  const origin = originOf(node, scope);
  return origin === undefined ? undefined : fullNameAt(origin, 0);
}

/** The same for what has been looked up already. */
export function fullNameAt(origin: Origin, way: number): string | undefined {
  if (origin.kind === "full") return origin.name;
  if (origin.kind !== "declared" || way > LONGEST_WAY) return undefined;
  const [only, ...others] = origin.bindings;
  if (only?.kind !== "value" || others.length > 0) return undefined;
  if (only.value.kind !== "name" && only.value.kind !== "attribute") return undefined;
  const next = originOf(only.value, origin.scope);
  return next === undefined ? undefined : fullNameAt(next, way + 1);
}

/** What a binding leads to, when it was made in the given scope. */
export function originOfBinding(binding: Binding, name: string, scope: Scope): Origin {
  if (binding.kind === "module") return moduleOrigin(binding.module, moduleOf(scope));
  if (binding.kind === "from") return imported(binding.module, binding.name, binding.level, moduleOf(scope), 0);
  return { kind: "declared", name, scope, bindings: [binding] };
}

function originOfName(name: string, scope: Scope, way: number): Origin {
  if (way > LONGEST_WAY) return unknown(name, "Its imports lead in a circle.");
  const module = moduleOf(scope);
  if (scope.kind === "class") {
    // A field `date: date = None` means the class of that name, not itself.
    const own = bindingsIn(scope, name).filter((one) => one.kind !== "value" || one.node.kind === "assign");
    if (own.length > 0) return fromBindings(name, own, scope, way);
  }
  const bindings = bindingsIn(module, name);
  if (bindings.length > 0) return fromBindings(name, bindings, module, way);
  const star = fromStars(name, module, way);
  if (star !== undefined) return star;
  if (INJECTED.has(name)) return { kind: "full", name: `injected.${name}` };
  if (isBuiltin(name)) return { kind: "full", name: `builtins.${name}` };
  return unknown(name, undefined);
}

/** Of several bindings (`try: from a import X / except ImportError: from b import X`) the first that leads somewhere. */
function fromBindings(name: string, bindings: readonly Binding[], scope: Scope, way: number): Origin {
  const imports = bindings.filter((one) => one.kind === "module" || one.kind === "from");
  // Under `try`, what is declared beside an import only stands in for it where it is missing.
  const standsIn = bindings.every((one) => one.kind === "opaque" || scope.bindings.conditional.has(one));
  if (imports.length < bindings.length && !(standsIn && imports.length > 0)) {
    const declared = bindings.filter((one) => one.kind !== "module" && one.kind !== "from");
    const meaningful = declared.filter((one) => !isNothing(one));
    if (meaningful.length > 0 || imports.length === 0) return { kind: "declared", name, scope, bindings: declared };
  }
  const origins = imports.map((one) =>
    one.kind === "module"
      ? moduleOrigin(one.module, moduleOf(scope))
      : imported(one.module, one.name, one.level, moduleOf(scope), way + 1),
  );
  return (
    origins.find((one) => one.kind !== "unknown" && one.kind !== "full") ??
    origins.find((one) => one.kind === "full" && isStandardModule(one.name)) ??
    origins[0] ??
    unknown(name, undefined)
  );
}

/** `X = None` in an `except ImportError` says only that there may be no X. */
function isNothing(binding: Binding): boolean {
  return binding.kind === "value" && (binding.value.kind === "none" || binding.value.kind === "other");
}

function fromStars(name: string, module: ModuleScope, way: number): Origin | undefined {
  for (const star of module.bindings.stars.toReversed()) {
    const sibling = star.level > 1 ? undefined : module.siblings.get(star.module);
    if (sibling?.scope !== undefined) {
      if (name.startsWith("_")) continue;
      const origin = ownName(name, sibling.scope, way + 1);
      if (origin !== undefined) return origin;
    } else if (star.level === 0 && starNames(star.module)?.has(name) === true) {
      return { kind: "full", name: normalised(`${star.module}.${name}`) };
    }
  }
  return undefined;
}

/** A name as a module itself has it: neither injected nor built in. */
function ownName(name: string, module: ModuleScope, way: number): Origin | undefined {
  if (way > LONGEST_WAY) return unknown(name, "Its imports lead in a circle.");
  const bindings = bindingsIn(module, name);
  return bindings.length > 0 ? fromBindings(name, bindings, module, way) : fromStars(name, module, way);
}

function moduleOrigin(name: string, from: ModuleScope): Origin {
  const sibling = from.siblings.get(name);
  if (sibling === undefined) return { kind: "module", name };
  if (sibling.scope === undefined) return unknown(name, `\`${sibling.file}\` does not parse.`);
  return { kind: "sibling", scope: sibling.scope };
}

function imported(module: string, name: string, level: number, from: ModuleScope, way: number): Origin {
  if (way > LONGEST_WAY) return unknown(name, "Its imports lead in a circle.");
  if (level > 1) return unknown(name, "It is imported from outside the folder.");
  if (level === 1 && module === "") return moduleOrigin(name, from);
  const sibling = from.siblings.get(module);
  if (sibling === undefined) {
    if (level === 1) return unknown(name, `There is no \`${module}.py\` beside the module.`);
    return { kind: "full", name: normalised(`${module}.${name}`) };
  }
  if (sibling.scope === undefined) return unknown(name, `\`${sibling.file}\` does not parse.`);
  return ownName(name, sibling.scope, way + 1) ?? notIn(sibling.scope, name);
}

function attributeOf(base: Origin, name: string, way: number): Origin {
  switch (base.kind) {
    case "module":
      return { kind: "full", name: normalised(`${base.name}.${name}`) };
    case "full":
      return { kind: "full", name: normalised(`${base.name}.${name}`) };
    case "sibling":
      return ownName(name, base.scope, way + 1) ?? notIn(base.scope, name);
    case "declared": {
      const holder = base.bindings.findLast((one) => one.kind === "class");
      if (holder?.kind !== "class") return unknown(`${base.name}.${name}`, `\`${base.name}\` is no class.`);
      const inside = classScope(holder.node, base.scope);
      const bindings = bindingsIn(inside, name);
      if (bindings.length === 0) return notIn(inside, `${base.name}.${name}`);
      return { kind: "declared", name, scope: inside, bindings };
    }
    case "unknown":
      return { kind: "unknown", name: `${base.name}.${name}`, why: base.why };
  }
}

function unknown(name: string, why: string | undefined): Origin {
  return { kind: "unknown", name, why };
}

function notIn(scope: Scope, name: string): Origin {
  const among = [...scope.bindings.names.keys()];
  const where = scope.kind === "module" ? scope.file : scope.path;
  return { kind: "unknown", name, why: `\`${where}\` declares no \`${name.split(".").at(-1)}\`.`, among };
}
