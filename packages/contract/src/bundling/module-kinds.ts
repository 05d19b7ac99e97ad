// The kinds of module in a bundle, as esbuild namespaces (packages are in its own, `file`), and what the sdk's offers.

/** The author's modules: the file and its siblings. */
export const OWN = "haft-own";

/** The module that stands for the sdk. */
export const SDK = "haft-sdk";

/** The key under which the process inside provides the sdk, for `Symbol.for`. */
export const SDK_SYMBOL = "haft.sdk";

/** The values that a tool may import from `haft`. Types are gone before a bundle is linked. */
export const SDK_NAMES = [
  "askUser",
  "defineTool",
  "resumes",
  "sleepFor",
  "sleepUntil",
  "tool",
  "waitForSignal",
  "watchFiles",
] as const;
