// Writes `docs/diagnostics.md`: node packages/contract/src/diagnostics/write-document.ts

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { diagnosticsPage } from "./document.ts";

writeFileSync(join(import.meta.dirname, "../../../../docs/diagnostics.md"), diagnosticsPage());
