// One loaded source as a model: its exported functions, and the statements that speak of them.

import type { FunctionModel, ModuleModel } from "../model/function.ts";
import { docCommentOf } from "./comments/comment-range.ts";
import { type FunctionComment, readFunctionComment } from "./comments/function-comment.ts";
import { type ExportedFunction, exportedFunctions } from "./exports/exported-functions.ts";
import { readFunction } from "./exports/read-function.ts";
import type { Source } from "./source.ts";
import { haftStatements } from "./statements/haft-statements.ts";
import { readResumes } from "./statements/resumes.ts";
import { toolOptions } from "./statements/tool-options.ts";
import { syntaxFaults } from "./syntax-faults.ts";
import { createTypeReader } from "./types/read-type.ts";

/** Reads a module. Whatever the compiler throws is thrown on. */
export function readModule(source: Source): ModuleModel {
  const faults = syntaxFaults(source);
  if (faults.length > 0) return { tools: [], resumes: [], strayOptions: [], faults, names: [] };
  const types = createTypeReader(source);
  const exports = exportedFunctions(source.file);
  const tools = exports.functions
    .map((fn) => ({ fn, comment: commentOf(fn) }))
    .filter(({ comment }) => comment?.doc.tags.includes("internal") !== true);
  const statements = haftStatements(source);
  const options = toolOptions(source, statements, new Set(tools.map(({ fn }) => fn.name)));
  return {
    tools: tools.map(
      ({ fn, comment }): FunctionModel =>
        readFunction(source, types, fn, comment, options.byFunction.get(fn.name) ?? []),
    ),
    resumes: statements
      .filter((statement) => statement.calls === "resumes")
      .map((statement) => readResumes(source, types, statement)),
    strayOptions: options.stray,
    faults: [],
    names: [...exports.locals.keys()],
  };
}

function commentOf(fn: ExportedFunction): FunctionComment | undefined {
  const range = docCommentOf(fn.declaration);
  return range && readFunctionComment(range);
}
