// A model server in a process of its own: thinks for 20 ms, then asks for one call of a tool, and in the last step says that
// it is done. It speaks Chat Completions, streamed, and under another path a form without any of that.

import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { serve } from "../processes/serve.ts";

const THINKING_MS = 20;

await serve(async () => {
  const steps = Number(process.argv[2]);
  const server = createServer(async (request, response) => {
    const asked = JSON.parse(await text(request));
    const lean = typeof asked.step === "number";
    const step = lean ? asked.step : asked.messages.filter(({ role }: { role: string }) => role === "tool").length + 1;
    setTimeout(() => {
      if (lean) return response.end(JSON.stringify({ call: step < steps ? step : null }));
      response.writeHead(200, { "content-type": "text/event-stream" });
      return response.end(step < steps ? stream(call(step), "tool_calls") : stream({ content: "Done." }, "stop"));
    }, THINKING_MS);
  });
  // Workers keep their connections for as long as they like.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    opened: { url: `http://127.0.0.1:${address.port}/v1` },
    answer: async () => ({}),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
});

/** No two calls are alike. */
function call(step: number): object {
  const asked = { name: "note", arguments: JSON.stringify({ step }) };
  return { tool_calls: [{ index: 0, id: `call_${step}`, type: "function", function: asked }] };
}

function stream(delta: object, finish: string): string {
  const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
  return [
    chunk([{ index: 0, delta: { role: "assistant", ...delta }, finish_reason: null }]),
    chunk([{ index: 0, delta: {}, finish_reason: finish }], usage),
    "data: [DONE]\n\n",
  ].join("");
}

function chunk(choices: readonly object[], usage?: object): string {
  const object = "chat.completion.chunk";
  return `data: ${JSON.stringify({ id: "chat-1", object, created: 1, model: "bench", choices, usage })}\n\n`;
}
