// Puts the manifest of the package in the current folder back as `prepack.ts` found it, and removes what was built.

import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

const folder = process.cwd();
const kept = join(folder, ".package.json.kept");
if (existsSync(kept)) renameSync(kept, join(folder, "package.json"));
rmSync(join(folder, "dist"), { recursive: true, force: true });
