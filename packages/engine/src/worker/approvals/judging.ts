// Judges of a run's calls at work: nothing waits for them but the gate that asked.

import type { RunDesk } from "../desk.ts";
import type { Gate, Question } from "./gate.ts";
import { askJudges } from "./judge.ts";

/** Asks judges, each question once. */
export class Judging {
  readonly #desk: RunDesk;
  readonly #gate: Gate;

  constructor(desk: RunDesk, gate: Gate) {
    this.#desk = desk;
    this.#gate = gate;
  }

  /** Asks, unless the question is asked already; the gate knows the answer before it is asked again. */
  ask(question: Question): void {
    const { flights, services, masker } = this.#desk;
    if (flights.get(question.key) !== undefined || !this.#desk.mayStart()) return;
    const flight = flights.start(question.key, question.call.callId, "aside");
    void askJudges(services, masker, question, flight.abort.signal).then((judgements) => {
      if (flights.get(question.key) !== flight) return;
      const end = (): void => flights.end(question.key);
      this.#desk.post({
        async perform() {
          end();
        },
        abandon: end,
      });
      this.#gate.judged(question, judgements);
    });
  }
}
