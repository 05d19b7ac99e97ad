// A type that the checker could not resolve: which name it was, where that should have come from, or that it gave up.

import ts from "typescript";
import type { TypeNode } from "../../model/type.ts";
import { resolveAlias, type Source, textOf } from "../source.ts";
import { faultNode, nameOf } from "./not-data.ts";
import type { TypeReading } from "./type-reading.ts";
import { unfold, type WrittenType } from "./written-type.ts";

/** Says what could not be resolved. */
export function unresolvedNode(reading: TypeReading, type: ts.Type, as: WrittenType | undefined): TypeNode {
  // The name at fault may be an argument, or stand behind an alias.
  const nodes = as === undefined ? [] : [as.node, unfold(reading.source, as).type.node];
  const name = firstOf(nodes, (node) => findUnresolved(reading.source, node));
  if (name !== undefined) return faultNode("HAFT308", textOf(name), whereFrom(reading.source, name));
  const found = nameOf(reading, type, as);
  if (hasGivenUp(reading.source)) return givenUp(found);
  const complaint = firstOf(nodes, (node) => complaintIn(reading.source, node));
  if (complaint !== undefined && gaveUp.has(complaint.code)) return givenUp(found);
  const why = complaint && ts.flattenDiagnosticMessageText(complaint.messageText, " ");
  return faultNode("HAFT308", found, why ?? "Write the type out, or import what it is made of.");
}

function firstOf<N, R>(nodes: readonly N[], find: (node: N) => R | undefined): R | undefined {
  for (const node of nodes) {
    const found = find(node);
    if (found !== undefined) return found;
  }
  return undefined;
}

function givenUp(found: string): TypeNode {
  return faultNode("HAFT102", found, "The compiler gave up on the type: write it out, or write a smaller one.");
}

function findUnresolved(source: Source, node: ts.Node): ts.EntityName | undefined {
  if (ts.isTypeReferenceNode(node) || ts.isTypeQueryNode(node)) {
    const name = ts.isTypeReferenceNode(node) ? node.typeName : node.exprName;
    if (!isResolved(source, name)) return name;
  }
  return ts.forEachChild(node, (child) => findUnresolved(source, child));
}

function isResolved(source: Source, name: ts.EntityName): boolean {
  const symbol = resolveAlias(source, source.checker.getSymbolAtLocation(name));
  return symbol?.declarations !== undefined;
}

function whereFrom(source: Source, name: ts.EntityName): string {
  const first = leftmost(name);
  const module = importedFrom(source.file, first.text);
  if (module === undefined) return `Declare \`${first.text}\` in this file, or import it.`;
  if (module.startsWith(".")) return `\`${module}\` is not beside this file, or does not export \`${first.text}\`.`;
  if (module.startsWith("node:"))
    return `Types of \`${module}\` are not data: write out the properties that are needed.`;
  const wanted = packageOf(module);
  return `\`${wanted}\` is not installed here, or has no such type: \`npm install ${wanted}\`, or write the type out.`;
}

function leftmost(name: ts.EntityName): ts.Identifier {
  return ts.isIdentifier(name) ? name : leftmost(name.left);
}

function packageOf(module: string): string {
  return module.split("/", module.startsWith("@") ? 2 : 1).join("/");
}

function importedFrom(file: ts.SourceFile, name: string): string | undefined {
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const clause = statement.importClause;
    const bindings = clause?.namedBindings;
    const names = [
      clause?.name?.text,
      ...(bindings === undefined
        ? []
        : ts.isNamespaceImport(bindings)
          ? [bindings.name.text]
          : bindings.elements.map((one) => one.name.text)),
    ];
    if (names.includes(name)) return statement.moduleSpecifier.text;
  }
  return undefined;
}

// Excessively deep, too complex a union, a tuple too large, excessive stack depth.
const gaveUp: ReadonlySet<number> = new Set([2589, 2590, 2799, 2800, 2321, 2563]);

// What the checker finds while it is asked from outside has no place.
function hasGivenUp(source: Source): boolean {
  return source.program.getGlobalDiagnostics().some((one) => gaveUp.has(one.code));
}

// The checker says why only in its diagnostics, which check the whole file: asked for where there is an error anyway.
function complaintIn(source: Source, node: ts.Node): ts.Diagnostic | undefined {
  const file = node.getSourceFile();
  const all = source.program.getSemanticDiagnostics(file);
  const inside = all.filter((one) => (one.start ?? 0) >= node.pos && (one.start ?? 0) < node.end);
  return inside[0] ?? all.find((one) => gaveUp.has(one.code));
}
