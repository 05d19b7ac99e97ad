// The way to models.

export { createModels, type ModelsOptions } from "./create-models.ts";
export { modelNameFault } from "./settings-text.ts";
