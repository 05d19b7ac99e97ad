// Parameters by their places: `:name` becomes a mark and a number, the same wherever the name stands.

/** Texts in quotes and casts, which hold colons of their own, and parameters. */
const TOKENS = /'[^']*'|"[^"]*"|::|:([A-Za-z_]\w*)/g;

/** A statement with numbered parameters. */
export interface Numbered {
  readonly text: string;
  /** The names, in the order of their numbers. */
  readonly parameters: readonly string[];
}

/** Numbers the parameters of a statement, from 1 on; `mark` is what the database writes before the number. */
export function numbered(sql: string, mark: "$" | "?"): Numbered {
  const parameters: string[] = [];
  const text = sql.replace(TOKENS, (token, name: string | undefined) => {
    if (name === undefined) return token;
    if (!parameters.includes(name)) parameters.push(name);
    return `${mark}${parameters.indexOf(name) + 1}`;
  });
  return { text: text.trim(), parameters };
}
