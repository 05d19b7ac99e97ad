// Python source to the model of its declarations.

export type { WantedPython } from "./process/interpreters.ts";
export { createOutliner, type Outliner, type Ready } from "./process/outliner.ts";
export { createPythonParser, type Parsed, type PythonParser } from "./process/python-parser.ts";
export { readPython } from "./read-python.ts";
