// A mistake is mended from its message alone: it names the tool, the parameter and what was found; the hint says what to
// write, with the author's own names.

import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { createReader } from "../../src/read/create-reader.ts";

const reader = createReader();
after(() => reader[Symbol.asyncDispose]());

interface Mistake {
  readonly title: string;
  readonly source: string;
  readonly code: string;
  readonly message: RegExp;
  readonly hint: RegExp;
}

/** A Python tool with one parameter `size`. */
function python(
  parts: { head?: string; parameter?: string; doc?: string; body?: string; option?: string } = {},
): string {
  const { head = "", parameter = "size: int", body = "return 1", option = "" } = parts;
  const doc = parts.doc ?? "Weigh it.\n\n    Use when it is heavy.\n\n    Args:\n        size: How big.";
  return `${head}\n@tool${option}\ndef weigh(${parameter}) -> int:\n    """${doc}\n    """\n    ${body}\n`;
}

const PYTHON: readonly Mistake[] = [
  {
    title: "a sentence that says when in other words is turned round",
    source: python({ doc: "Weigh it, whenever a parcel must be priced.\n\n    Args:\n        size: How big." }),
    code: "HAFT203",
    message: /`weigh` does not say when to use it/,
    hint: /"Use when a parcel must be priced\."/,
  },
  {
    title: "the summary is named where nothing says when",
    source: python({ doc: "Weigh the parcel.\n\n    Args:\n        size: How big." }),
    code: "HAFT203",
    message: /does not say when/,
    hint: /after "Weigh the parcel\." that begins with "Use when"/,
  },
  {
    title: "a parameter without a type gets one to paste",
    source: python({ parameter: "size" }),
    code: "HAFT301",
    message: /`weigh`: the parameter `size` has no type/,
    hint: /`size: str`/,
  },
  {
    title: "a parameter that was renamed is found again",
    source: python({ doc: "Weigh it. Use when heavy.\n\n    Args:\n        size: How big.\n        sise: How big." }),
    code: "HAFT205",
    message: /`weigh` documents `sise`, and there is no such parameter/,
    hint: /did you mean `size`\?/,
  },
  {
    title: "a call under the examples is shown as arguments",
    source: python({
      doc: "Weigh it. Use when heavy.\n\n    Args:\n        size: How big.\n\n    Examples:\n        >>> weigh(3)",
    }),
    code: "HAFT211",
    message: /`>>> weigh\(3\)` under its examples is not a JSON object/,
    hint: /\{"size":3\}/,
  },
  {
    title: "an example with a misspelt argument names the nearest",
    source: python({
      doc: 'Weigh it. Use when heavy.\n\n    Args:\n        size: How big.\n\n    Examples:\n        {"sizes": 3}',
    }),
    code: "HAFT212",
    message: /there is no argument `sizes`; did you mean `size`\?|the argument `size` \(a whole number\) is missing/,
    hint: /correct the example/,
  },
  {
    title: "a default that contradicts says what is expected",
    source: python({ parameter: 'size: int = "big"' }),
    code: "HAFT305",
    message: /the default "big", which contradicts its type: expected a whole number/,
    hint: /change the default `"big"` or the type/,
  },
  {
    title: "a default inside a record is told with its path",
    source: python({
      head: 'from dataclasses import dataclass\n\n@dataclass\nclass Box:\n    depth: int = "deep"\n',
      parameter: "size: list[Box]",
    }),
    code: "HAFT305",
    message: /the parameter `size` has at `\[\]\.depth` the default "deep"/,
    hint: /`"deep"`/,
  },
  {
    title: "a type inside a type is told with its path",
    source: python({
      head: "from dataclasses import dataclass\nfrom typing import Callable\n\n@dataclass\nclass Box:\n    open: Callable\n",
      parameter: "size: dict[str, Box]",
    }),
    code: "HAFT302",
    message: /the parameter `size` holds at `\{\}\.open` the type `Callable`, which is not data/,
    hint: /./,
  },
  {
    title: "a variadic parameter becomes a list",
    source: python({ parameter: "*size: int" }),
    code: "HAFT303",
    message: /`size` takes any number of arguments/,
    hint: /`size: list\[str\]`/,
  },
  {
    title: "an option in the other language's spelling",
    source: python({ option: "(timeoutSeconds=3)" }),
    code: "HAFT501",
    message: /`weigh` has no option `timeoutSeconds`/,
    hint: /did you mean `timeout_seconds`\?/,
  },
  {
    title: "an option that is shorter than its name",
    source: python({ option: "(timeout=3)" }),
    code: "HAFT501",
    message: /no option `timeout`/,
    hint: /did you mean `timeout_seconds`\?/,
  },
  {
    title: "one label instead of a list",
    source: python({ option: '(capabilities="parcel:read")' }),
    code: "HAFT503",
    message: /`capabilities` is `"parcel:read"`, which is not a list of texts/,
    hint: /`capabilities=\["parcel:read"\]`/,
  },
  {
    title: "a time-out that is computed",
    source: python({ option: "(timeout_seconds=60 * 2)" }),
    code: "HAFT502",
    message: /`timeout_seconds` is `60 \* 2`, which is not a number literal/,
    hint: /write the value itself in place of `60 \* 2`/,
  },
  {
    title: "a tool that waits gets its companion to paste",
    source: python({ body: 'return ask_user("How big?")' }),
    code: "HAFT405",
    message: /`weigh` waits \(`ask_user\(…\)`, line \d+\) and has no companion/,
    hint: /@resumes\(weigh\)\ndef _weigh_resume\(payload, meta\):\n {4}return payload$/,
  },
  {
    title: "a companion of a misspelt tool",
    source: `${python()}\n@resumes(wiegh)\ndef after(payload, meta):\n    return payload\n`,
    code: "HAFT401",
    message: /`@resumes\(wiegh\)`: `wiegh` is not a tool of this module/,
    hint: /did you mean `weigh`\?/,
  },
  {
    title: "a companion for other ends than there are",
    source: `${python({ body: 'return ask_user("?")' })}\n@resumes(weigh, on=["answered"])\ndef after(payload, meta):\n    return payload\n`,
    code: "HAFT503",
    message:
      /`resumes` of `weigh`: the option `on` is `\["answered"\]`, which is not a list of "answer", "timeout" and "cancel"/,
    hint: /`on=\["answer", "timeout"\]`/,
  },
  {
    title: "a name that no model takes",
    source: python({ option: '(name="weigh it")' }),
    code: "HAFT106",
    message: /`weigh it` is a name that models do not take/,
    hint: /`weigh_it`/,
  },
  {
    title: "a key of a map that is not text is told as a key",
    source: python({ parameter: "size: list[dict[float, int]]" }),
    code: "HAFT302",
    message: /`weigh`: the parameter `size` holds at `\[\]\{key\}` the type `float`, which is not data/,
    hint: /^keys are text in JSON: use `dict\[str, …\]`/,
  },
  {
    title: "a key of a map that cannot be resolved is told as a key",
    source: python({ parameter: "size: dict[Siz, int]" }),
    code: "HAFT308",
    message: /holds at `\{key\}` the type `Siz`/,
    hint: /declare `Siz`/,
  },
  {
    title: "a companion in a class is called one",
    source: `${python()}\nclass Scale:\n    @resumes(weigh)\n    def after(payload, meta):\n        return payload\n`,
    code: "HAFT103",
    message: /^`after` is decorated as a companion but stands inside the class `Scale`/,
    hint: /^move `def after\(…\)` to the top level/,
  },
  {
    title: "a companion with other parameters",
    source: `${python()}\n@resumes(weigh)\ndef after(answer):\n    return answer\n`,
    code: "HAFT404",
    message: /^`after`, the companion of `weigh`, takes `\(answer\)`$/,
    hint: /`def after\(payload, meta\):`/,
  },
  {
    title: "a default of None asks for a type that admits it",
    source: python({ parameter: "size=None" }),
    code: "HAFT301",
    message: /has no type/,
    hint: /`size: str \| None = None`/,
  },
  {
    title: "a second companion's own options are looked at as well",
    source: `${python()}${["one", "two"].map((name) => `\n@resumes(weigh, on=["${name === "one" ? "answer" : "later"}"])\ndef ${name}(payload, meta):\n    return payload\n`).join("")}`,
    code: "HAFT503",
    message: /`resumes` of `weigh`: the option `on` is `\["later"\]`/,
    hint: /`on=\["answer", "timeout"\]`/,
  },
  {
    title: "a name that is no tool's gets the tools by their names, without companions",
    source: `${python({ option: '(name="scales")' })}\n@tool\n@resumes(weigh)\ndef after(payload, meta):\n    return payload\n\n@resumes(elsewhere)\ndef other(payload, meta):\n    return payload\n`,
    code: "HAFT401",
    message: /`elsewhere` is not a tool of this module/,
    hint: /^its tools are `scales` \(the function `weigh`\)$/,
  },
];

