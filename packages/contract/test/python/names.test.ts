// Which names are Haft's, which are the module's own, and what the modules of a folder know of each other.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { pythonReading } from "./reading.ts";

const reading = pythonReading();

const DOC = `    """F.

    Use when f.
    """`;

/** Which functions are tools, for ways to reach the decorators. */
const REACHED: readonly (readonly [title: string, source: string, tools: readonly string[]])[] = [
  ["the injected name", "@tool\ndef f(): ...", ["f"]],
  ["the injected name of primer", "@primer_tool(timeout_seconds=1)\ndef f(): ...", ["f"]],
  ["an import", "from haft import tool\n@tool\ndef f(): ...", ["f"]],
  ["an import under another name", "from haft import tool as t\n@t()\ndef f(): ...", ["f"]],
  ["the module", "import haft\n@haft.tool\ndef f(): ...", ["f"]],
  ["the module under another name", "import haft as h\n@h.tool()\ndef f(): ...", ["f"]],
  ["an import of everything", "from haft import *\n@tool\ndef f(): ...", ["f"]],
  ["an import of everything from elsewhere", "from math import *\n@tool\ndef f(): ...", ["f"]],
  [
    "an import under try",
    "try:\n    from haft import tool\nexcept ImportError:\n    tool = None\n@tool\ndef f(): ...",
    ["f"],
  ],
  ["a name that is assigned to it", "import haft\nmine = haft.tool\n@mine\ndef f(): ...", ["f"]],
  ["a name that is assigned twice", "import haft\nmine = haft.tool\nmine = print\n@mine\ndef f(): ...", []],
  ["names that are assigned in a circle", "a = b\nb = a\n@a\ndef f(): ...", []],
  [
    "an import with a stand-in",
    "try:\n    from haft import tool\nexcept ImportError:\n    def tool(f): return f\n@tool\ndef f(): ...",
    ["f"],
  ],
  ["an import that the module then replaces", "from haft import tool\ndef tool(f): return f\n@tool\ndef f(): ...", []],
  ["another decorator beside it", "import functools\n@functools.cache\n@tool\n@other\ndef f(): ...", ["f"]],
  ["a name that the module imports from elsewhere", "from langchain_core.tools import tool\n@tool\ndef f(): ...", []],
  ["a name that the module defines", "def tool(f): return f\n@tool\ndef f(): ...", []],
  ["a name that the module assigns", "tool = print\n@tool\ndef f(): ...", []],
  ["a name that a loop binds", "for tool in []: pass\n@tool\ndef f(): ...", []],
  ["a name that with binds", "with open('x') as tool: pass\n@tool\ndef f(): ...", []],
  ["a name that is an attribute of something else", "import tools\n@tools.tool\ndef f(): ...", []],
  ["the name of another library in the module", "import haft\n@haft.other\ndef f(): ...", []],
];

describe("a decorator reached through", () => {
  for (const [title, source, tools] of REACHED)
    it(`${title} makes ${tools.length === 0 ? "no tool" : "a tool"}`, async () => {
      const { model } = await reading.read(`${source}\n`);
      assert.deepEqual(
        model.tools.map((tool) => tool.name),
        tools,
      );
    });
});

describe("the form of a module", () => {
  const FORMS: readonly (readonly [source: string, form: string])[] = [
    ["from plnt import ToolContext, tool\n@tool\ndef f(): ...", "plnt"],
    ["import plnt\n@plnt.tool\ndef f(): ...", "plnt"],
    ["from plnt import ToolContext\n@tool\ndef f(): ...", "plnt"],
    ["from haft import tool\n@tool\ndef f(): ...", "strict"],
    ["from haft import tool\nfrom plnt import ToolContext\n@tool\ndef f(): ...", "strict"],
    ["@tool\ndef f(): ...", "strict"],
  ];
  for (const [source, form] of FORMS)
    it(`of ${JSON.stringify(source.split("\n")[0])} is ${form}`, async () => {
      const { model } = await reading.read(`${source}\n`);
      assert.equal(model.tools[0]?.form, form);
    });
});

