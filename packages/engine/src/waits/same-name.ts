// Whether two names mean the same person or role. Where a name opens something it must be written as it was; where it bars
// somebody, whatever reads like it bars them, too.

/** Whether a name is the one that was named: Unicode has more than one way to write the same text, and nobody sees spaces. */
export function isNamed(named: string, name: string): boolean {
  return written(named) === written(name);
}

/** What names of one person have in common, however they are written: for whoever may not, and may not twice. */
export function personKey(name: string): string {
  // Upper case first: what has two small forms, as the sharp s, has one of these.
  return name
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toUpperCase()
    .toLowerCase()
    .normalize("NFKC")
    .replace(/\s+/gu, " ")
    .trim();
}

function written(name: string): string {
  return name.normalize("NFC").trim();
}
