// `haft init`: makes a working project.

import { relative, resolve } from "node:path";
import { type Command, Option } from "commander";
import type { Template } from "../../scaffold/template-files.ts";
import { declareCommand, type Start } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import type { Invocation } from "../invocation.ts";

const TEMPLATES: readonly Template[] = ["typescript", "python", "bundle"];

/** What to call first in each template. */
const FIRST_CALL = "npx haft call greet --arg name=Ada";

/** Declares `haft init`. */
export function initCommand(start: Start): Command {
  return declareCommand("init", [
    ["haft init my-tools", "TypeScript"],
    ["haft init my-tools --template python", "Python"],
    ["haft init my-bundle --template bundle", "a bundle with both, and a manifest"],
    ["haft init", "in this folder, beside .git, README and LICENSE"],
  ])
    .argument("[dir]", "an empty folder, or one to make", ".")
    .addOption(new Option("--template <name>", "what to begin with").choices(TEMPLATES).default("typescript"))
    .action((folder: string, flags: { readonly template: Template }, command: Command) =>
      start(command, (invocation) => init(folder, flags.template, invocation)),
    );
}

async function init(folder: string, template: Template, invocation: Invocation): Promise<ExitCode> {
  const { createProject } = await import("../../scaffold/create-project.ts");
  const { printer, surroundings } = invocation;
  const path = resolve(surroundings.folder, folder);
  const project = createProject(path, folder, template);
  if (printer.json) {
    printer.document({ ok: true, ...project });
    return EXIT.done;
  }
  const enter = relative(surroundings.folder, path);
  const lines = [
    ...project.files.map((file) => `  ${file}`),
    "",
    `${printer.out.strong("What to try next")}${enter === "" ? "" : `\n  cd ${enter}`}`,
    "  npx haft check",
    `  ${FIRST_CALL}`,
    "  npx haft eval",
    "  npm test",
  ];
  printer.result(`${lines.join("\n")}\n`);
  return EXIT.done;
}