/** Modules that offer one type, and ways to import it: all must come to the same. */
const SIBLINGS = {
  "shapes.py":
    "from typing import Literal\nfrom _more import Deep\nclass Circle:\n    class Kind: ...\nKind = Literal['a', 'b']\n_Private = int\nLIMIT = 7\n",
  "_more.py": "import shapes\nDeep = list[int]\n",
  "unused.py": "import shapes\n",
  "broken.py": "def (\n",
};

function using(imports: string, annotation: string, fallback = ""): string {
  return `${imports}\n@tool\ndef f(a: ${annotation}${fallback}) -> None:\n    """F.\n\n    Use when f.\n\n    Args:\n        a: A.\n    """\n`;
}

describe("a type of a sibling", () => {
  for (const [imports, name] of [
    ["import shapes", "shapes.Kind"],
    ["import shapes as s", "s.Kind"],
    ["from shapes import Kind", "Kind"],
    ["from shapes import Kind as K", "K"],
    ["from shapes import *", "Kind"],
    ["from .shapes import Kind", "Kind"],
    ["from . import shapes", "shapes.Kind"],
    ["if TYPE_CHECKING:\n    from shapes import Kind", "'Kind'"],
  ] as const)
    it(`is found by ${JSON.stringify(imports)}`, async () => {
      const { codes, result, imports: files } = await reading.read(using(imports, name), SIBLINGS);
      assert.deepEqual(codes, []);
      assert.deepEqual(result.tools[0]?.inputSchema.properties, {
        a: { type: "string", enum: ["a", "b"], description: "A." },
      });
      assert.deepEqual(files, ["_more.py", "shapes.py"]);
    });

  it("is found through another sibling", async () => {
    const { codes } = await reading.read(using("from shapes import Deep", "Deep"), SIBLINGS);
    assert.deepEqual(codes, []);
  });

  it("with an underscore is not among everything", async () => {
    const { codes } = await reading.read(using("from shapes import *", "_Private"), SIBLINGS);
    assert.deepEqual(codes, ["HAFT308:3:a"]);
  });

  it("that does not exist is said with the file's name", async () => {
    const { result } = await reading.read(using("from shapes import Square", "Square"), SIBLINGS);
    assert.equal(result.diagnostics[0]?.code, "HAFT308");
    assert.match(result.diagnostics[0]?.hint ?? "", /`shapes\.py` declares no `Square`\. Declare/);
  });

  it("that does not parse is said with the file's name", async () => {
    const { result, imports } = await reading.read(using("from broken import X", "X"), SIBLINGS);
    assert.match(result.diagnostics[0]?.hint ?? "", /`broken\.py` does not parse/);
    assert.deepEqual(imports, ["broken.py"]);
  });

  it("gives constants as defaults", async () => {
    const { result } = await reading.read(using("import shapes", "int", " = shapes.LIMIT"), SIBLINGS);
    const properties = result.tools[0]?.inputSchema.properties as Record<string, Record<string, unknown>>;
    assert.equal(properties.a?.default, 7);
  });

  it("names its module in the plan", async () => {
    const { result } = await reading.read(using("from things import Thing", "Thing"), {
      "things.py": "from dataclasses import dataclass\n@dataclass\nclass Thing:\n    x: int\n",
    });
    const parameter = result.plans[0]?.parameters[0];
    const shape = parameter?.passing === "keyword" ? parameter.shape : undefined;
    const record = shape?.kind === "ref" ? result.plans[0]?.definitions[shape.name] : shape;
    assert.deepEqual(record?.kind === "record" && record.class, { module: "things", name: "Thing" });
  });
});

