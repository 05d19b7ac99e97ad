// Keeps the text of a call's arguments through the SDK. Google sends them as an object inside its own JSON, which the SDK
// parses and writes anew: names that stand twice and digits that a double cannot hold would be lost before anybody could
// refuse them. Here each is turned into a text on its way in; the SDK hands a text on as it is.

import { argumentsAsText } from "./arguments-as-text.ts";

type Fetch = typeof fetch;

/** A `fetch` whose event streams have arguments as text. */
export function keepArguments(fetch: Fetch): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.ok || response.body === null) return response;
    const body = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(eachLine(argumentsAsText))
      .pipeThrough(new TextEncoderStream());
    return new Response(body, { status: response.status, headers: response.headers });
  };
}

/** Changes a text line by line. What has no end yet is kept in pieces: to join it at every piece would be quadratic. */
function eachLine(change: (line: string) => string): TransformStream<string, string> {
  let pieces: string[] = [];
  return new TransformStream({
    transform(chunk, controller) {
      const lines = chunk.split("\n");
      const rest = lines.pop() ?? "";
      for (const line of lines) {
        controller.enqueue(`${change(pieces.join("") + line)}\n`);
        pieces = [];
      }
      pieces.push(rest);
    },
    flush(controller) {
      controller.enqueue(change(pieces.join("")));
    },
  });
}
