// Docstrings of every style, taken apart by indentation.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { DocModel } from "../../src/model/doc.ts";
import { pythonReading } from "./reading.ts";

const reading = pythonReading();

/** The docstring of a tool, as the reader has it. The literal stands behind `def f():` with its own indentation. */
async function docOf(literal: string): Promise<DocModel> {
  const { model } = await reading.read(`@tool\ndef f(a, b):\n${literal}\n`);
  const doc = model.tools[0]?.doc;
  assert.ok(doc !== undefined, "there is a docstring");
  return doc;
}

function shown(doc: DocModel): Record<string, unknown> {
  const paragraph = (lines: DocModel["prose"][number]) => lines.lines.map((line) => line.text).join(" ");
  const entries = (list: DocModel["parameters"]) => Object.fromEntries(list.map((one) => [one.name, one.text]));
  return {
    prose: doc.prose.map((one) => (one.isList ? [paragraph(one)] : paragraph(one))),
    ...(doc.when === undefined ? {} : { when: paragraph(doc.when) }),
    ...(doc.parameters.length === 0 ? {} : { parameters: entries(doc.parameters) }),
    ...(doc.attributes.length === 0 ? {} : { attributes: entries(doc.attributes) }),
    ...(doc.examples.length === 0 ? {} : { examples: doc.examples.map((one) => one.map((line) => line.text)) }),
  };
}

function indented(text: string): string {
  return text
    .split("\n")
    .map((line) => (line === "" ? "" : `    ${line}`))
    .join("\n");
}

const STYLES: Readonly<Record<string, { readonly text: string; readonly is: Record<string, unknown> }>> = {
  "prose only": { text: "Do it\nwell.\n\nMore.", is: { prose: ["Do it well.", "More."] } },
  "Google's": {
    text: "Do it.\n\nArgs:\n    a: The first.\n    b (int, optional): The\n        second: of two.\n\nReturns:\n    Nothing: at all.\n\nRaises:\n    ValueError: Never.\n\nNote:\n    Prose.",
    is: { prose: ["Do it.", "Note: Prose."], parameters: { a: "The first.", b: "The second: of two." } },
  },
  "Google's without blank lines": {
    text: "Do it.\nArgs:\n    a: The first.\nReturns:\n    b: no parameter.\nMore.",
    is: { prose: ["Do it.", "More."], parameters: { a: "The first." } },
  },
  "Google's in other words": {
    text: "Do it.\n\nPARAMETERS:\n  - a: The first.\n  *b: The second.\n\nKeyword Arguments:\n  c (dict(str, int)): The third.\n\nOther Parameters:\n  **d: The fourth.",
    is: { prose: ["Do it."], parameters: { a: "The first.", b: "The second.", c: "The third.", d: "The fourth." } },
  },
  "Google's with a less indented line": {
    text: "Do it.\n\nArgs:\n        a: The first.\n    b: Not this.",
    is: { prose: ["Do it.", "b: Not this."], parameters: { a: "The first." } },
  },
  "Google's with blank lines inside": {
    text: "Do it.\n\nArgs:\n\n    a: The first.\n\n        More of it.\n\n    b: The second.",
    is: { prose: ["Do it."], parameters: { a: "The first. More of it.", b: "The second." } },
  },
  "Google's with text at the entries' indentation": {
    text: "Do it.\n\nArgs:\n    a: The first,\n    and more of it: like this.\n    b:",
    is: { prose: ["Do it."], parameters: { a: "The first, and more of it: like this.", b: "" } },
  },
  "Google's ended by a paragraph that says when": {
    text: "Args:\n    a: The first.\n\n    Use when asked.\n\nExamples:\n    {}\n\nUse this tool when b.",
    is: { prose: ["Use when asked.", "Use this tool when b."], parameters: { a: "The first." }, examples: [["{}"]] },
  },
  "Google's with texts on the heading's line": {
    text: 'Do it.\n\nReturns: Nothing.\n\nWhen: somebody asks.\n\nExample: {"a": 1}',
    is: { prose: ["Do it."], when: "somebody asks.", examples: [['{"a": 1}']] },
  },
  "NumPy's": {
    text: "Do it.\n\nParameters\n----------\na : int\n    The first.\n\n    More.\nb, *c : {'x', 'y'}, optional\n    The others.\nd\n    The last.\n\nReturns\n-------\nint\n    Nothing.\n\nNotes\n-----\nProse.\n\nAttributes\n==========\ne : int\n    An attribute.",
    is: {
      prose: ["Do it.", "Notes", "Prose."],
      parameters: { a: "The first. More.", b: "The others.", c: "The others.", d: "The last." },
      attributes: { e: "An attribute." },
    },
  },
  "NumPy's ended by prose": {
    text: "Parameters\n----------\na : int\n    The first.\n\nAnd then some prose.\n\nExamples\n--------\n{}",
    is: { prose: ["And then some prose."], parameters: { a: "The first." }, examples: [["{}"]] },
  },
  "Sphinx's": {
    text: "Do it.\n\n:param a: The first,\n    and more: of it.\n:param int b: The second.\n:type b: int\n:raises ValueError: never\n:returns: Nothing.\n\nMore.",
    is: { prose: ["Do it.", "More."], parameters: { a: "The first, and more: of it.", b: "The second." } },
  },
  "Sphinx's in other words": {
    text: "Do it.\n:arg a: The first.\n:keyword b: The second.\n:ivar c: An attribute.\n:class:`X` is prose.",
    is: {
      prose: ["Do it.", ":class:`X` is prose."],
      parameters: { a: "The first.", b: "The second." },
      attributes: { c: "An attribute." },
    },
  },
  mixed: {
    text: "Do it.\n\n:param a: The first.\n\nArgs:\n    b: The second.\n\nParameters\n----------\nc\n    The third.",
    is: { prose: ["Do it."], parameters: { a: "The first.", b: "The second.", c: "The third." } },
  },
  "with lists": {
    text: "Do it:\n- this\n- that\n  too\n\n- and those\n\nUse when:\n\n1. one\n2. two",
    is: { prose: ["Do it:", ["- this - that too - and those"], "Use when:", ["1. one 2. two"]] },
  },
  "with a when section of several lines": {
    text: "Do it.\n\nWhen:\n    one:\n    - a\n\n    two",
    is: { prose: ["Do it."], when: "one: - a two" },
  },
  "with examples in fences": {
    text: 'Do it.\n\nExamples:\n    <caption>One</caption>\n    ```json\n    {"a": 1}\n    ```\n\n    {\n      "b": 2\n    }\n\nExample:\n    {}',
    is: { prose: ["Do it."], examples: [['{"a": 1}', "", "{", '"b": 2', "}"], ["{}"]] },
  },
  "with words that look like headings": {
    text: "Do it. Args: none.\n\nWarning: this is prose.\n\nThe following:\n    stays prose.",
    is: { prose: ["Do it. Args: none.", "Warning: this is prose.", "The following: stays prose."] },
  },
};

