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

/** Changes a text line by line. */
function eachLine(change: (line: string) => string): TransformStream<string, string> {
  let rest = "";
  return new TransformStream({
    transform(chunk, controller) {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) controller.enqueue(`${change(line)}\n`);
    },
    flush(controller) {
      if (rest !== "") controller.enqueue(change(rest));
    },
  });
}
