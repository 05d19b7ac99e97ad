// Where things stand in a `*.tool.ts`: the default export, the object literal behind it, and its fields. Found in the
// syntax alone; what cannot be found is placed at the default export.

import ts from "typescript";
import { spanBetween } from "../bundling/import-places.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Span } from "../model/place.ts";

/** The places of one definition. */
export interface DefinitionOutline {
  readonly file: string;
  /** The first line of the default export. */
  readonly span: Span;
  /** 1-based lines, from the default export to its end. */
  readonly line: number;
  readonly endLine: number;
  /** How many parameters the handler takes; undefined where its function is not in sight. */
  readonly handlerParameters: number | undefined;
  /** The place of a field, or of a part of it (`.when.at[]`): the nearest part that is in sight. */
  place(field: string, path?: string): Span;
}

/** The outline; HAFT603 where it can be seen that there is no default export that is an object. */
export function outlineOf(file: string, text: string): DefinitionOutline | Diagnostic {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2024, true);
  const found = defaultExport(source);
  if (found === undefined) return noDefinition(file, "has no default export", { ...FIRST_LINE });
  const expression = found.expression === undefined ? undefined : behind(found.expression, source);
  const span = firstLine(source, found.node);
  if (found.kind !== undefined) return noDefinition(file, `exports ${found.kind} as its default, not an object`, span);
  const object = expression !== undefined && ts.isObjectLiteralExpression(expression) ? expression : undefined;
  const whole = object === undefined ? found.node : statementOf(object);
  return {
    file,
    span,
    ...linesOf(source, inOneStatement(found.node, whole) ? found.node : whole),
    handlerParameters: object === undefined ? undefined : handlerParameters(object, source),
    place: (field, path = "") => (object === undefined ? span : placeIn(source, object, field, path, span)),
  };
}

const FIRST_LINE: Span = { line: 1, column: 1, endLine: 1, endColumn: 1 };

function noDefinition(file: string, what: string, span: Span): Diagnostic {
  return {
    code: "HAFT603",
    severity: "error",
    message: `\`${file}\` ${what}.`,
    hint: "Write `export default defineTool({ name: …, description: …, inputSchema: …, capabilities: [], approval: { required: false }, handler: … });`.",
    file,
    ...span,
  };
}

interface Found {
  readonly node: ts.Node;
  readonly expression?: ts.Expression;
  /** Where the default export is no value that could be a definition. */
  readonly kind?: string;
}

function defaultExport(source: ts.SourceFile): Found | undefined {
  for (const statement of source.statements) {
    if (ts.isExportAssignment(statement) && statement.isExportEquals !== true) {
      const { expression } = statement;
      return { node: statement, expression, ...kindOf(expression) };
    }
    if (isDefaultDeclaration(statement))
      return { node: statement, kind: ts.isClassDeclaration(statement) ? "a class" : "a function" };
    const specifier = defaultSpecifier(statement);
    if (specifier !== undefined) return specifier;
  }
  return undefined;
}

function kindOf(expression: ts.Expression): { kind?: string } {
  const bare = unwrap(expression);
  if (ts.isArrowFunction(bare) || ts.isFunctionExpression(bare)) return { kind: "a function" };
  if (ts.isClassExpression(bare)) return { kind: "a class" };
  if (ts.isArrayLiteralExpression(bare)) return { kind: "a list" };
  if (ts.isStringLiteralLike(bare) || ts.isNumericLiteral(bare)) return { kind: "a literal" };
  return {};
}

function isDefaultDeclaration(statement: ts.Statement): statement is ts.FunctionDeclaration | ts.ClassDeclaration {
  if (!ts.isFunctionDeclaration(statement) && !ts.isClassDeclaration(statement)) return false;
  return statement.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.DefaultKeyword) === true;
}

/** `export { add as default }`, also from another module. */
function defaultSpecifier(statement: ts.Statement): Found | undefined {
  if (!ts.isExportDeclaration(statement) || statement.exportClause === undefined) return undefined;
  if (!ts.isNamedExports(statement.exportClause)) return undefined;
  const specifier = statement.exportClause.elements.find((element) => element.name.text === "default");
  if (specifier === undefined) return undefined;
  const local = specifier.propertyName ?? specifier.name;
  if (statement.moduleSpecifier !== undefined || !ts.isIdentifier(local)) return { node: statement };
  return { node: statement, expression: local };
}

/** The expression behind casts, parentheses, `defineTool(…)` and names of the same module. */
function behind(expression: ts.Expression, source: ts.SourceFile, depth = 0): ts.Expression {
  const bare = unwrap(expression);
  if (depth > 10) return bare;
  const [first] = ts.isCallExpression(bare) ? bare.arguments : [];
  if (first !== undefined) return behind(first, source, depth + 1);
  if (!ts.isIdentifier(bare)) return bare;
  const initializer = initializerOf(bare.text, source);
  return initializer === undefined ? bare : behind(initializer, source, depth + 1);
}

