// Doc comments as Haft reads them: sections, parameters, examples, tags; and which comment belongs to what.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { DocModel } from "../../src/model/doc.ts";
import type { TypeNode } from "../../src/model/type.ts";
import { onlyTool, parameterOf } from "./reading.ts";
import { shownType } from "./shown-type.ts";

/** The doc of a function below a comment of these lines. */
function docOf(...lines: string[]): DocModel {
  const { doc } = onlyTool(
    `/**\n${lines.map((line) => ` * ${line}`).join("\n")}\n */\nexport function f(a: string, b: string) {}`,
  );
  assert.ok(doc !== undefined);
  return doc;
}

function paragraphs(doc: DocModel): string[] {
  return doc.prose.map(({ lines, isList }) => `${isList ? "list: " : ""}${lines.map((line) => line.text).join(" / ")}`);
}

function entries(doc: DocModel): (readonly [string, string])[] {
  return doc.parameters.map(({ name, text }) => [name, text] as const);
}

/** The type of parameter `a` (a text unless said) with what its `@param` puts on it. */
function tagged(param: string, type = "string"): string {
  const tool = onlyTool(`/**\n * @param ${param.replaceAll("\n", "\n * ")}\n */\nexport function f(a: ${type}) {}`);
  return shownType(tool.parameters[0]?.type);
}

describe("prose", () => {
  it("is in paragraphs, with remarks, in source order", () => {
    const doc = docOf("One", "line.", "", "Two with `code` and @mention.", "@remarks Three.", "", "Four.");
    assert.deepEqual(paragraphs(doc), ["One / line.", "Two with `code` and @mention.", "Three.", "Four."]);
  });

  it("has its places", () => {
    const doc = docOf("One.", "", "Use when two.");
    assert.equal(doc.span.line, 1);
    assert.deepEqual(doc.prose[1]?.lines[0]?.span, { line: 4, column: 4, endLine: 4, endColumn: 17 });
  });

  it("tells lists from other paragraphs", () => {
    const doc = docOf("Use when:", "- one", "- two", "  goes on", "", "Then", "1. first", "2) second");
    assert.deepEqual(paragraphs(doc), [
      "Use when:",
      "list: - one / - two / goes on",
      "Then",
      "list: 1. first / 2) second",
    ]);
  });

  it("knows a section `When:`", () => {
    const doc = docOf("One.", "", "When:", "it rains.");
    assert.deepEqual(paragraphs(doc), ["One."]);
    assert.equal(doc.when?.lines[0]?.text, "it rains.");
  });

  it("ends at an unknown tag, whose text is left out", () => {
    const doc = docOf("One.", "@throws If two.", "three", "@see four", "@param a - A.");
    assert.deepEqual(paragraphs(doc), ["One."]);
    assert.deepEqual(entries(doc), [["a", "A."]]);
  });

  it("may stand on one line, or have no stars", () => {
    const one = onlyTool("/** One. Use when two. */ export function f() {}").doc;
    assert.deepEqual(one && paragraphs(one), ["One. Use when two."]);
    const bare = onlyTool("/**\n  One.\n\n  Two.\n  @param a - A.\n*/\nexport function f(a: string) {}").doc;
    assert.deepEqual(bare && [paragraphs(bare), entries(bare)], [["One.", "Two."], [["a", "A."]]]);
  });

  for (const comment of ["/** */", "/**\n *\n */"]) {
    it(`is empty in ${JSON.stringify(comment)}`, () => {
      assert.equal(onlyTool(`${comment}\nexport function f() {}`).doc?.isEmpty, true);
    });
  }

  it("keeps @internal and @deprecated", () => {
    assert.deepEqual(docOf("One.", "@deprecated Use two.").tags, ["deprecated"]);
    assert.deepEqual(docOf("One.", "@param a - A.", "@deprecated Use two.").tags, ["deprecated"]);
  });
});

describe("@param", () => {
  const rows: readonly (readonly [written: string, name: string, text: string])[] = [
    ["@param a - A text.", "a", "A text."],
    ["@param a A text.", "a", "A text."],
    ["@param a – A text.", "a", "A text."],
    ["@param a: A text.", "a", "A text."],
    ["@param {string} a - A text.", "a", "A text."],
    ["@param {{x: {y: string}}} a - A text.", "a", "A text."],
    ["@param [a] - A text.", "a", "A text."],
    ['@param [a="]"] - A text.', "a", "A text."],
    ["@param {number=} [a=[1]] A text.", "a", "A text."],
    ["@param a.b[].c - A text.", "a.b[].c", "A text."],
    ["@param ...a - A text.", "a", "A text."],
    ["@arg a - A text.", "a", "A text."],
    ["@param a - A handle such as @bob, or bob@example.com.", "a", "A handle such as @bob, or bob@example.com."],
    ["@param a - -1 or more.", "a", "-1 or more."],
    ["@param a", "a", ""],
    ["@param a -", "a", ""],
    ["@param a - A\n  text\n\n  of three.", "a", "A text of three."],
    ["@param a - A text. @minimum 1 and more", "a", "A text."],
    ["@param a - A `@minimum` of text.", "a", "A `@minimum` of text."],
    ["@param a - See {@link b}.", "a", "See {@link b}."],
    ["@param a\n A text.", "a", "A text."],
  ];
  for (const [written, name, text] of rows) {
    it(written.replaceAll("\n", " / "), () => assert.deepEqual(entries(docOf(...written.split("\n"))), [[name, text]]));
  }

  it("is placed at its tag", () => {
    const doc = docOf("One.", "  @param a - A.", "    goes on");
    assert.deepEqual([doc.parameters[0]?.span.line, doc.parameters[0]?.span.column], [3, 6]);
  });

  it("goes on until the next tag", () => {
    const doc = docOf("@param a - A.", "goes on", "@returns Nothing.", "@param b - B.");
    assert.deepEqual(entries(doc), [
      ["a", "A. goes on"],
      ["b", "B."],
    ]);
  });
});

