// The way to models.

export { createModels } from "./create-models.ts";
export { modelNameFault } from "./settings-text.ts";
