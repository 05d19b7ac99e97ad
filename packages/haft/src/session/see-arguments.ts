// What to type to see the arguments of the tools at a path.

/** The line, for the path as it was typed. */
export function toSeeArguments(path: string): string {
  if (path === ".") return "haft tools --schema";
  const typed = /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
  return `haft tools ${typed} --schema`;
}
