// Reading of `*.tool.ts`: a `defineTool` default export, whose schema is a value and so is evaluated in a sandbox.

export { readDefinition } from "./read-definition.ts";
