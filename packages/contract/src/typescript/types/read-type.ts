// Types of the checker to nodes of the model. Keeps what is open, so that a recursive type becomes a finite graph, and
// stops at types that never end.

import ts from "typescript";
import type { TypeNode } from "../../model/type.ts";
import { docCommentOf } from "../comments/comment-range.ts";
import { readTypeComment } from "../comments/member-comment.ts";
import { isFromHaft, isFromLibrary, placeIn, type Source } from "../source.ts";
import { listNode } from "./list-type.ts";
import { faultNode, insteadOfPrimitive, nameOf, notData } from "./not-data.ts";
import { isAny, isUnresolved, primitiveNode } from "./primitive-type.ts";
import { objectNode } from "./record-type.ts";
import { withTags } from "./tagged-type.ts";
import { templateNode } from "./template-type.ts";
import { identityOf, type TypeIdentity } from "./type-identity.ts";
import { deepestType, mostParts, type TypeReading } from "./type-reading.ts";
import { unionNode } from "./union-type.ts";
import { unresolvedNode } from "./unresolved-type.ts";
import { unfold, type WrittenType, written } from "./written-type.ts";

/** Converts types of one source. */
export interface TypeReader {
  /** A whole type; its `undefined` is null. */
  read(type: ts.Type, node?: ts.TypeNode): TypeNode;
  /** The same without its `undefined`, which makes what holds it optional. */
  readPresent(type: ts.Type, node?: ts.TypeNode): TypeNode;
}

/** A type that is being converted: what refers back to it gets `reference`. */
interface OpenType {
  readonly type: ts.Type;
  readonly identity: TypeIdentity;
  reference?: TypeNode;
  result?: TypeNode;
}

/** Starts with no type converted. */
export function createTypeReader(source: Source): TypeReader {
  const conversion = new Conversion(source);
  return {
    read: (type, node) => conversion.whole(type, node, (as) => conversion.convert(type, as)),
    readPresent: (type, node) => conversion.whole(type, node, (as) => conversion.convertPresent(type, as)),
  };
}

class Conversion implements TypeReading {
  readonly source: Source;
  readonly #open: OpenType[] = [];
  readonly #done = new Map<ts.Type, TypeNode>();
  #depth = 0;
  #parts = 0;

  constructor(source: Source) {
    this.source = source;
  }

  /** Converts one whole type, within the bounds; what goes beyond them is one fault. */
  whole(type: ts.Type, node: ts.TypeNode | undefined, convert: (as: WrittenType | undefined) => TypeNode): TypeNode {
    const as = node && written(node);
    this.#parts = 0;
    this.#depth = 0;
    this.#open.length = 0;
    try {
      return convert(as);
    } catch (error) {
      if (!(error instanceof TooComplex)) throw error;
      return faultNode("HAFT102", nameOf(this, type, as), `It ${error.message}: write a smaller type.`);
    }
  }

