// The manifest of a bundle: its values, and every fault in it and between it and the bundle's files.

export { type BundleParts, type BundleText, checkBundle } from "./check-bundle.ts";
export { type BundleFile, checkFiles } from "./check-files.ts";
export type { DeclaredSecret, Manifest } from "./manifest.ts";
export { type ReadManifest, readManifest } from "./read-manifest.ts";
