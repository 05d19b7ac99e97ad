// LangGraph: a graph of one node that interrupts, resumed with a command, on the SQLite checkpointer.

import { join } from "node:path";
import { Annotation, Command, END, interrupt, START, StateGraph } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { benchFolder } from "../calls/folder.ts";
import { serveSide } from "./side.ts";

await serveSide(async () => {
  const folder = benchFolder();
  const saver = SqliteSaver.fromConnString(join(folder.path, "checkpoints.db"));
  // Its own default, NORMAL, keeps the last commits from a crash of the process only, not of the machine.
  saver.db.pragma("synchronous = FULL");
  const State = Annotation.Root({ answer: Annotation<string> });
  const graph = new StateGraph(State)
    .addNode("ask", () => ({ answer: interrupt({ question: "Go on?" }) }))
    .addEdge(START, "ask")
    .addEdge("ask", END)
    .compile({ checkpointer: saver });
  let threads = 0;
  return {
    settings: 'LangGraph: in process, durability "sync", SQLite WAL with synchronous=FULL',
    async park() {
      threads += 1;
      const config = { configurable: { thread_id: `thread-${threads}` }, durability: "sync" } as const;
      const asked = await graph.invoke({ answer: "" }, config);
      if (asked.__interrupt__ === undefined) throw new Error("the graph did not ask");
      return { answer: async (text) => (await graph.invoke(new Command({ resume: text }), config)).answer };
    },
    async [Symbol.asyncDispose]() {
      saver.db.close();
      folder[Symbol.dispose]();
    },
  };
});
