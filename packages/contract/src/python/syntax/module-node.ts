// The outline of a module, as typed frozen nodes: what the Python process said, parsed once at the door.

import { expressionNode, expressionNodes, keywordNodes, optionalExpression } from "./expression-node.ts";
import type { TextNode } from "./expression-nodes.ts";
import { arrayOf, numberFrom, OutlineMismatch, optionalText, placeFrom, textFrom, textsFrom } from "./outline-json.ts";
import type { Place, SourceText } from "./source-text.ts";
import type {
  BodySketch,
  FunctionNode,
  ImportedName,
  ImportFromNode,
  ImportNode,
  ModuleNode,
  ParameterNode,
  Passing,
  StatementNode,
  TypeParameterNode,
} from "./statement-nodes.ts";

/** The statements of one interpreter's answers by their ids, so that those that did not change are not made again. */
export class StatementMemory {
  #generation: unknown;
  readonly #nodes = new Map<number, StatementNode | undefined>();

  /** The module that `["module", generation, [[id, statement], …]]` says. */
  moduleNode(answer: readonly unknown[], source: SourceText): ModuleNode {
    if (this.#generation !== answer[1]) this.#nodes.clear();
    this.#generation = answer[1];
    const statements = arrayOf(answer[2]).flatMap((one) => this.#statement(arrayOf(one), source) ?? []);
    return Object.freeze({ source, statements: Object.freeze(statements) });
  }

  /** `[id, statement]`, null for one that is known, 0 for one that says nothing. */
  #statement([idJson, json]: readonly unknown[], source: SourceText): StatementNode | undefined {
    const id = numberFrom(idJson);
    if (json === null) {
      if (!this.#nodes.has(id)) throw new OutlineMismatch(`statement ${id} was never told`);
      return this.#nodes.get(id);
    }
    const node = json === 0 ? undefined : Object.freeze(statement(arrayOf(json), source));
    this.#nodes.set(id, node);
    return node;
  }
}

function statementNodes(json: unknown, source: SourceText): readonly StatementNode[] {
  return Object.freeze(arrayOf(json).map((one) => Object.freeze(statement(arrayOf(one), source))));
}

function statement(node: readonly unknown[], source: SourceText): StatementNode {
  const place = placeFrom(node, 1, source);
  const kind = textFrom(node[0]);
  switch (kind) {
    case "FunctionDef":
    case "AsyncFunctionDef":
      return functionNode(node, place);
    case "ClassDef":
      return {
        kind: "class",
        name: textFrom(node[5]),
        bases: expressionNodes(node[6], source),
        keywords: keywordNodes(node[7], source),
        decorators: expressionNodes(node[8], source),
        statements: statementNodes(node[9], source),
        typeParameters: typeParameters(node[10], source),
        place,
      };
    case "Assign":
      return {
        kind: "assign",
        targets: expressionNodes(node[5], source),
        value: expressionNode(node[6], source),
        place,
      };
    case "AnnAssign":
      return {
        kind: "annotated-assign",
        target: expressionNode(node[5], source),
        annotation: expressionNode(node[6], source),
        value: optionalExpression(node[7], source),
        place,
      };
    case "TypeAlias":
      return {
        kind: "type-alias",
        name: textFrom(node[5]),
        value: expressionNode(node[6], source),
        typeParameters: typeParameters(node[7], source),
        place,
      };
    case "Import":
    case "ImportFrom":
      return importNode(node, source);
    case "Rebind":
      return { kind: "rebind", names: textsFrom(node[5]), place };
    case "Block":
      return { kind: "block", names: textsFrom(node[5]), statements: statementNodes(node[6], source), place };
    case "Text":
      return { kind: "text-statement", text: textNode(node[5], source), place };
    default:
      throw new OutlineMismatch(`unknown statement ${kind}`);
  }
}

function textNode(json: unknown, source: SourceText): TextNode {
  const node = expressionNode(json, source);
  if (node.kind !== "text") throw new OutlineMismatch(`expected a text, not ${node.kind}`);
  return node;
}

function functionNode(node: readonly unknown[], place: Place): FunctionNode {
  const source = place.source;
  return {
    kind: "function",
    name: textFrom(node[5]),
    isAsync: node[0] === "AsyncFunctionDef",
    decorators: expressionNodes(node[6], source),
    parameters: Object.freeze(arrayOf(node[7]).map((one) => parameterNode(arrayOf(one), source))),
    returns: optionalExpression(node[8], source),
    doc: node[9] === null ? undefined : textNode(node[9], source),
    body: bodySketch(arrayOf(node[10]), source),
    typeParameters: typeParameters(node[11], source),
    place,
  };
}

const PASSINGS: readonly Passing[] = ["only-place", "any", "rest", "only-name", "rest-names"];

function parameterNode(node: readonly unknown[], source: SourceText): ParameterNode {
  const passing = PASSINGS.find((one) => one === node[0]);
  if (passing === undefined) throw new OutlineMismatch(`unknown passing ${String(node[0])}`);
  return Object.freeze({
    passing,
    name: textFrom(node[1]),
    place: placeFrom(node, 2, source),
    annotation: optionalExpression(node[6], source),
    default: optionalExpression(node[7], source),
  });
}

function typeParameters(json: unknown, source: SourceText): readonly TypeParameterNode[] {
  return Object.freeze(
    arrayOf(json).map((one) => {
      const [kind, name, bound] = arrayOf(one);
      return Object.freeze({
        kind: textFrom(kind),
        name: textFrom(name),
        bound: optionalExpression(bound, source),
      });
    }),
  );
}

function bodySketch(node: readonly unknown[], source: SourceText): BodySketch {
  const calls = arrayOf(node[1]).map((one) => {
    const call = arrayOf(one);
    return Object.freeze({
      callee: textFrom(call[0]),
      dropped: call[5] === true,
      place: placeFrom(call, 1, source),
    });
  });
  const inner = arrayOf(node[3]).map((one) => {
    const definition = arrayOf(one);
    return Object.freeze({
      kind: definition[0] === "ClassDef" ? ("class" as const) : ("function" as const),
      place: placeFrom(definition, 1, source),
      name: textFrom(definition[5]),
      decorators: expressionNodes(definition[6], source),
    });
  });
  return Object.freeze({
    isGenerator: node[0] === true,
    calls: Object.freeze(calls),
    imports: Object.freeze(arrayOf(node[2]).map((one) => importNode(arrayOf(one), source))),
    inner: Object.freeze(inner),
    bound: textsFrom(node[4]),
    globals: textsFrom(node[5]),
  });
}

function importNode(node: readonly unknown[], source: SourceText): ImportNode | ImportFromNode {
  const place = placeFrom(node, 1, source);
  if (node[0] === "Import") return Object.freeze({ kind: "import", modules: importedNames(node[5]), place });
  return Object.freeze({
    kind: "import-from",
    module: optionalText(node[5]),
    level: numberFrom(node[6]),
    names: importedNames(node[7]),
    place,
  });
}

function importedNames(json: unknown): readonly ImportedName[] {
  return Object.freeze(
    arrayOf(json).map((one) => {
      const [name, as] = arrayOf(one);
      return Object.freeze({ name: textFrom(name), as: optionalText(as) });
    }),
  );
}
