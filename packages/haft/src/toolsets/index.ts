// Toolsets on disk: finding them, reading them, and the form in which they are kept and run.

export { openToolsets } from "./open-toolsets.ts";
