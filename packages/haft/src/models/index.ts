// The way to models.

export { createModels, type ModelsOptions } from "./create-models.ts";
export { ModelSettingsError, modelFromText } from "./settings-text.ts";
