import assert from "node:assert/strict";
import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { test } from "node:test";
import { type JsonSchema, nearest, type ToolDescriptor } from "@haft/contract";
import { type ArgumentFlags, readArguments } from "../../src/cli/call-arguments.ts";
import { CommandError } from "../../src/session/command-error.ts";
import { surroundingsIn } from "./surroundings.ts";

function toolWith(
  properties: Readonly<Record<string, JsonSchema>>,
  more: JsonSchema = { additionalProperties: false },
): ToolDescriptor {
  return {
    name: "send",
    description: "Send.",
    inputSchema: { type: "object", properties, ...more },
    examples: [],
    yields: false,
    timeoutSeconds: 30,
    capabilities: [],
    approval: { required: false },
    annotations: {},
    language: "python",
    function: "send",
    takesContext: false,
    location: { file: "send.py", line: 1, endLine: 2 },
  };
}

async function argumentsOf(flags: ArgumentFlags, tool: ToolDescriptor, folder = "/", input = ""): Promise<unknown> {
  const { surroundings } = surroundingsIn(folder, { stdin: Readable.from([input]) });
  return (await readArguments(flags, surroundings, nearest, "my tools/desk.py"))(tool);
}

function refusal(type: string, ...parts: readonly string[]): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof CommandError, String(error));
    assert.equal(error.type, type);
    assert.equal(error.usage, true);
    const told = `${error.message}\n${error.hint}`;
    for (const part of parts) assert.ok(told.includes(part), `${part} is not in: ${told}`);
    return true;
  };
}

const tool = toolWith({
  name: { type: "string" },
  times: { type: "integer" },
  tags: { type: "array", items: { type: "string" } },
  data: { type: "string", contentEncoding: "base64" },
});

test("each argument is read by its schema, and a list is given item by item or at once", async () => {
  assert.deepEqual(await argumentsOf({ arg: ["name=a=b", "times=2", "tags=x", "tags=y"] }, tool), {
    name: "a=b",
    times: 2,
    tags: ["x", "y"],
  });
  assert.deepEqual(await argumentsOf({ arg: ['tags=["x", "y"]'] }, tool), { tags: ["x", "y"] });
  assert.deepEqual(await argumentsOf({ arg: ["name="] }, tool), { name: "" });
});

test("arguments given one by one replace those given at once", async () => {
  const flags = { args: '{"name": "a", "times": 1}', arg: ["times=2"] };
  assert.deepEqual(await argumentsOf(flags, tool), { name: "a", times: 2 });
});

test("an argument may be the content of a file, its bytes where the schema asks for base64", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "haft-arguments-"));
  await writeFile(join(folder.path, "note.txt"), "héllo\n");
  const flags = { arg: ["name=@note.txt", "data=@note.txt"] };
  assert.deepEqual(await argumentsOf(flags, tool, folder.path), { name: "héllo\n", data: "aMOpbGxvCg==" });
  assert.deepEqual(await argumentsOf({ arg: ["name=@@ada"] }, tool), { name: "@ada" });
  await writeFile(join(folder.path, "all.json"), '{"name": "b"}');
  assert.deepEqual(await argumentsOf({ args: "@all.json" }, tool, folder.path), { name: "b" });
});

test("all arguments may come from standard input", async () => {
  assert.deepEqual(await argumentsOf({ args: "-" }, tool, "/", '{"name": "c"}'), { name: "c" });
});

test("a tool whose schema is open takes other names, too", async () => {
  assert.deepEqual(await argumentsOf({ arg: ["more=[1]"] }, toolWith({}, {})), { more: [1] });
});

const refused: readonly [title: string, flags: ArgumentFlags, type: string, parts: readonly string[]][] = [
  [
    "an unknown name, with the nearest",
    { arg: ["nmae=x"] },
    "unknown_argument",
    ["send", "nmae", "name, times", "--arg name="],
  ],
  ["text without a name", { arg: ["x"] }, "usage", ["NAME=VALUE", '"x"']],
  ["a number in words", { arg: ["times=two"] }, "invalid_arguments", ["times", "send", "whole number", "two"]],
  ["two values for one", { arg: ["name=a", "name=b"] }, "invalid_arguments", ["name", "one value", "2"]],
  ["single quotes", { args: "{'name': 'x'}" }, "not_json", ["--args", "line 1, column 2", "double quotes"]],
  ["the place on a later line", { args: '{\n  "name": x}' }, "not_json", ["line 2, column 11"]],
  ["a name that stands twice", { args: '{"name": "a", "name": "b"}' }, "not_json", ['"name"', "twice"]],
  ["a list of arguments", { args: '["x"]' }, "not_json", ["JSON object", "list"]],
  ["nothing", { args: "" }, "not_json", ["line 1, column 1"]],
  ["a file that is not there", { arg: ["name=@missing.txt"] }, "not_found", ["@missing.txt"]],
];

for (const [title, flags, type, parts] of refused) {
  test(`refused with what to write instead: ${title}`, async () => {
    await assert.rejects(argumentsOf(flags, tool), refusal(type, ...parts));
  });
}

test("quotes are advised where the form is wrong, and not where a value would be changed silently", async () => {
  for (const args of ["{name: Ada}", "{'name': 'Ada'}", '{"name": "Ada"', ""]) {
    await assert.rejects(argumentsOf({ args }, tool), refusal("not_json", "single quotes"));
  }
  for (const args of ['{"name": "a", "name": "b"}', '{"n": 9007199254740993}', '{"name": "\\ud800"}']) {
    await assert.rejects(argumentsOf({ args }, tool), (error: CommandError) => {
      assert.equal(error.type, "not_json");
      assert.doesNotMatch(error.hint ?? "", /quotes/);
      return /changed silently/.test(error.hint ?? "");
    });
  }
});

test("a hint at the arguments names the path that was typed", async () => {
  const hint = "haft tools 'my tools/desk.py' --schema";
  await assert.rejects(argumentsOf({ arg: ["xyzzy=1"] }, tool), refusal("unknown_argument", hint));
});
