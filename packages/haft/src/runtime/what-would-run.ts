// What an approval is of, beside its arguments: what the tool says of itself, and the source of the version that would run.

import { sourceDigest } from "@haft/contract";
import type { Store, WaitView } from "@haft/engine";
import type { Wait } from "../session/wait.ts";
import type { BuiltModule } from "../toolsets/built-toolset.ts";
import { moduleOf } from "./kept-version.ts";
import { LOCAL } from "./local-tenant.ts";

/** The wait with them, where the version is kept; another kind of wait as it is. */
export async function withWhatWouldRun(store: Pick<Store, "toolset">, wait: WaitView): Promise<Wait> {
  const { approval } = wait;
  if (approval === undefined) return wait;
  const [toolset = "", name = ""] = wait.tool.split(/\/(.*)/s);
  const kept = await store.toolset(LOCAL, toolset, approval.version);
  const module = kept === null ? undefined : moduleOf(kept.built, name);
  if (kept === null || module === undefined) return wait;
  const text = textOf(kept.source, module);
  const description = module.tools.find((tool) => tool.name === name)?.description;
  return {
    ...wait,
    approval: {
      ...approval,
      ...(description === undefined ? {} : { description }),
      ...(text === undefined ? {} : { source: { file: module.file, text } }),
    },
  };
}

/** Sources are kept as an object of texts by file. What is not the source that the module was made of is not shown as it. */
function textOf(source: string, { file, imports, digest }: BuiltModule): string | undefined {
  const parsed: unknown = JSON.parse(source);
  const texts = typeof parsed === "object" && parsed !== null ? Object.entries(parsed) : [];
  const files = Object.fromEntries(texts.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
  return sourceDigest(file, imports, files) === digest ? files[file] : undefined;
}
