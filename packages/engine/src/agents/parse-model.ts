// Parsing a model, strictly.

import {
  type Fault,
  number,
  type Parsed,
  type Parser,
  record,
  text,
  textLike,
  whole,
  word,
} from "../definitions/parser.ts";
import { type Parsing, parseWith } from "../definitions/parsing.ts";
import type { Json } from "../json/json.ts";
import type { ModelSettings } from "../ports/models.ts";
import { definitionId } from "./parse-agent.ts";

/** What stands there may be the secret itself: it is not repeated (I12). */
const secretName: Parser<string> = (given, path, faults) => {
  if (typeof given === "string" && /^[A-Z][A-Z0-9_]{0,63}$/.test(given)) return given;
  faults.push({ path, message: "is no name of a secret, such as OPENAI_API_KEY; keep its value out of here" });
  return undefined;
};

const model = record(
  {
    id: definitionId,
    provider: word("openai", "openai-compatible", "anthropic", "google", "script"),
    name: text,
  },
  {
    baseUrl: textLike(/^https?:\/\/[^\s/]+/, "an address that begins with http:// or https://"),
    apiKeySecret: secretName,
    maxOutputTokens: whole(1, 10_000_000),
    temperature: number(0, 2),
    timeoutSeconds: number(1, 3600),
    role: word("default", "small", "deep"),
  },
);

/** The model, or everything that is wrong with it. */
export function parseModel(given: Json): Parsing<ModelSettings> {
  return parseWith(model, given, faultsOfWhole);
}

function faultsOfWhole({ provider, baseUrl }: Parsed<typeof model>): readonly Fault[] {
  if (provider !== "openai-compatible" || baseUrl !== undefined) return [];
  return [{ path: "baseUrl", message: "is missing; it says where a server that speaks OpenAI's protocol is" }];
}
