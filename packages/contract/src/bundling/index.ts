// Bundling of a TypeScript toolset module, without running it.

export { type Bundle, type BundleRequest, bundle } from "./bundle.ts";
export { SDK_NAMES, SDK_SYMBOL } from "./module-kinds.ts";
export { type AuthorPlace, authorPlace } from "./source-map.ts";
