// How databases differ, in the words of SQL: statements are the same for all of them but for a few words in braces.

/** A word in braces in a statement, for example `select … {lock row}`. */
export type Word =
  /** At the end of a select: the rows are held for writing until the end of the transaction. */
  | "lock row"
  /** At the end of a select: as `lock row`, leaving out rows that somebody else holds. */
  | "lock free rows"
  /** The number of the next entry of a tenant's audit trail; needs `:tenant`. */
  | "next entry"
  /** Types of columns: whole numbers up to 2^53, and texts that are compared byte by byte. */
  | "integer"
  | "text"
  /** At the end of `create table`: rows are kept in the primary key; rows are kept beside it. */
  | "clustered"
  | "heap";

/** A database's own way with what SQL leaves open. */
export interface Dialect {
  readonly words: Readonly<Record<Word, string>>;
  /**
   * Statements that hold `:key` for the transaction, alone or together with others that share it. Who wants it alone is not
   * kept waiting by those that come after. Null: a transaction that writes is alone anyway.
   */
  readonly lockKey: string | null;
  readonly shareKey: string | null;
  /** Statements of a migration that only this database needs, by the migration's name. */
  readonly migrations: Readonly<Record<string, string>>;
}

const WORD = /\{([a-z ]+)\}/g;

/** The statement in the words of a database. Throws for a word that there is not. */
export function spell(dialect: Dialect, sql: string): string {
  return sql.replace(WORD, (braces, word: string) => {
    if (!isWord(dialect, word)) throw new TypeError(`no database has a word for ${braces}`);
    return dialect.words[word];
  });
}

function isWord(dialect: Dialect, word: string): word is Word {
  return Object.hasOwn(dialect.words, word);
}
