// Python source to the model of its declarations.

export {
  createPythonParser,
  type Parsed,
  type PythonParser,
  type PythonParserOptions,
} from "./process/python-parser.ts";
export { type PythonModule, type PythonSource, readPython } from "./read-python.ts";
