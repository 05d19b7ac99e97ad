// The skills of a bundle: texts with a name and a description in front, given to a model when it asks for one.

import { existsSync } from "node:fs";
import { readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { Skill } from "@haft/engine";
import { CommandError } from "../session/command-error.ts";
import { readSourceFile } from "../toolsets/source-file.ts";

const FRONT = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?/;

/** Every `skills/*.md` of a bundle or project, by name. Rejects with `invalid_skill`, naming the file. */
export async function readSkills(root: string): Promise<readonly Skill[]> {
  const folder = join(root, "skills");
  if (!existsSync(folder)) return [];
  const names = (await readdir(folder)).filter((name) => name.endsWith(".md")).sort();
  const base = await realpath(root);
  return Promise.all(
    names.map(async (name) => {
      const text = await readSourceFile(join(folder, name), base);
      if (typeof text !== "string") throw invalid(name, text.problem, text.hint);
      return skillOf(name, text);
    }),
  );
}

/** A skill from its file. Without front matter it is named as its file, and its first line describes it. */
export async function skillOf(file: string, text: string): Promise<Skill> {
  const bare = file.replace(/\.md$/, "");
  const front = FRONT.exec(text);
  if (front === null) return { name: bare, description: firstLine(text), text };
  const fields = await fieldsOf(file, front[1] ?? "");
  const body = text.slice(front[0].length).trimStart();
  const name = typeof fields.name === "string" ? fields.name : bare;
  const description = typeof fields.description === "string" ? fields.description : firstLine(body);
  return { name, description, text: body };
}

async function fieldsOf(file: string, text: string): Promise<Record<string, unknown>> {
  // Loaded with the first skill that needs it: it is a tenth of what a call of a tool would load otherwise.
  const { parse } = await import("yaml");
  try {
    const fields: unknown = parse(text);
    if (typeof fields === "object" && fields !== null && !Array.isArray(fields)) return { ...fields };
    throw new Error("it is no mapping of names to values");
  } catch (error) {
    const why = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
    throw invalid(
      file,
      `its front matter does not parse: ${why}`,
      "write `name: …` and `description: …` between two lines of ---",
    );
  }
}

function firstLine(text: string): string {
  return (text.trimStart().split("\n")[0] ?? "").replace(/^#+\s*/, "");
}

function invalid(file: string, problem: string, hint: string): CommandError {
  return new CommandError("invalid_skill", `skills/${file}: ${problem}`, { hint });
}