  convert(type: ts.Type, as?: WrittenType): TypeNode {
    const comments =
      as === undefined ? [] : unfold(this.source, as).aliases.filter((alias) => !this.#isNameOf(alias, type));
    let node = this.#bounded(type, as);
    for (const alias of comments.reverse()) node = this.#withAliasComment(alias, node);
    return node;
  }

  convertPresent(type: ts.Type, as?: WrittenType): TypeNode {
    if (!type.isUnion()) return this.convert(type, as);
    const present = type.types.filter((member) => (member.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) === 0);
    if (present.length === type.types.length) return this.convert(type, as);
    const [only] = present;
    if (only === undefined) return { kind: "null" };
    if (present.length === 1) return this.convert(only, as);
    // The node writes the type without its `undefined`, under its own name: a recursive one keeps it.
    const own = as && this.source.checker.getTypeFromTypeNode(as.node);
    if (own?.isUnion() && own.types.length === present.length && own.types.every((one) => present.includes(one))) {
      return this.convert(own, as);
    }
    return unionNode(this, present, as);
  }

  #bounded(type: ts.Type, as: WrittenType | undefined): TypeNode {
    if (++this.#parts > mostParts) throw new TooComplex("has too many parts");
    if (++this.#depth > deepestType) throw new TooComplex("is nested too deep");
    const node = this.#tracked(type, as);
    this.#depth--;
    return node;
  }

  #tracked(type: ts.Type, as: WrittenType | undefined): TypeNode {
    const done = this.#done.get(type);
    if (done !== undefined) return done;
    const identity = identityOf(this.source, type);
    if (identity === undefined) return this.#content(type, as);
    const again = this.#reference(type);
    if (again !== undefined) return again;
    const open: OpenType = { type, identity };
    this.#open.push(open);
    const content = this.#content(type, as);
    this.#open.pop();
    open.result = content;
    const node = open.reference ?? (identity.isNamedRecord && content.kind === "record" ? namedNode(open) : content);
    if (open.reference !== undefined || identity.isObject) this.#done.set(type, node);
    return node;
  }

  // A type without a name of its own is entered once more where a named one was opened inside it: that one's name serves.
  #reference(type: ts.Type): TypeNode | undefined {
    const at = this.#open.findLastIndex((one) => one.type === type);
    const open = this.#open[at];
    if (open === undefined) return undefined;
    if (!open.identity.isNamed && this.#open.slice(at + 1).some((one) => one.identity.isNamed)) return undefined;
    open.reference ??= namedNode(open);
    return open.reference;
  }

  #content(type: ts.Type, as: WrittenType | undefined): TypeNode {
    if (isUnresolved(type)) return unresolvedNode(this, type, as);
    if (isAny(type)) return { kind: "anything" };
    const instead = insteadOfPrimitive(type.flags);
    if (instead !== undefined) return notData(this, type, as, instead);
    const plain = primitiveNode(type) ?? templateNode(type);
    if (plain !== undefined) return plain;
    if (type.isUnion()) return unionNode(this, type.types, as ?? this.#aliasNode(type));
    if (type.isIntersection()) return this.#intersection(type, as);
    if ((type.flags & ts.TypeFlags.Object) === 0) return this.#constraint(type, as);
    if (type.symbol?.name === "Wait" && isFromHaft(type.symbol)) return { kind: "wait" };
    return this.#textClass(type) ?? listNode(this, type, as) ?? objectNode(this, type, as);
  }

  // A primitive intersected with anything is the primitive; so are lists and dates, which hold what their brand does not.
  #intersection(type: ts.IntersectionType, as: WrittenType | undefined): TypeNode {
    const { checker } = this.source;
    const carrier = type.types.find(
      (part) =>
        (part.flags & (ts.TypeFlags.Object | ts.TypeFlags.NonPrimitive | ts.TypeFlags.Instantiable)) === 0 ||
        checker.isArrayType(part) ||
        checker.isTupleType(part) ||
        this.#textClass(part) !== undefined,
    );
    return carrier === undefined ? objectNode(this, type, as) : this.convert(carrier);
  }

  #textClass(type: ts.Type): TypeNode | undefined {
    if (!isFromLibrary(type.symbol)) return undefined;
    if (type.symbol.name === "Date") return { kind: "shaped-text", format: "date-time", as: "Date" };
    if (type.symbol.name === "URL") return { kind: "shaped-text", format: "uri", as: "URL" };
    return undefined;
  }

  // Type parameters, and what is left open because it depends on one.
  #constraint(type: ts.Type, as: WrittenType | undefined): TypeNode {
    const constraint = this.source.checker.getBaseConstraintOfType(type);
    if (constraint === undefined || constraint === type) return { kind: "anything" };
    return this.convert(constraint, as && constraintNode(type));
  }

  #aliasNode(type: ts.Type): WrittenType | undefined {
    const alias = type.aliasSymbol?.declarations?.find(ts.isTypeAliasDeclaration);
    return alias && written(alias.type);
  }

  #isNameOf(alias: ts.TypeAliasDeclaration, type: ts.Type): boolean {
    const named = type.aliasSymbol?.declarations?.includes(alias) === true;
    return named && (type.flags & ts.TypeFlags.Object) !== 0;
  }

  #withAliasComment(alias: ts.TypeAliasDeclaration, node: TypeNode): TypeNode {
    const comment = docCommentOf(alias);
    if (comment === undefined) return node;
    const { text, tags } = readTypeComment(comment, placeIn(this.source, alias.name));
    return withTags(node, tags, text);
  }
}

function namedNode(open: OpenType): TypeNode {
  const { name, declaration } = open.identity;
  const body = () => open.result ?? faultNode("HAFT102", name, "The type is read while it is still being made.");
  return { kind: "named", name, declaration, body };
}

/** A type that is not read to its end. */
class TooComplex extends Error {}

function constraintNode(type: ts.Type): WrittenType | undefined {
  const declaration = type.symbol?.declarations?.find(ts.isTypeParameterDeclaration);
  return declaration?.constraint && written(declaration.constraint);
}
