// What a table of kinds of event holds.

import type { JsonObject } from "@haft/sdk/wire";

/** Says what the data of one kind of event mean; `tool` is the call's tool, or its id. */
export type Summary = (data: JsonObject, tool: string) => string;
