// Makes the store that its argument names, and dies without closing it, so that its write-ahead log is left behind.

import { openDatabase } from "../../src/sqlite/open.ts";

const database = openDatabase(process.argv[2] ?? "");
database.write(() => database.run("insert into tenants (tenant, created_at) values ('t', 0)"));
process.kill(process.pid, "SIGKILL");
