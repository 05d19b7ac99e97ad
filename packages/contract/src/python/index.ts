// Python source to the model of its declarations.

export { createOutliner, type Outliner } from "./process/outliner.ts";
export { createPythonParser, type Parsed, type PythonParser } from "./process/python-parser.ts";
export { readPython } from "./read-python.ts";
