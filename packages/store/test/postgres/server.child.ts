// Starts a server, says where it is, and waits to be killed.

import { startPostgres } from "./server.ts";

const server = await startPostgres();
console.log(JSON.stringify({ url: server.url("postgres"), folder: server.folder }));
setInterval(() => undefined, 1_000);
