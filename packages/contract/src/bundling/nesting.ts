// Code that is nested so deeply that the bundler's process would run out of stack, and end.

/** Shorter code cannot be nested so deeply. */
const HARMLESS_LENGTH = 64 * 1024;

/** Whether the TypeScript parser, which gives up much earlier, gives up on it. */
export async function isNestedTooDeeply(file: string, text: string): Promise<boolean> {
  if (text.length <= HARMLESS_LENGTH) return false;
  const { default: ts } = await import("typescript");
  try {
    ts.createSourceFile(file, text, ts.ScriptTarget.ES2024);
    return false;
  } catch (error) {
    if (error instanceof RangeError) return true;
    throw error;
  }
}

/** How the refusal of such a module travels through the bundler. */
export class NestedTooDeeply {
  readonly file: string;
  constructor(file: string) {
    this.file = file;
  }
}
