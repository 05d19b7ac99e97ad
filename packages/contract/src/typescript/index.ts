// What the rest of the contract part takes from the TypeScript reader.

export { createTypeScriptReader, type TypeScriptModule, type TypeScriptReader } from "./reader.ts";