/** A TypeScript tool with one parameter `size`. */
function typescript(
  parts: { head?: string; parameter?: string; tags?: string; doc?: string; body?: string } = {},
): string {
  const { head = "", parameter = "size: number", tags = "", body = "return 1;" } = parts;
  const doc = parts.doc ?? `Weigh it.\n *\n * Use when it is heavy.\n *\n * @param size - How big. ${tags}`;
  return `${head}/**\n * ${doc}\n */\nexport function weigh(${parameter}) {\n  ${body}\n}\n`;
}

const TYPESCRIPT: readonly Mistake[] = [
  {
    title: "a parameter that is not documented gets its tag",
    source: typescript({ doc: "Weigh it. Use when heavy." }),
    code: "HAFT204",
    message: /`weigh`: the parameter `size` is not documented/,
    hint: /`@param size - What it is\.`/,
  },
  {
    title: "a property of the one object gets its path",
    source: typescript({ doc: "Weigh it. Use when heavy.", parameter: "{ size }: { size: number }" }),
    code: "HAFT204",
    message: /the parameter `size` is not documented/,
    hint: /`@param input\.size - What it is\.`/,
  },
  {
    title: "a default that says too little",
    source: typescript({ parameter: "size = []" }),
    code: "HAFT301",
    message: /the parameter `size` has no type/,
    hint: /`size: string\[\] = \[\]`/,
  },
  {
    title: "a Map becomes a record",
    source: typescript({ parameter: "size: Map<string, number>" }),
    code: "HAFT302",
    message: /the type `Map<string, number>`, which is not data/,
    hint: /`Record<string, T>`/,
  },
  {
    title: "a constraint that fits nothing",
    source: typescript({ tags: "@minLength 3" }),
    code: "HAFT310",
    message: /the constraint `@minLength 3`: no part of the type takes it/,
    hint: /take `@minLength 3` out/,
  },
  {
    title: "a constraint that is malformed",
    source: typescript({ tags: "@minimum soon" }),
    code: "HAFT310",
    message: /the constraint `@minimum soon`: its value is a number/,
    hint: /correct or take out `@minimum soon`/,
  },
  {
    title: "a format that is misspelt",
    source: typescript({ parameter: "size: string", tags: "@format datetime" }),
    code: "HAFT310",
    message: /its value is a format of JSON Schema, perhaps `date-time`/,
    hint: /`@format datetime`/,
  },
  {
    title: "a wait that is dropped",
    source: `import { askUser, resumes } from "haft";\n${typescript({ body: 'askUser("?");' })}resumes(weigh, (payload) => payload);\n`,
    code: "HAFT408",
    message: /`weigh`: the wait of `askUser\(…\)` is not returned/,
    hint: /`return askUser\(…\)`/,
  },
  {
    title: "options for a function that is not exported",
    source: `import { tool } from "haft";\n${typescript()}function hidden() {}\ntool(hidden, { readOnly: true });\n`,
    code: "HAFT504",
    message: /`tool\(hidden, …\)`: `hidden` is not a tool of this module/,
    hint: /`weigh`/,
  },
  {
    title: "a function that is a tool twice is listed once by each name, and companions are not",
    source: `import { resumes, tool } from "haft";\n${typescript()}export { weigh as lift };\nexport { weigh as raise };\nexport function after(payload: unknown) {\n  return payload;\n}\nresumes(weigh, after);\ntool(hidden, { readOnly: true });\nfunction hidden() {}\n`,
    code: "HAFT504",
    message: /`hidden` is not a tool/,
    hint: /^its tools are `weigh`, `lift` \(the function `weigh`\), `raise` \(the function `weigh`\)$/,
  },
  {
    title: "a companion in place that has too many parameters",
    source: `import { resumes } from "haft";\n${typescript()}resumes(weigh, (a, b, c, d) => [a, b, c, d]);\n`,
    code: "HAFT404",
    message: /^the companion of `weigh` takes 4 parameters$/,
    hint: /`\(payload, meta\) => …`/,
  },
  {
    title: "a companion that is not there",
    source: `import { resumes } from "haft";\n${typescript()}resumes(weigh);\n`,
    code: "HAFT404",
    message: /^the companion of `weigh` is missing$/,
    hint: /takes the payload/,
  },
  {
    title: "a companion that is a value",
    source: `import { resumes } from "haft";\n${typescript()}resumes(weigh, 3);\n`,
    code: "HAFT404",
    message: /^the companion of `weigh` is `3`, which is not a function of this module$/,
    hint: /takes the payload/,
  },
  {
    title: "a companion that is something else",
    source: `import { resumes } from "haft";\n${typescript()}const after = 3;\nresumes(weigh, after);\n`,
    code: "HAFT404",
    message: /^`after`, the companion of `weigh`, is not a function of this module$/,
    hint: /takes the payload/,
  },
  {
    title: "a default of null asks for a type that admits it",
    source: typescript({ parameter: "size = null" }),
    code: "HAFT301",
    message: /has no type/,
    hint: /`size: string \| null = null`/,
  },
  {
    title: "a tag inside a line is told to be text",
    source:
      "/** Weigh it. Use when heavy. @param size - How big. */\nexport function weigh(size: number) {\n  return size;\n}\n",
    code: "HAFT204",
    message: /`weigh`: the parameter `size` is not documented/,
    hint: /^put `@param size - …` on a line of its own/,
  },
  {
    title: "a call with the one object that a tool takes apart is shown as its arguments",
    source: typescript({
      parameter: "{ size }: { size: number }",
      doc: "Weigh it. Use when heavy.\n * @param size - How big.\n * @example\n * weigh({ size: 3 })",
    }),
    code: "HAFT211",
    message: /`weigh\(\{ size: 3 \}\)` under its examples/,
    hint: /: \{"size":3\}$/,
  },
  {
    title: "a documented path that leads nowhere",
    source: typescript({
      doc: "Weigh it. Use when heavy.\n * @param size - How big.\n * @param size.depht - How deep.",
      parameter: "size: { depth: number }",
    }),
    code: "HAFT205",
    message: /the parameter `size` has no property `depht`/,
    hint: /`size\.depht`/,
  },
];

