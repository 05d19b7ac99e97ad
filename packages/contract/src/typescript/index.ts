// What the rest of the contract part takes from the TypeScript reader.

export { createTypeScriptReader, type TypeScriptModule } from "./reader.ts";
