// Opens the store that its argument names, and says what came of it.

import { StoreError } from "../../src/database/store-error.ts";
import { openDatabase } from "../../src/sqlite/open.ts";

try {
  using database = openDatabase(process.argv[2] ?? "");
  database.write(() => undefined);
  console.log("opened");
} catch (error) {
  if (!(error instanceof StoreError)) throw error;
  console.log(`${error.code}: ${error.message}`);
}
