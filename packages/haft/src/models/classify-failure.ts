// What went wrong with a request, told so that it can be mended: whether asking again may help, and what to change if not.

import {
  AISDKError,
  APICallError,
  InvalidResponseDataError,
  JSONParseError,
  TypeValidationError,
} from "@ai-sdk/provider";
import type { Asked } from "./asked.ts";
import { connectionFailure } from "./connection-failure.ts";
import { cutShort, type Failure, lasting, passing } from "./failure.ts";
import { codeOf, parsedBody, presentable, wordsOf } from "./provider-words.ts";
import { retryAfter } from "./retry-after.ts";
import { type Refusal, refusalFailure } from "./status-failure.ts";
import { EndlessAnswer, ForeignAnswer, Unreachable } from "./transport.ts";

/** Tells what an error means that the SDK threw, or that a provider sent inside its stream. */
export function classifyFailure(error: unknown, asked: Asked): Failure {
  const whom = `${asked.provider}/${asked.name}`;
  if (error instanceof ForeignAnswer)
    return lasting("model_not_configured", `${asked.shownUrl} answers with a page, not as a model does`, BASE_URL_HINT);
  if (error instanceof Unreachable) return connectionFailure(error, asked);
  if (APICallError.isInstance(error)) {
    const status = error.statusCode;
    if (status === undefined) return connectionFailure(error.cause, asked);
    if (error.cause instanceof EndlessAnswer) return lasting("model_unreadable", `the response of ${whom} had no end`);
    if (status < 300) return isUnreadable(error.cause) ? unreadable(whom) : brokenOff(whom);
    return refusalFailure(ofCall(error, status, asked), asked);
  }
  if (InvalidResponseDataError.isInstance(error) && error.data === undefined) return cutShort(whom);
  if (isUnreadable(error)) return unreadable(whom);
  const refusal = ofStream(error, asked);
  if (refusal !== undefined) return refusalFailure(refusal, asked);
  if (!AISDKError.isInstance(error)) return unreadable(whom);
  const words = presentable(error.message, asked.key);
  return lasting("model_refused_request", `the request to ${whom} could not be made${words ? `: ${words}` : ""}`);
}

const BASE_URL_HINT = "look at the model's base URL: it usually ends in the version, as in https://HOST/v1";

function unreadable(whom: string): Failure {
  return passing("model_unreadable", `${whom} sent a response that cannot be read`);
}

function brokenOff(whom: string): Failure {
  return passing("model_cut_short", `the connection to ${whom} broke in the middle of its response`);
}

function isUnreadable(error: unknown): boolean {
  return (
    JSONParseError.isInstance(error) ||
    TypeValidationError.isInstance(error) ||
    InvalidResponseDataError.isInstance(error)
  );
}

function ofCall(error: APICallError, status: number, asked: Asked): Refusal {
  const data = error.data ?? parsedBody(error.responseBody);
  return {
    status,
    code: codeOf(data),
    words: presentable(wordsOf(parsedBody(error.responseBody)) ?? wordsOf(data), asked.key),
    retryAfterMs: retryAfter({ headers: error.responseHeaders, data }, Date.now()),
  };
}

/** An error inside a stream has no status of its own, but the SDK's guess, or one in its code. */
function ofStream(error: unknown, asked: Asked): Refusal | undefined {
  if (typeof error !== "object" || error === null || error instanceof Error) return undefined;
  const status = Number(Reflect.get(error, "statusCode") ?? Reflect.get(error, "code"));
  return {
    status: status >= 400 && status < 600 ? status : 500,
    code: codeOf(error),
    words: presentable(wordsOf(error), asked.key),
    retryAfterMs: retryAfter({ data: Reflect.get(error, "data") }, Date.now()),
  };
}
