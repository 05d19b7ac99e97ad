// What the rest of Haft takes from the contract part. Loads neither compiler nor bundler.

// Ending what bundling started
export { stopBundler } from "./bundling/bundler-process.ts";
// Descriptors and diagnostics
export type {
  Annotations,
  ApprovalDemand,
  JsonSchema,
  Language,
  ToolDescriptor,
  ToolLocation,
} from "./descriptor/tool-descriptor.ts";
export type { CodeExample } from "./diagnostics/catalogue/entry.ts";
export type { Diagnostic, Severity } from "./diagnostics/diagnostic.ts";
export { allCodes, type Explanation, explain } from "./diagnostics/explain.ts";
export { nearest } from "./diagnostics/nearest.ts";
// Folders
export { type FolderFile, type FolderRequest, type ReadFolder, readFolder } from "./folder/read-folder.ts";
export { sourceDigest } from "./folder/source-digest.ts";
export { sourceLanguage } from "./folder/source-language.ts";
// Providers and the names that models see
export { type DerivedSchema, deriveSchema } from "./providers/derive-schema.ts";
export { modelDescription } from "./providers/model-description.ts";
export { type Bound, longName, type OfferedName, offeredName } from "./providers/offered-name.ts";
export { isProvider, PROVIDERS, type Provider } from "./providers/provider-rules.ts";
export { type Refusal, strictRefusals } from "./providers/strict-refusals.ts";
// Reading
export { createReader } from "./read/create-reader.ts";
export type { DefinitionEvaluator, Reader, ReaderOptions, ReadRequest, ReadResult } from "./read/reader.ts";
