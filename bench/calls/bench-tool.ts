// The tools that calls are measured with, read and built as ever: the same small function in both languages, and one in
// Python that asks a question.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createReader, type ToolDescriptor } from "@haft/contract";
import type { ToolsetImage } from "@haft/sandbox";
import { type BuiltModule, buildToolset } from "../../packages/haft/src/toolsets/built-toolset.ts";
import { locate } from "../../packages/haft/src/toolsets/locate.ts";
import { readToolset } from "../../packages/haft/src/toolsets/read-toolset.ts";

const SOURCES = {
  asking: {
    language: "python",
    file: "bench.py",
    text: `@tool\ndef ask() -> str:\n    """Ask a person.\n\n    Use when only a person can know.\n    """\n    return ask_user("Go on?")\n\n\n@resumes(ask)\ndef answered(payload, meta):\n    return payload["response"]\n`,
  },
  python: {
    language: "python",
    file: "bench.py",
    text: `@tool\ndef add(a: int, b: int) -> int:\n    """Add two numbers.\n\n    Use when a sum is wanted.\n\n    Args:\n        a: First.\n        b: Second.\n    """\n    return a + b\n`,
  },
  typescript: {
    language: "typescript",
    file: "bench.tools.ts",
    text: "/**\n * Add two numbers.\n *\n * Use when a sum is wanted.\n *\n * @param a - First. @integer\n * @param b - Second. @integer\n */\nexport function add(a: number, b: number): number {\n  return a + b;\n}\n",
  },
} as const;

/** A tool that is ready to be called. */
export interface BenchTool {
  readonly language: "python" | "typescript";
  readonly text: string;
  readonly descriptor: ToolDescriptor;
  readonly module: BuiltModule;
  image(changes?: Partial<ToolsetImage>): ToolsetImage;
}

/** Reads and builds a tool: the one of a language that adds two numbers, or the one that asks. */
export async function benchTool(name: keyof typeof SOURCES): Promise<BenchTool> {
  const { language, file, text } = SOURCES[name];
  const folder = mkdtempSync(join(tmpdir(), "haft-bench-"));
  try {
    writeFileSync(join(folder, file), text);
    await using reader = createReader({});
    const toolset = await readToolset(reader, locate(file, folder), {});
    const [module] = (await buildToolset(toolset)).modules;
    const [descriptor] = module?.tools ?? [];
    if (module === undefined || descriptor === undefined)
      throw new Error(`the tool does not read: ${JSON.stringify(toolset.diagnostics)}`);
    return { language, text, descriptor, module, image: (changes = {}) => ({ ...imageOf(module), ...changes }) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function imageOf(module: BuiltModule): ToolsetImage {
  return {
    tenant: "local",
    toolset: "bench",
    version: "1",
    digest: module.digest,
    language: module.language,
    files: module.files,
    entry: module.entry,
    file: module.file,
    plans: module.plans,
    async: false,
    environment: {},
    env: {},
    network: "none",
    subprocess: false,
    memoryMiB: 512,
    reuse: false,
    timeoutSeconds: 30,
  };
}