describe("messages", () => {
  for (const [language, file, mistakes] of [
    ["python", "weigh.py", PYTHON],
    ["typescript", "weigh.tools.ts", TYPESCRIPT],
  ] as const)
    for (const { title, source, code, message, hint } of mistakes)
      it(`in ${language}: ${title}`, async () => {
        const { diagnostics } = await reader.read({ language, file, text: source });
        const found = diagnostics.filter((one) => one.code === code);
        assert.equal(found.length, 1, JSON.stringify(diagnostics, null, 1));
        assert.match(found[0]?.message ?? "", message);
        assert.match(found[0]?.hint ?? "", hint);
      });

  it("of a default export without a name are one: that it has none", async () => {
    const text = "export default function (size, more: Map<string, Date>) {\n  return size;\n}\n";
    const { diagnostics } = await reader.read({ language: "typescript", file: "weigh.tools.ts", text });
    assert.deepEqual(
      diagnostics.map(({ code }) => code),
      ["HAFT106"],
    );
  });

  it("of a mistake that is mended as the hint says do not lead to another", async () => {
    for (const parameter of ["size = null", "size = []", "size = {}", 'size = ("a")']) {
      const { diagnostics } = await reader.read({
        language: "typescript",
        file: "weigh.tools.ts",
        text: typescript({ parameter }),
      });
      const [, written] = /`(.*)`$/.exec(diagnostics.find(({ code }) => code === "HAFT301")?.hint ?? "") ?? [];
      const mended = typescript({ parameter: written ?? parameter });
      const { diagnostics: left } = await reader.read({ language: "typescript", file: "weigh.tools.ts", text: mended });
      assert.deepEqual(left, [], mended);
    }
  });
});
