// What the body of a class declares: its annotated names, each with its default and the text below it.

import type { Span } from "../../model/place.ts";
import { docModel } from "../docstrings/docstring.ts";
import type { ExpressionNode, TextNode } from "../syntax/expression-nodes.ts";
import { spanOf } from "../syntax/source-text.ts";
import type { ClassNode, StatementNode } from "../syntax/statement-nodes.ts";

/** One annotated name of a class body. */
export interface OwnField {
  readonly name: string;
  readonly annotation: ExpressionNode;
  readonly value: ExpressionNode | undefined;
  /** What the docstring's `Attributes:` or the text below says of it. */
  readonly text: string | undefined;
  readonly span: Span;
}

/** The annotated names of a class in order. */
export function ownFields(node: ClassNode): readonly OwnField[] {
  const doc = classDoc(node);
  const model = doc === undefined ? undefined : docModel(doc);
  const said = new Map([...(model?.parameters ?? []), ...(model?.attributes ?? [])].map((one) => [one.name, one.text]));
  const fields: OwnField[] = [];
  const statements = flat(node.statements);
  statements.forEach((statement, index) => {
    if (statement.kind !== "annotated-assign" || statement.target.kind !== "name") return;
    const { name } = statement.target;
    const below = statements[index + 1];
    const text = said.get(name) ?? (below?.kind === "text-statement" ? joined(below.text) : undefined);
    const span = Object.freeze(spanOf(statement.target.place));
    fields.push({ name, annotation: statement.annotation, value: statement.value, text, span });
  });
  return fields;
}

/** What a class says of itself first. */
export function classDescription(node: ClassNode): string | undefined {
  const doc = classDoc(node);
  const first = doc === undefined ? undefined : docModel(doc).prose[0];
  return first?.lines.map((line) => line.text).join(" ");
}

function classDoc(node: ClassNode): TextNode | undefined {
  const first = node.statements[0];
  return first?.kind === "text-statement" ? first.text : undefined;
}

function flat(statements: readonly StatementNode[]): readonly StatementNode[] {
  return statements.flatMap((one) => (one.kind === "block" ? flat(one.statements) : [one]));
}

function joined(text: TextNode): string {
  return text.value.trim().replaceAll(/\s*\n\s*/g, " ");
}