describe("@example", () => {
  const examples = (doc: DocModel) => doc.examples.map((lines) => lines.map((line) => line.text));

  it("gives its lines without fences and captions, empty ones kept", () => {
    const doc = docOf(
      "One.",
      "@example <caption>Plain</caption>",
      '{ "a": 1,',
      '  "b": 2 }',
      "",
      "```json",
      "@x { }",
      "```",
    );
    assert.deepEqual(examples(doc), [['{ "a": 1,', '  "b": 2 }', "", "@x { }"]]);
  });

  it("may begin beside the tag, and stand more than once", () => {
    const doc = docOf('@example { "a": 1 }', '@example { "a": 2 }', "@param a - A.");
    assert.deepEqual(examples(doc), [['{ "a": 1 }'], ['{ "a": 2 }']]);
    assert.deepEqual([doc.examples[0]?.[0]?.span.line, doc.examples[0]?.[0]?.span.column], [2, 13]);
  });
});

describe("tags that constrain", () => {
  const rows: readonly (readonly [param: string, shown: string, type?: string])[] = [
    ["a - A. @minLength 2 @maxLength 9", "(text @minLength 2 @maxLength 9)"],
    ["a - A.\n  @minLength 2\n@maxLength 9", "(text @minLength 2 @maxLength 9)"],
    ["a - A.\n@returns B.\n@minLength 2", "(text @minLength 2)"],
    ["a @format email", '(text @format "email")'],
    ["a @pattern ^@?[a-z]{2,9}$ @minLength 3", '(text @pattern "^@?[a-z]{2,9}$" @minLength 3)'],
    ["a @pattern ^a b$\n  Must be so.", '(text @pattern "^a b$")'],
    ["a - A. @integer @minimum -1 @maximum 5.", "(number @integer true @minimum -1 @maximum 5)", "number"],
    [
      "a @exclusiveMinimum 0.5 @exclusiveMaximum 1e3 @multipleOf .5",
      "(number @exclusiveMinimum 0.5 @exclusiveMaximum 1000 @multipleOf 0.5)",
      "number",
    ],
    ["a @minItems 1 @maxItems 3 @uniqueItems", "(list(text) @minItems 1 @maxItems 3 @uniqueItems true)", "string[]"],
    ["a @minimum soon", "(number @minimum undefined)", "number"],
    ["a @minimum", "(number @minimum undefined)", "number"],
    ["a @minLength 1.5", "(text @minLength undefined)"],
    ["a @multipleOf 0", "(number @multipleOf undefined)", "number"],
    ["a @pattern [", "(text @pattern undefined)"],
    ["a @default soon", "(text @default undefined)"],
    ["a - A @minimumish 1", "text"],
    ["a.b @minimum 1", "{ b: (number @minimum 1) }", "{ b: number }"],
    ["a.b.c @minimum 1 @default 4", "{ b: list({ c?: (number @minimum 1) = 4 }) }", "{ b: { c: number }[] }"],
    ["a[].b @minimum 1", "list({ b: (number @minimum 1) })", "{ b: number }[]"],
    ["a.nope @minimum 1", "{ b: number }", "{ b: number }"],
  ];
  for (const [param, shown, type] of rows) {
    it(param.replaceAll("\n", " / "), () => assert.equal(tagged(param, type), shown));
  }

  const defaults: readonly (readonly [written: string, value: unknown])[] = [
    ['"sms"', "sms"],
    ["'sms'", "sms"],
    ["5", 5],
    ["null", null],
    ["[1, 'a']", [1, "a"]],
    [`{'k': "it's"}`, { k: "it's" }],
    ["`10`", 10],
  ];
  for (const [written, value] of defaults) {
    it(`@default ${written}`, () => {
      const tool = onlyTool(
        `/** @param a - A. @default ${written} */\nexport function f(a: any) {}`.replace("/** @", "/**\n@"),
      );
      const [parameter] = tool.parameters;
      assert.ok(parameter?.default?.kind === "literal");
      assert.deepEqual(parameter.default.value, value);
      assert.deepEqual([parameter.optional, parameter.passDefault], [true, true]);
    });
  }

  it("mark a parameter or a property as deprecated", () => {
    const tool = onlyTool("/**\n * @param a - A. @deprecated use b\n */\nexport function f(a: string) {}");
    assert.equal(tool.parameters[0]?.deprecated, true);
    assert.deepEqual(tool.doc?.tags, []);
    const { type } = parameterOf("{ /** B. @deprecated */ b: string }");
    assert.equal(type?.kind === "record" && type.fields[0]?.deprecated, true);
  });

  it("are placed at their `@param`", () => {
    const tool = onlyTool("/**\n * One.\n * @param a - A.\n *   @minimum soon\n */\nexport function f(a: number) {}");
    const [parameter] = tool.parameters;
    assert.equal(parameter?.type?.kind === "constrained" && parameter.type.constraints[0]?.span.line, 3);
  });
});

