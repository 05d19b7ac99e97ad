// ts-json-schema-generator, asked for the parameters of one function.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createGenerator } from "ts-json-schema-generator";

/** The input schema of a function, with the definitions it refers to; undefined where the generator gives up. */
export function generatedSchema(text: string, name: string): Record<string, unknown> | undefined {
  const folder = mkdtempSync(join(tmpdir(), "haft-bench-"));
  const path = join(folder, "module.ts");
  try {
    writeFileSync(path, text);
    const schema = createGenerator({
      path,
      type: name,
      functions: "comment",
      skipTypeCheck: true,
      expose: "all",
    }).createSchema(name);
    const definition = schema.definitions?.[name];
    const named = typeof definition === "object" ? definition.properties?.namedArgs : undefined;
    return typeof named === "object" ? { ...named, definitions: schema.definitions } : undefined;
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
