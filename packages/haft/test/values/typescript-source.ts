// TypeScript tools that tests write: a documented function around a signature and a body.

/** The source of one exported function. `names` are its documented parameters, `tags` constraint tags by parameter. */
export function typescriptTool(
  signature: string,
  body: string,
  names: readonly string[],
  tags: Readonly<Record<string, string>> = {},
): string {
  const params = names.map((name) => ` * @param ${name} - It.${tags[name] === undefined ? "" : ` ${tags[name]}`}\n`);
  return `
/**
 * A tool.
 *
 * Use when it is tested.
 *
${params.join("")} */
export ${signature.startsWith("async ") ? `async function ${signature.slice(6)}` : `function ${signature}`} {
  ${body}
}
`;
}