describe("comments of properties", () => {
  const fields = (...lines: string[]) => {
    const { type } = parameterOf("P", `interface P {\n${lines.join("\n")}\n}`);
    return shownType(type).replace(/^P = /, "");
  };
  const rows: readonly (readonly [lines: readonly string[], shown: string])[] = [
    [["/** A. */", "a: string;"], '{ a: text "A." }'],
    [["/** A. */ a: string;"], '{ a: text "A." }'],
    [["/** A. */ a: string; /** B. */ b: string;"], '{ a: text "A."; b: text "B." }'],
    [["a: string; /** A. */", "b: string;"], '{ a: text "A."; b: text }'],
    [["/** Not this. */", "/** A. */", "a: string;"], '{ a: text "A." }'],
    [["/** A. */", "// and more", "", "a: string;"], '{ a: text "A." }'],
    [["a: string; /* no */ // no", "b: string;"], "{ a: text; b: text }"],
    [
      [
        "/**",
        " * A",
        " * goes on.",
        " *",
        " * And on. @minLength 2",
        " * @maxLength 3",
        " * @see nothing",
        " */",
        "a: string;",
      ],
      '{ a: (text @minLength 2 @maxLength 3) "A goes on. And on." }',
    ],
    [["/** A. @default 'x' */", "a: string;"], '{ a?: text = "x" "A." }'],
    [["/** @minLength 2 */", "a: string;"], "{ a: (text @minLength 2) }"],
  ];
  for (const [lines, shown] of rows) it(lines.join(" / "), () => assert.equal(fields(...lines), shown));

  it("show through mapped types", () => {
    const { type } = parameterOf("Partial<Pick<P, 'a'>>", "interface P { /** A. @minimum 1 */ a: number; b: string }");
    assert.equal(shownType(type), '{ a?: (number @minimum 1) "A." }');
  });
});

describe("comments of named types", () => {
  const described = (type: TypeNode | undefined): unknown => {
    if (type?.kind === "named") return described(type.body());
    return type?.kind === "record" || type?.kind === "constrained" ? type.description : undefined;
  };

  it("describe a record by their first paragraph", () => {
    for (const declared of ["interface P { a: string }", "type P = { a: string };", "class P { a = 1; }"]) {
      assert.equal(
        described(parameterOf("P", `/**\n * A place.\n *\n * Much more.\n */\n${declared}`).type),
        "A place.",
      );
    }
  });

  it("describe and constrain any other type", () => {
    assert.equal(
      shownType(parameterOf("Count", "/** How many. @integer @minimum 1 */\ntype Count = number;").type),
      '(number @integer true @minimum 1 "How many.")',
    );
    assert.equal(
      shownType(parameterOf("Heat[]", '/** How hot. */\ntype Heat = "warm" | "cold";').type),
      'list(("warm" | "cold" "How hot."))',
    );
  });

  it("are not the language's own", () => {
    assert.equal(described(parameterOf("Pick<{ a: string }, 'a'>").type), undefined);
  });
});

describe("the comment of a function", () => {
  const rows: readonly (readonly [text: string, first: string | undefined])[] = [
    ["/** Not this. */\n\n/** This. */\nexport function f() {}", "This."],
    ["/** This. */\n\n\nexport function f() {}", "This."],
    ["/** This. */ // and more\nexport function f() {}", "This."],
    ["/** This. */ export function f() {}", "This."],
    ["export /** This. */ function f() {}", "This."],
    ["#!/usr/bin/env node\n/** This. */\nexport function f() {}", "This."],
    ["const x = 1; /** Not this. */\nexport function f() {}", undefined],
    ["/* Not this. */\nexport function f() {}", undefined],
    ["/*** Not this. */ /** This. */\nexport function f() {}", "This."],
    ["/** This. */\nexport const f = () => 1, x = 2;", "This."],
    ["export const x = 2,\n  /** This. */\n  f = () => 1;", "This."],
    ["/** This. */\nconst f = () => 1;\n/** Not this. */\nexport { f };", "This."],
    ["/** This. */\nexport default function f() {}", "This."],
  ];
  for (const [text, first] of rows) {
    it(text.replaceAll("\n", " / "), () => assert.equal(onlyTool(text).doc?.prose[0]?.lines[0]?.text, first));
  }
});
