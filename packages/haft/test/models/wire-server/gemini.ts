// Google's streamGenerateContent.

import { event, type FormatRules } from "./format.ts";
import { finish, pieces, usage, type WireCall, type WireResponse } from "./reply.ts";

const FINISH = { stop: "STOP", calls: "STOP", length: "MAX_TOKENS", filter: "SAFETY" } as const;

const STATUSES: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  503: "UNAVAILABLE",
};

/** The event of one part, given as text: arguments stand in it as they were given, also where they are no JSON. */
function part(text: string): string {
  return event(`{"candidates":[{"content":{"parts":[${text}],"role":"model"},"index":0}]}`);
}

function call({ id, name, arguments: text }: WireCall, signature: string | undefined): string {
  const ids = id === undefined ? "" : `"id":${JSON.stringify(id)},`;
  const signed = signature === undefined ? "" : `,"thoughtSignature":${JSON.stringify(signature)}`;
  return part(`{"functionCall":{${ids}"name":${JSON.stringify(name)},"args":${text}}${signed}}`);
}

function events(response: WireResponse, model: string): string[] {
  const { input, output } = usage(response);
  return [
    ...pieces(response).map((text) => part(JSON.stringify({ text }))),
    ...(response.calls ?? []).map((one, index) => call(one, index === 0 ? response.signature : undefined)),
    event({
      candidates: [{ content: { parts: [], role: "model" }, finishReason: FINISH[finish(response)], index: 0 }],
      usageMetadata: { promptTokenCount: input, candidatesTokenCount: output, totalTokenCount: input + output },
      modelVersion: model,
      responseId: "gemini-1",
    }),
  ];
}

export const gemini: FormatRules = {
  format: "gemini",
  base: "/v1beta",
  owns: (path) => /^\/v1beta\/models\/[^/]+:streamGenerateContent$/.test(path),
  events,
  error: ({ status, message = "refused" }) => ({
    error: { code: status, message, status: STATUSES[status] ?? "INTERNAL" },
  }),
};
