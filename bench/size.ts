// How much is measured: the sizes have defaults for a quiet machine, and `NAME=NUMBER` on the command line changes one.

/** The size of this name, as it was given or by default. */
export function size(name: string, usual: number): number {
  const given = process.argv.find((word) => word.startsWith(`${name}=`));
  if (given === undefined) return usual;
  const value = Number(given.slice(name.length + 1));
  if (!Number.isInteger(value) || value < 1) throw new Error(`${name}= takes a whole number, such as ${name}=${usual}`);
  return value;
}
