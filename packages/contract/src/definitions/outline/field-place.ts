// Where a field of a definition stands, or the part of it that a path leads to.

import ts from "typescript";
import { spanBetween } from "../../bundling/text-span.ts";
import type { Span } from "../../model/place.ts";
import { assignedTo, initializerOf, propertyOf } from "./expressions.ts";

/** The name of the deepest property in sight on the way along `path` (`.when.at[]`); undefined where not even the field is. */
export function fieldPlace(
  source: ts.SourceFile,
  object: ts.ObjectLiteralExpression,
  field: string,
  path: string,
): Span | undefined {
  let found = propertyOf(object, field);
  if (found === undefined) return undefined;
  for (const key of path.split(/[.[\]{}]+/).filter((part) => part !== "" && !/^\d+$/.test(part))) {
    const next = propertyWithin(found, key, source);
    if (next === undefined) break;
    found = next;
  }
  const named = found.name ?? found;
  return spanBetween(source.text, named.getStart(source), named.getEnd());
}

/** Nodes that are looked at on one step; a schema is written in fewer. */
const MOST_NODES = 10_000;

/** The first property of that name in an object literal inside a property's value, or in what names in it stand for. */
function propertyWithin(
  property: ts.ObjectLiteralElementLike,
  key: string,
  source: ts.SourceFile,
): ts.ObjectLiteralElementLike | undefined {
  const value = assignedTo(property);
  const queue: ts.Node[] = value === undefined ? [] : [value];
  for (const node of queue) {
    const found = ts.isObjectLiteralExpression(node) ? propertyOf(node, key) : undefined;
    if (found !== undefined) return found;
    if (queue.length > MOST_NODES) return undefined;
    const initializer = ts.isIdentifier(node) ? initializerOf(node.text, source) : undefined;
    if (initializer !== undefined) queue.push(initializer);
    ts.forEachChild(node, (child) => {
      queue.push(child);
    });
  }
  return undefined;
}