describe("imports of siblings", () => {
  it("inside functions and classes count", async () => {
    const { imports } = await reading.read(
      `def g():\n    import shapes\nclass C:\n    def m(self):\n        def inner():\n            from unused import x\n`,
      SIBLINGS,
    );
    assert.deepEqual(imports, ["_more.py", "shapes.py", "unused.py"]);
  });

  it("of packages and parents do not", async () => {
    const { imports } = await reading.read("import httpx\nfrom .. import shapes\nfrom ..shapes import x\n", SIBLINGS);
    assert.deepEqual(imports, []);
  });
});

describe("a helper call", () => {
  const CALLS: readonly (readonly [title: string, body: string, helpers: readonly string[]])[] = [
    ["by its injected name", "return ask_user('?')", ["ask_user"]],
    ["awaited", "return await ask_user('?')", ["ask_user"]],
    ["of ctx", "return ctx.sleep_for(1)", ["sleep_for"]],
    ["of the module", "import haft\n    return haft.sleep_until('x')", ["sleep_until"]],
    ["under another name", "from haft import watch_files as w\n    return w('*')", ["watch_files"]],
    ["of a name that is assigned to it", "return pause(1)", ["sleep_for"]],
    ["passed on", "return list(wait_for_signal('k'))", ["wait_for_signal"]],
    ["in a comprehension", "return [ask_user(x) for x in 'ab']", ["ask_user"]],
    ["in a nested function", "def g():\n        return ask_user('?')\n    return g", []],
    ["in a lambda", "return lambda: ask_user('?')", []],
    ["of a local of that name", "ask_user = print\n    return ask_user('?')", []],
    ["of another object", "return bot.ask_user('?')", []],
    ["not called", "return ask_user", []],
  ];
  for (const [title, body, helpers] of CALLS)
    it(`${title} ${helpers.length === 0 ? "is none" : "is found"}`, async () => {
      const { model } = await reading.read(`pause = sleep_for\n@tool\nasync def f(bot, ctx):\n    ${body}\n`);
      assert.deepEqual(
        model.tools[0]?.helperCalls.map((call) => call.helper),
        helpers,
      );
    });

  const DROPPED: readonly (readonly [statement: string, dropped: boolean])[] = [
    ["ask_user('?')", true],
    ["await ask_user('?')", true],
    ["x and ask_user('?')", true],
    ["ask_user('?') and x", false],
    ["ask_user('?') if x else None", true],
    ["None if ask_user('?') else None", false],
    ["x = ask_user('?')", false],
    ["print(ask_user('?'))", false],
    ["return ask_user('?')", false],
    ["return await ask_user('?')", false],
    ["if x:\n        for y in x:\n            ask_user('?')", true],
  ];
  for (const [statement, dropped] of DROPPED)
    it(`in ${JSON.stringify(statement)} is ${dropped ? "dropped" : "kept"}`, async () => {
      const { model } = await reading.read(`@tool\nasync def f(x):\n    ${statement}\n`);
      assert.deepEqual(
        model.tools[0]?.helperCalls.map((call) => call.dropped),
        [dropped],
      );
    });
});

describe("a decorated function that is not at module level", () => {
  const INNER: readonly (readonly [title: string, source: string, line: number])[] = [
    ["in a class", "class A:\n    @tool\n    def f(self): ...", 3],
    ["in a class in a class", "class A:\n    class B:\n        @tool\n        def f(self): ...", 4],
    ["in a function", "def g():\n    @tool\n    def f(): ...", 3],
    ["in a method", "class A:\n    def g(self):\n        @tool\n        def f(): ...", 4],
    ["in a function in a function", "def g():\n    def h():\n        @tool\n        def f(): ...", 4],
    ["under if", "if True:\n    @tool\n    def f(): ...", 3],
    ["under else", "if True:\n    pass\nelse:\n    @tool\n    def f(): ...", 5],
    ["under try", "try:\n    pass\nexcept E:\n    @tool\n    async def f(): ...", 5],
    ["under with", "with x:\n    @resumes(g)\n    def f(payload, meta): ...", 3],
  ];
  for (const [title, source, line] of INNER)
    it(`but ${title} is a fault and nothing else`, async () => {
      const { codes, model } = await reading.read(`${source}\n`);
      assert.deepEqual(codes, [`HAFT103:${line}`]);
      assert.deepEqual(model.tools, []);
    });
});

