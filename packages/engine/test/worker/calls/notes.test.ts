import assert from "node:assert/strict";
import { test } from "node:test";
import { fixture, person, request } from "../../harness/fixture.ts";

test("of all the phases of a call a thousand lines are kept, whoever holds the run, and each phase says how many it lost", async () => {
  await using f = await fixture();
  const say = 700;
  const play: typeof f.runner.play = (_call, input, observer) => {
    for (let line = 0; line < say; line++) observer.log("stdout", `line ${line}`);
    if (input.phase === "resume" && input.payload !== null && JSON.stringify(input.payload).includes("last")) {
      return { kind: "result", value: "done" };
    }
    return { kind: "yield", wait: "answer", params: { question: "more?" }, meta: {} };
  };
  f.runner.play = play;
  const { runId, callId } = await f.engine.startCall(request());
  for (const answer of ["more", "more", "last"]) {
    const { wait } = await f.engine.outcome("local", callId);
    await f.engine.answer("local", wait?.id ?? "", answer, person("bob"));
    const other = f.another();
    other.runner.play = play;
    await other.engine.moveRun("local", runId);
  }
  const events = await f.engine.events("local", runId);
  const texts = events.flatMap((event) => (event.type === "tool.log" ? [event.data.text] : []));
  assert.equal(texts.filter((text) => text.startsWith("line ")).length, 1_000);
  assert.deepEqual(
    texts.filter((text) => !text.startsWith("line ")),
    ["400 more lines were not kept", "700 more lines were not kept", "700 more lines were not kept"],
  );
  const parked = events.flatMap((event) => (event.type === "tool.parked" ? [event.data.notes] : []));
  assert.deepEqual(parked, [700, 1_000, 1_000]);
});
