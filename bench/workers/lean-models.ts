// The model server asked without the SDK of the providers, whose work would be measured along with the workers'.

import { Agent, request } from "node:http";
import { json } from "node:stream/consumers";
import type { Models } from "@haft/engine";

/** Models of one server. */
export function leanModels(url: string): Models {
  const agent = new Agent({ keepAlive: true });
  return {
    find: async () => ({ id: "default", provider: "openai-compatible", name: "bench", baseUrl: url }),
    ask: ({ messages }, _observer, signal) =>
      new Promise((resolve, reject) => {
        const body = JSON.stringify({ step: messages.filter(({ role }) => role === "tool").length + 1 });
        const sent = request(`${url}/steps`, { method: "POST", agent, signal }, async (response) => {
          const { call } = (await json(response)) as { readonly call: number | null };
          const usage = { inputTokens: 100, outputTokens: 10 };
          resolve(
            call === null
              ? { kind: "response", text: "Done.", calls: [], finishReason: "stop", usage }
              : {
                  kind: "response",
                  text: "",
                  calls: [{ id: `call_${call}`, name: "note", arguments: JSON.stringify({ step: call }) }],
                  finishReason: "tool-calls",
                  usage,
                },
          );
        });
        sent.on("error", reject);
        sent.end(body);
      }),
  };
}
