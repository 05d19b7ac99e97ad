// Numbers of things in words.

/** `1 error`, `2 errors`, `no errors` is left to the caller. */
export function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? "" : "s"}`;
}
