// The digest of a source with what it imports: equal exactly where the same code would run.

import { createHash } from "node:crypto";

/** SHA-256, in hex, of a file and its imports: names and texts, each with its length, so that nothing runs together. */
export function sourceDigest(
  file: string,
  imports: readonly string[],
  files: Readonly<Record<string, string>>,
): string {
  const hash = createHash("sha256");
  const others = [...new Set(imports)].filter((name) => name !== file).sort();
  for (const name of [file, ...others]) {
    const text = files[name] ?? "";
    hash.update(`${Buffer.byteLength(name)}:${name}${Buffer.byteLength(text)}:`).update(text);
  }
  return hash.digest("hex");
}
