// Columns as the store knows them: texts and whole numbers.

import { writtenText } from "./text.ts";

/** PostgreSQL's numbers for its types. */
const BOOL = 16;
const INT8 = 20;
const INT2 = 21;
const INT4 = 23;
const TEXT = 25;
const VARCHAR = 1043;
const NUMERIC = 1700;

/** Reads a column from how the server writes it. */
type Parser = (value: string) => string | number;

const PARSERS: ReadonlyMap<number, Parser> = new Map<number, Parser>([
  [BOOL, (value) => (value === "t" ? 1 : 0)],
  [INT2, Number],
  [INT4, Number],
  // Counts, sequences and times: all below 2^53.
  [INT8, Number],
  [NUMERIC, Number],
  [TEXT, writtenText],
  [VARCHAR, writtenText],
]);

/** The parser of a type; other types stay as they are written. */
export const COLUMNS = {
  getTypeParser: (type: number): Parser => PARSERS.get(type) ?? ((value) => value),
};