describe("a docstring", () => {
  for (const [title, { text, is }] of Object.entries(STYLES))
    it(`that is ${title} is taken apart`, async () => {
      assert.deepEqual(shown(await docOf(`    """${indented(text).trimStart()}\n    """`)), is);
      assert.deepEqual(shown(await docOf(`    """\n${indented(text)}\n    """`)), is, "the same below the quotes");
      const windows = `    """\n${indented(text)}\n    """`.replaceAll("\n", "\r\n");
      assert.deepEqual(shown(await docOf(windows)), is, "the same with other line ends");
      const tabs = `    """\n${indented(text).replaceAll("    ", "\t")}\n    """`;
      assert.deepEqual(shown(await docOf(tabs)), is, "the same with tabs");
    });

  it("of nothing but space is empty", async () => {
    assert.equal((await docOf('    """  \n\n    """')).isEmpty, true);
    assert.equal((await docOf('    """x"""')).isEmpty, false);
  });

  it("that is no plain text is none", async () => {
    for (const literal of ['    f"""Do it."""', '    b"""Do it."""', "    pass", '    x = """Do it."""']) {
      const { model } = await reading.read(`@tool\ndef f():\n${literal}\n`);
      assert.equal(model.tools[0]?.doc, undefined, literal);
    }
  });
});

describe("a line of a docstring has its place", () => {
  const PLACES: readonly (readonly [title: string, literal: string, places: readonly string[]])[] = [
    ["below each other", '    """One.\n\n    Two.\n      """', ["3:8", "5:5"]],
    ["in single quotes", "    'One.\\n\\nTwo.'", ["3:6", "3:14"]],
    ["in a raw text", '    r"""One \\n.\n\n    Two."""', ["3:9", "5:5"]],
    ["after a continued line", '    """One \\\n      more.\n\n    Two."""', ["3:8", "6:5"]],
    ["in joined texts", "    'One.\\n\\n' \\\n    'Two.'", ["3:6", "4:6"]],
    ["behind characters beyond ASCII", '    """Öne 🎈.\n\n    🎈 Two."""', ["3:8", "5:5"]],
    ["after escapes", '    """One \\" \\\\ \\x41.\n\n    Two."""', ["3:8", "5:5"]],
  ];
  for (const [title, literal, places] of PLACES)
    it(title, async () => {
      const doc = await docOf(literal);
      assert.deepEqual(
        doc.prose.map((one) => `${one.lines[0]?.span.line}:${one.lines[0]?.span.column}`),
        places,
      );
    });
});