function unwrap(expression: ts.Expression): ts.Expression {
  let at = expression;
  while (
    ts.isParenthesizedExpression(at) ||
    ts.isAsExpression(at) ||
    ts.isSatisfiesExpression(at) ||
    ts.isNonNullExpression(at)
  ) {
    at = at.expression;
  }
  return at;
}

function initializerOf(name: string, source: ts.SourceFile): ts.Expression | undefined {
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const declaration of statement.declarationList.declarations) {
      if (ts.isIdentifier(declaration.name) && declaration.name.text === name) return declaration.initializer;
    }
  }
  return undefined;
}

function statementOf(node: ts.Node): ts.Node {
  let at = node;
  while (!ts.isSourceFile(at.parent)) at = at.parent;
  return at;
}

function inOneStatement(exported: ts.Node, whole: ts.Node): boolean {
  return exported === whole;
}

function linesOf(source: ts.SourceFile, node: ts.Node): { line: number; endLine: number } {
  return {
    line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1,
    endLine: source.getLineAndCharacterOfPosition(node.getEnd()).line + 1,
  };
}

/** From where a node starts to the end of that line. */
function firstLine(source: ts.SourceFile, node: ts.Node): Span {
  const start = node.getStart(source);
  const line = source.text.slice(start, node.getEnd()).split(/[\r\n]/, 1)[0] ?? "";
  return spanBetween(source.text, start, start + line.length);
}

function handlerParameters(object: ts.ObjectLiteralExpression, source: ts.SourceFile): number | undefined {
  const property = propertyOf(object, "handler");
  if (property === undefined) return undefined;
  const expression = ts.isPropertyAssignment(property) ? property.initializer : undefined;
  const name = ts.isShorthandPropertyAssignment(property)
    ? property.name.text
    : expression !== undefined && ts.isIdentifier(expression)
      ? expression.text
      : undefined;
  const fn = ts.isMethodDeclaration(property)
    ? property
    : name === undefined
      ? expression && unwrap(expression)
      : functionNamed(name, source);
  if (
    fn === undefined ||
    !(
      ts.isMethodDeclaration(fn) ||
      ts.isArrowFunction(fn) ||
      ts.isFunctionExpression(fn) ||
      ts.isFunctionDeclaration(fn)
    )
  )
    return undefined;
  const parameters = fn.parameters.filter((parameter) => parameter.name.getText(source) !== "this");
  return parameters.some((parameter) => parameter.dotDotDotToken !== undefined) ? undefined : parameters.length;
}

function functionNamed(name: string, source: ts.SourceFile): ts.Node | undefined {
  const declared = source.statements.find(
    (statement) => ts.isFunctionDeclaration(statement) && statement.name?.text === name,
  );
  const initializer = declared === undefined ? initializerOf(name, source) : undefined;
  return declared ?? (initializer === undefined ? undefined : unwrap(initializer));
}

function propertyOf(node: ts.ObjectLiteralExpression, name: string): ts.ObjectLiteralElementLike | undefined {
  return node.properties.find((property) => property.name !== undefined && nameText(property.name) === name);
}

function nameText(name: ts.PropertyName): string | undefined {
  return ts.isComputedPropertyName(name) ? undefined : name.text;
}

/** The name of the field; of the part at `path`, the deepest property in sight on the way to it. */
function placeIn(
  source: ts.SourceFile,
  object: ts.ObjectLiteralExpression,
  field: string,
  path: string,
  fallback: Span,
): Span {
  let found = propertyOf(object, field);
  if (found === undefined) return fallback;
  for (const key of path.split(/[.[\]{}]+/).filter((part) => part !== "" && !/^\d+$/.test(part))) {
    const next = propertyWithin(found, key, source);
    if (next === undefined) break;
    found = next;
  }
  const named = found.name ?? found;
  return spanBetween(source.text, named.getStart(source), named.getEnd());
}

/** The first property of that name in an object literal inside a property's value, or in what its value's name stands for. */
function propertyWithin(
  property: ts.ObjectLiteralElementLike,
  key: string,
  source: ts.SourceFile,
): ts.ObjectLiteralElementLike | undefined {
  const value = ts.isPropertyAssignment(property)
    ? property.initializer
    : ts.isShorthandPropertyAssignment(property)
      ? property.name
      : undefined;
  if (value === undefined) return undefined;
  const queue: ts.Node[] = [value];
  for (let index = 0; index < queue.length && index < 10_000; index++) {
    const node = queue[index];
    if (node === undefined) break;
    if (ts.isObjectLiteralExpression(node)) {
      const found = propertyOf(node, key);
      if (found !== undefined) return found;
    }
    const initializer = ts.isIdentifier(node) ? initializerOf(node.text, source) : undefined;
    if (initializer !== undefined) queue.push(initializer);
    ts.forEachChild(node, (child) => {
      queue.push(child);
    });
  }
  return undefined;
}
