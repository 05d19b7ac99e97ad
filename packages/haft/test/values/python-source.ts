// Python tools that tests write: a documented function around a signature and a body.

/** The source of one tool. `names` are its documented parameters. */
export function pythonTool(
  signature: string,
  body: string,
  names: readonly string[],
  decorator: string = "@tool",
): string {
  const args = names.length === 0 ? "" : `\n    Args:\n${names.map((name) => `        ${name}: It.\n`).join("")}`;
  return `
${decorator}
def ${signature}:
    """A tool.

    Use when it is tested.
${args}    """
    ${body.replaceAll("\n", "\n    ")}
`;
}
