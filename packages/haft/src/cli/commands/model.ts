// `haft model`: the models that agents name by id or role.

import { type Command, Option } from "commander";
import { shown } from "../../output/events/read-data.ts";
import { declareCommand, type Start } from "../command.ts";
import { definitionCommand, type Field } from "../definition-command.ts";
import type { Kind } from "../definitions.ts";
import { PROVIDERS, ROLES } from "../model-name.ts";

const MODEL: Kind = {
  kind: "model",
  plural: "models",
  headings: ["provider", "name", "role"],
  cells: ({ provider, name, role }) => [shown(provider), shown(name), shown(role)],
  example: "haft model set default --provider openai --name gpt-5-mini",
};

const FIELDS: readonly Field[] = [
  {
    flag: new Option("--provider <provider>", "whose protocol it speaks").choices([...PROVIDERS, "script"]),
    name: "provider",
    key: "provider",
    required: true,
    example: "openai",
  },
  {
    flag: new Option("--name <name>", "the provider's own name of it"),
    name: "name",
    key: "name",
    required: true,
    example: "gpt-5-mini",
  },
  { flag: new Option("--base-url <url>", "another address of the provider"), name: "baseUrl", key: "baseUrl" },
  {
    flag: new Option("--key-secret <name>", "the secret that holds its key (default: the provider's usual variable)"),
    name: "keySecret",
    key: "apiKeySecret",
  },
  {
    flag: new Option("--role <role>", "what agents that name no model mean").choices(ROLES),
    name: "role",
    key: "role",
  },
  {
    flag: new Option("--max-output-tokens <number>", "the longest answer"),
    name: "maxOutputTokens",
    key: "maxOutputTokens",
    number: true,
    example: "4096",
  },
  {
    flag: new Option("--temperature <number>", "as the provider reads it"),
    name: "temperature",
    key: "temperature",
    number: true,
    example: "0.2",
  },
  {
    flag: new Option("--timeout <seconds>", "how long an answer may take (default: 120)"),
    name: "timeout",
    key: "timeoutSeconds",
    number: true,
    example: "300",
  },
];

/** Declares `haft model` with its commands. */
export function modelCommand(start: Start): Command {
  const parent = declareCommand("model", [
    ["haft model set default --provider openai --name gpt-5-mini", "its key is in OPENAI_API_KEY"],
    ["haft model list", "what is set"],
  ]);
  return definitionCommand(parent, MODEL, FIELDS, start, [
    [
      "haft model set default --provider anthropic --name claude-sonnet-4-5 --role default",
      "for agents that name none",
    ],
    [
      "haft model set local --provider openai-compatible --name qwen3 --base-url http://127.0.0.1:11434/v1",
      "on this machine",
    ],
    ["haft model set default --timeout 300", "changes one field"],
    ["haft model set @models.json", "one, or a list of them, from a file"],
  ]);
}
