// DBOS: a workflow that receives a message, in this process, on a PostgreSQL of its own.

import { DBOS } from "@dbos-inc/dbos-sdk";
import { startCluster } from "../postgres/cluster.ts";
import { serveSide } from "./side.ts";

await serveSide(async () => {
  const cluster = await startCluster();
  const told = new Map<number, () => void>();
  const ask = DBOS.registerWorkflow(
    async (number: number) => {
      await DBOS.runStep(async () => told.get(number)?.(), { name: "ask" });
      return DBOS.recv<string>("answer", 60);
    },
    { name: "ask" },
  );
  DBOS.setConfig({
    name: "bench",
    applicationVersion: "1",
    systemDatabaseUrl: await cluster.database("bench"),
    logLevel: "error",
  });
  await DBOS.launch();
  let workflows = 0;
  return {
    settings: "DBOS: in process, PostgreSQL with its own settings (fsync, synchronous_commit), LISTEN/NOTIFY",
    async park() {
      workflows += 1;
      const number = workflows;
      const asked = new Promise<void>((resolve) => told.set(number, resolve));
      const handle = await DBOS.startWorkflow(ask)(number);
      await asked;
      return {
        async answer(text) {
          await DBOS.send(handle.workflowID, text, "answer");
          told.delete(number);
          return String(await handle.getResult());
        },
      };
    },
    async [Symbol.asyncDispose]() {
      await DBOS.shutdown();
      await cluster[Symbol.asyncDispose]();
    },
  };
});
