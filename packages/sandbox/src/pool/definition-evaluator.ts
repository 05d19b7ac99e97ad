// Evaluates bundled `defineTool` modules, each in a sandbox of its own without network or secrets.

import type { DefinitionMessage, Json, JsonObject, LoadFailedMessage, WireError } from "@haft/sdk/wire";
import type { Sandboxes } from "../calls/seat.ts";
import { isObject } from "../wire/frames.ts";
import { sandboxMessage } from "../wire/from-sandbox.ts";
import { emptyImage } from "./empty-image.ts";

/** How long the evaluation of one module may take. */
const LIMIT_SECONDS = 5;

/** Evaluates modules; several at once if it is asked to. */
export interface SandboxedEvaluator {
  /** `code` is one self-contained ES module. Rejects with a `SeatUnavailable`, only when there is no sandbox to be had. */
  evaluate(code: string, file: string): Promise<DefinitionMessage | LoadFailedMessage>;
}

/** An evaluator on these sandboxes. */
export function createDefinitionEvaluator(sandboxes: Pick<Sandboxes, "take">): SandboxedEvaluator {
  return {
    async evaluate(code, file) {
      const seat = await sandboxes.take({ ...emptyImage({ "tool.mjs": code }, file), purpose: "definition" });
      const outcome = await seat.call(
        { callId: "definition", tool: file, phase: "call", ctx: NO_CONTEXT, timeoutSeconds: LIMIT_SECONDS },
        {},
      );
      if (outcome.kind === "result") return definition(outcome.value);
      if (outcome.kind === "error") return loadFailed(outcome.error);
      return loadFailed({ type: "protocol_error", message: `${file} answered with a wait` });
    },
  };
}

const NO_CONTEXT = {
  tenantId: "",
  sessionId: "",
  runId: "",
  callId: "",
  bundle: "",
  config: {} satisfies JsonObject,
  dataDir: null,
  workdir: null,
  idempotencyKey: "",
};

function definition(value: Json): DefinitionMessage | LoadFailedMessage {
  const message = isObject(value) ? sandboxMessage(value) : undefined;
  if (message?.type === "definition" || message?.type === "load-failed") return message;
  return loadFailed({ type: "protocol_error", message: "the module's process sent no definition" });
}

function loadFailed(error: WireError): LoadFailedMessage {
  return { type: "load-failed", error };
}
