// The places of what runs inside a Python sandbox, as absolute paths.
import { fileURLToPath } from "node:url";

const place = (name) => fileURLToPath(new URL(name, import.meta.url));

export const pythonPath = place("./lib");
export const pythonRunner = place("./lib/haft_runner/main.py");
export const pythonConfine = place("./lib/haft_runner/confine.py");
