// TypeScript sources for the reading thread.

import { createTypeScriptReader } from "../typescript/index.ts";
import type { LanguageReader } from "./language-reader.ts";

/** Makes the reader of TypeScript sources. Reading an empty module loads the language's own declarations. */
export function typeScriptSources(): LanguageReader {
  const reader = createTypeScriptReader();
  let isWarm = false;
  return {
    async warm() {
      if (!isWarm) reader.read({ file: "empty.tools.ts", text: "" });
      isWarm = true;
    },
    async read(request) {
      const { imports, ...model } = reader.read(request);
      return { model, imports };
    },
  };
}
