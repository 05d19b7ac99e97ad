// The order in which a `*.tool.ts` is read: syntax, imports, default export, evaluation inside a sandbox, checks outside.
// The first three need no sandbox and come first, so that their faults are seen everywhere.

import type { DefinitionMessage, LoadFailedMessage } from "@haft/sdk/wire";
import { type Bundle, type BundleRequest, bundle } from "../bundling/index.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { DefinitionEvaluator, ReadRequest, ReadResult } from "../read/reader.ts";
import { checkDefinition } from "./check-definition.ts";
import { evaluationFault, noSandboxFault } from "./evaluation-fault.ts";
import { isDefinitionMessage } from "./message-shape.ts";
import { type DefinitionOutline, outlineOf } from "./outline/outline.ts";
import { syntaxFaults } from "./syntax-faults.ts";

/**
 * Reads one `*.tool.ts`. Never throws for a user's mistake: HAFT101, 102, 105, 106, 603–606 and 801 say what it is.
 * Without an evaluator a definition that is otherwise right is HAFT605. A thread that may be ended gives a `bundler` that
 * bundles outside of it: the bundler's process would be left unreaped by a thread that is gone.
 */
export async function readDefinition(
  request: ReadRequest,
  evaluator: DefinitionEvaluator | undefined,
  bundler: (request: BundleRequest) => Promise<Bundle> = bundle,
): Promise<ReadResult> {
  const syntax = syntaxFaults(request.file, request.text);
  if (syntax.length > 0) return refused(syntax);
  const bundled = await bundler({ ...request, purpose: "definition" });
  if (bundled.diagnostics.length > 0) return refused(bundled.diagnostics);
  const outline = outlineOf(request.file, request.text);
  if ("code" in outline) return refused([outline], bundled.imports);
  const answer = await evaluate(bundled, request, outline, evaluator);
  if ("code" in answer) return refused([answer], bundled.imports);
  return { ...checkDefinition(answer, outline, request), imports: bundled.imports };
}

function refused(diagnostics: readonly Diagnostic[], imports: readonly string[] = []): ReadResult {
  return { tools: [], plans: [], diagnostics, imports };
}

async function evaluate(
  bundled: Bundle,
  request: ReadRequest,
  outline: DefinitionOutline,
  evaluator: DefinitionEvaluator | undefined,
): Promise<DefinitionMessage | Diagnostic> {
  if (evaluator === undefined) return noSandboxFault(outline, undefined);
  let answer: DefinitionMessage | LoadFailedMessage;
  try {
    answer = await evaluator.evaluate(bundled.code, request.file);
  } catch (error) {
    return noSandboxFault(outline, error);
  }
  if (answer.type === "load-failed") return evaluationFault(answer.error, outline, bundled, request);
  if (isDefinitionMessage(answer)) return answer;
  const error = { type: "protocol_error", message: "it answered with something that is not a definition" };
  return evaluationFault(error, outline, bundled, request);
}
