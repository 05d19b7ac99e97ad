// Adds one tool to a project, from a scaffold that says the rules in its comments.

import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Language } from "@haft/contract";
import { CommandError } from "../session/command-error.ts";
import { scaffoldText } from "./template-files.ts";

/** What is asked for. */
export interface NewTool {
  readonly name: string;
  /** Absent: the language that the folder's tools are written in. */
  readonly language?: Language;
  /** Whether it waits, and so has a companion. */
  readonly waits: boolean;
}

const MANIFESTS = ["haft.toml", "skill.toml"];
const NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
/** Words that are no names of functions in either language, as far as somebody might try one. */
const KEYWORDS: Readonly<Record<Language, readonly string[]>> = {
  python:
    "and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield None True False tool resumes ask_user".split(
      " ",
    ),
  typescript:
    "break case catch class const continue debugger default delete do else enum export extends false finally for function if import in instanceof new null return super switch this throw true try typeof var void while with yield let static await tool resumes askUser".split(
      " ",
    ),
};

/** The file that was written, relative to the folder, and the manifest that a model sees no tool without. */
export interface AddedTool {
  readonly file: string;
  readonly manifest?: string;
}

/** Writes the file. Throws a `CommandError`; nothing is written then. */
export function addTool(folder: string, asked: NewTool): AddedTool {
  checkName(asked.name);
  const tools = toolsFolder(folder);
  const language = asked.language ?? languageOf(tools);
  if (KEYWORDS[language].includes(asked.name)) {
    throw new CommandError(
      "bad_name",
      `${asked.name} cannot name a function in ${language === "python" ? "Python" : "TypeScript"}`,
      {
        usage: true,
        hint: `choose another, for example my_${asked.name}`,
      },
    );
  }
  const ending = language === "python" ? "py" : "tools.ts";
  const path = join(tools, `${asked.name}.${ending}`);
  const shown = relative(folder, path);
  if (existsSync(path)) {
    throw new CommandError("exists", `${shown} exists already`, {
      usage: true,
      hint: "choose another name, or write the tool into that file",
    });
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, scaffoldText(`${asked.waits ? "waiting-tool" : "tool"}.${ending}`, asked.name), { flag: "wx" });
  const manifest = MANIFESTS.find((name) => existsSync(join(folder, name)));
  return manifest === undefined ? { file: shown } : { file: shown, manifest };
}

function checkName(name: string): void {
  if (NAME.test(name)) return;
  const mended = name
    .replace(/[^A-Za-z0-9_]+/g, "_")
    .replace(/^[^A-Za-z]+/, "")
    .slice(0, 64);
  throw new CommandError(
    "bad_name",
    `${JSON.stringify(name)} is no name of a tool: letters, digits and _, beginning with a letter, at most 64`,
    {
      usage: true,
      hint: mended === "" ? "for example haft new tool send_letter" : `write haft new tool ${mended}`,
    },
  );
}

/** `tools/` of a project or bundle; a folder without one keeps its tools beside everything else. */
function toolsFolder(folder: string): string {
  const tools = join(folder, "tools");
  if (statSync(tools, { throwIfNoEntry: false })?.isDirectory()) return tools;
  const own = readdirSync(folder).some((file) => /\.(py|tools?\.ts)$/.test(file));
  return own ? folder : tools;
}

function languageOf(tools: string): Language {
  const files = existsSync(tools) ? readdirSync(tools) : [];
  const python = files.some((file) => file.endsWith(".py") && !file.startsWith("_"));
  const typescript = files.some((file) => /\.tools?\.ts$/.test(file) && !file.startsWith("_"));
  if (python !== typescript) return python ? "python" : "typescript";
  const why = python ? "there are tools in both languages here" : "there are no tools here yet";
  throw new CommandError("usage", `${why}, so the language has to be said`, {
    usage: true,
    hint: "add --python or --typescript",
  });
}