describe("a signature that no schema can describe", () => {
  for (const [title, source, line] of [
    ["a generator", "@tool\ndef f():\n    yield 1", 2],
    ["an asynchronous generator", "@tool\nasync def f():\n    yield 1", 2],
    ["a generator that yields from another", "@tool\ndef f():\n    x = yield from g()", 2],
    [
      "overloads",
      "from typing import overload\n@overload\ndef f(a: int): ...\n@overload\ndef f(a: str): ...\n@tool\ndef f(a): ...",
      3,
    ],
  ] as const)
    it(`is ${title}`, async () => {
      const { codes } = await reading.read(`${source}\n`);
      assert.deepEqual(codes, [`HAFT304:${line}`]);
    });

  it("is none where only a nested function yields", async () => {
    const { codes } = await reading.read(
      `@tool\ndef f():\n${DOC}\n    def g():\n        yield 1\n    return (x for x in g())\n`,
    );
    assert.deepEqual(codes, []);
  });
});

describe("a companion", () => {
  const TOOL = `@tool\ndef f():\n${DOC}\n    return ask_user('?')\n`;
  const COMPANIONS: readonly (readonly [source: string, codes: readonly string[]])[] = [
    [`${TOOL}@resumes(f)\ndef g(payload, meta): ...`, []],
    [`${TOOL}@resumes(f, on=["answer", "timeout"], idempotent=True)\ndef g(payload, meta, ctx): ...`, []],
    [`${TOOL}@resumes(f)\ndef g(payload, *, meta, ctx=None): ...`, []],
    [`${TOOL}@resumes(f)\ndef g(payload, meta, more): ...`, ["HAFT404:9"]],
    [`${TOOL}@resumes(f)\ndef g(meta, payload): ...`, ["HAFT404:9"]],
    [`${TOOL}@resumes(f)\ndef g(*args): ...`, ["HAFT404:9"]],
    [`${TOOL}@resumes("f")\ndef g(payload, meta): ...`, ["HAFT402:8", "HAFT405:2"]],
    [`${TOOL}@resumes()\ndef g(payload, meta): ...`, ["HAFT402:8", "HAFT405:2"]],
    [`${TOOL}@resumes\ndef g(payload, meta): ...`, ["HAFT402:8", "HAFT405:2"]],
    [`@resumes(f)\ndef g(payload, meta): ...\n${TOOL}`, ["HAFT406:1"]],
    [`${TOOL}@tool\n@resumes(f)\ndef g(payload, meta): ...`, ["HAFT407:9"]],
  ];
  for (const [source, codes] of COMPANIONS)
    it(`${JSON.stringify(source.split("\n").slice(-2).join(" "))} is ${codes.join(" and ") || "right"}`, async () => {
      const { codes: found } = await reading.read(`${source}\n`);
      assert.deepEqual(found.filter((code) => !/HAFT[23]/.test(code)).toSorted(), [...codes].toSorted());
    });
});

describe("what a sibling says", () => {
  it("follows the modules that it imports, though it has not changed itself", async () => {
    const kinds = "from enum import Enum\nfrom values import LOW\nclass Kind(Enum):\n    LOW = LOW\n";
    const values = async (low: string) => {
      const siblings = { "kinds.py": kinds, "values.py": `LOW = ${JSON.stringify(low)}\n` };
      const { result } = await reading.read(using("from kinds import Kind", "Kind"), siblings);
      const properties = result.tools[0]?.inputSchema.properties as Record<string, Record<string, unknown>>;
      return properties.a?.const;
    };
    assert.equal(await values("low"), "low");
    assert.equal(await values("lower"), "lower");
  });
});
