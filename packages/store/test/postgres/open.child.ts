// One of several processes that open a store at once.

import { openPostgresStore } from "../../src/postgres-store.ts";

const [url = ""] = process.argv.slice(2);
const store = await openPostgresStore({ url });
await store.runs("t", { limit: 1 });
await store[Symbol.asyncDispose]();
