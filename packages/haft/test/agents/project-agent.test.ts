// The agent of a bundle and of a project, from what lies in their folders.

import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { createReader } from "@haft/contract";
import type { AgentDefinition } from "@haft/engine";
import { withConfig } from "../../src/agents/instructions.ts";
import { projectAgent } from "../../src/agents/project-agent.ts";
import { skillOf } from "../../src/agents/skills.ts";
import { CommandError } from "../../src/session/command-error.ts";
import { loadAt } from "../../src/toolsets/open-toolsets.ts";

const TOOL = `
from haft import tool

@tool
def greet(name: str) -> str:
    """Greet someone.

    Args:
        name: Who.
    """
    return name
`;

const MANIFEST = `
[meta]
name = "desk"
version = "1.0.0"
description = "A desk."

[runtime]
tools = ["greet", "read_file"]
max_steps = 7
require_tool = "greet"
model_hint = "deep"

[budget]
tokens = 900
wall_seconds = 60
`;

async function agentOf(
  files: Readonly<Record<string, string>>,
  { config = {}, hasWorkspace = false } = {},
): Promise<AgentDefinition> {
  const folder = await mkdtemp(join(tmpdir(), "haft-agent-"));
  try {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    await using reader = createReader({});
    return await projectAgent(await loadAt(reader, folder, {}), config, hasWorkspace);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test("a bundle's agent has its slug, what it lists, its limits, its prompt with the config in it, and its skills", async () => {
  const agent = await agentOf(
    {
      "haft.toml": MANIFEST,
      "prompt.md": "Sign as {{config.name}}.",
      "tools/greet.py": TOOL,
      "skills/letters.md": "---\nname: letters\ndescription: How letters are written.\n---\n\nBriefly.\n",
    },
    { config: { name: "Ada" } },
  );
  assert.deepEqual(agent, {
    id: "desk",
    instructions: "Sign as Ada.",
    model: "deep",
    tools: [
      { toolset: "desk", tools: ["greet"] },
      { toolset: "builtin", tools: ["read_file", "load_skill"] },
    ],
    skills: [{ name: "letters", description: "How letters are written.", text: "Briefly.\n" }],
    limits: { maxSteps: 7, requireTool: "greet", tokens: 900, wallSeconds: 60 },
  });
});

test("a project's agent is the default one, with every tool and those of the workspace where there is one", async () => {
  for (const hasWorkspace of [true, false]) {
    const agent = await agentOf({ "tools/greet.py": TOOL, "agent.md": "Be brief." }, { hasWorkspace });
    const tools = hasWorkspace ? ["all", ["list_files", "read_file"]] : ["all"];
    assert.deepEqual(
      { ...agent, tools: agent.tools.map(({ tools }) => tools ?? "all") },
      { id: "default", instructions: "Be brief.", model: "default", tools },
    );
  }
});

const SKILLS = [
  ["---\nname: a\ndescription: b\n---\nText", { name: "a", description: "b", text: "Text" }],
  ["# Title\n\nText", { name: "file", description: "Title", text: "# Title\n\nText" }],
  ["---\ndescription: 'a: b'\n---\nText", { name: "file", description: "a: b", text: "Text" }],
] as const;

for (const [text, skill] of SKILLS) {
  test(`a skill that reads ${JSON.stringify(text)} is ${skill.name}`, async () => {
    assert.deepEqual(await skillOf("file.md", text), skill);
  });
}

test("a skill whose front matter does not parse is told by its file", async () => {
  await assert.rejects(
    skillOf("file.md", "---\nname: [\n---\nText"),
    (error) =>
      error instanceof CommandError && error.message.startsWith("skills/file.md: its front matter does not parse"),
  );
});

test("a prompt that uses a config value which is not there says how to give it", () => {
  assert.equal(withConfig("{{config.a.b}} and {{ config.n }}", "prompt.md", { a: { b: "x" }, n: 3 }), "x and 3");
  assert.throws(
    () => withConfig("{{config.nam}}", "prompt.md", {}),
    (error) =>
      error instanceof CommandError &&
      error.message === "prompt.md uses {{config.nam}}, and the config has no `nam`" &&
      error.hint === "give it: --config nam=…",
  );
});
