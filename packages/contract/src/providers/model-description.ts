// What a model reads of a tool: its description, and below it each example as one compact line.

import type { ToolDescriptor } from "../descriptor/tool-descriptor.ts";

/** The text that a model is given. */
export function modelDescription(tool: Pick<ToolDescriptor, "description" | "examples">): string {
  const examples = tool.examples.map((example) => JSON.stringify(example));
  return examples.length === 0 ? tool.description : `${tool.description}\n\n${examples.join("\n")}`;
}
