// An agent run while it moves: its model's text on standard output, everything else on standard error, a line each.

import type { MoveObserver } from "../session/move-observer.ts";
import type { RunEvent } from "../session/run.ts";
import { CallNames } from "./events/names.ts";
import { objects, text } from "./events/read-data.ts";
import { shortcomingOf } from "./events/shortcoming.ts";
import { eventSummary } from "./events/summary.ts";
import { formatLogLine, formatProgress } from "./outcome.ts";
import { plainLine, plainText } from "./plain-text.ts";
import type { Printer } from "./printer.ts";
import { cut } from "./table.ts";

/** What is shown of a kind of event: a mark before its words. Other kinds are left to `haft events`. */
const SHOWN: Readonly<Record<string, string>> = {
  "tool.called": "→",
  "arguments.repaired": "repaired",
  "approval.decided": "vote",
  "tool.result": "←",
  "tool.parked": "‖",
  "wait.resolved": "ended",
  "wait.expired": "expired",
  "wait.cancelled": "cancelled",
  "model.failed": "model",
  "artifact.written": "wrote",
  "clock.advanced": "clock",
  "run.recovered": "recovered",
  "budget.exceeded": "budget",
};

/** Kinds of event after which something is being done, and those after which it is no more. */
const DOING: Readonly<Record<string, string | undefined>> = {
  "model.requested": "asking",
  "tool.started": "running",
  "tool.resumed": "running",
};
const ENDS_DOING: ReadonlySet<string> = new Set([
  "model.responded",
  "model.failed",
  "tool.result",
  "tool.parked",
  "approval.requested",
]);

/** Arguments and results may be long; `haft events` has them whole. */
const WIDEST = 200;

/** A question is asked or printed in full, and the last vote says what its wait came to. */
function isToldOtherwise({ type, data }: RunEvent): boolean {
  // Nobody asks that model again: its error ends the run, and is told with it.
  if (type === "model.failed") return data.retryAt === undefined || data.retryAt === null;
  return type === "tool.parked" ? data.kind === "answer" : type === "wait.resolved" && data.kind === "approval";
}

/** Shows one run, over all the times that a command moves it. */
export class RunView {
  /** What hears the run. */
  readonly observer: MoveObserver = {
    delta: (part) => this.#delta(part),
    event: (event) => this.#event(event),
    shared: (event) => this.#names.hear(event),
    log: (line) => this.#printer.message(formatLogLine(line, this.#printer.err)),
    progress: (fraction, message) => this.#printer.message(formatProgress(fraction, message, this.#printer.err)),
  };
  readonly #printer: Printer;
  readonly #names = new CallNames();
  /** Text of the model's answer that is on the screen, of the request that is open. */
  #streamed = "";
  /** The last text that was printed whole. */
  #said: string | undefined;
  #lastSeq = 0;
  readonly #lacking = new Set<string>();
  #busy: Disposable | undefined;

  constructor(printer: Printer) {
    this.#printer = printer;
  }

  /** A call's tool, known from elsewhere than the events that come by. */
  know(callId: string, tool: string): void {
    this.#names.know(callId, tool);
  }

  /** Whether a text is the last that was printed. */
  hasSaid(output: unknown): boolean {
    return this.#said !== undefined && output === this.#said;
  }

  /** On a terminal text appears as it comes; elsewhere once it is whole, for what was streamed may be lost. */
  #delta(part: string): void {
    this.#idle();
    if (!this.#printer.terminal) return;
    this.#streamed += part;
    this.#printer.result(plainText(part));
  }

  /** An event that was heard before is told once: a run is moved several times. */
  #event(event: RunEvent): void {
    if (event.seq <= this.#lastSeq) return;
    this.#lastSeq = event.seq;
    this.#names.hear(event);
    this.#follow(event);
    if (event.type === "tools.discovered") this.#tellMissing(event);
    if (event.type === "model.responded") this.#hearResponse(event);
    else if (event.type === "model.failed") this.#breakLine();
    const mark = Object.hasOwn(SHOWN, event.type) ? SHOWN[event.type] : undefined;
    if (mark !== undefined && !isToldOtherwise(event))
      this.#line(mark, eventSummary(event, this.#names), event.data.ok === false);
  }

  #hearResponse(event: RunEvent): void {
    this.#respond(text(event.data.text));
    const shortcoming = shortcomingOf(event.data);
    if (shortcoming !== undefined) this.#printer.message(`${this.#printer.err.warning("model")} ${shortcoming}\n`);
  }

  /** Once for each reason: the tools are read again at each step. */
  #tellMissing({ data }: RunEvent): void {
    const { err } = this.#printer;
    for (const { name, reason } of objects(data.missing)) {
      const words = `the agent lacks the tool ${text(name)}: ${text(reason)}`;
      if (this.#lacking.has(words)) continue;
      this.#lacking.add(words);
      this.#printer.message(`${err.warning("warning:")} ${cut(plainLine(words), WIDEST)}\n`);
    }
  }

  /** The run does not move now: nothing is being done, and no line goes on. */
  rest(): void {
    this.#breakLine();
    this.#idle();
  }

  /** What is being done is said on a terminal, once it takes longer than a second. */
  #follow(event: RunEvent): void {
    const what = DOING[event.type];
    if (what === undefined) {
      if (ENDS_DOING.has(event.type)) this.#idle();
      return;
    }
    this.#idle();
    this.#busy = this.#printer.busy(`${what} ${plainLine(eventSummary(event, this.#names))}`);
  }

  #idle(): void {
    this.#busy?.[Symbol.dispose]();
    this.#busy = undefined;
  }

  /** The whole text, as far as it is not on the screen yet. */
  #respond(whole: string): void {
    const begun = this.#streamed !== "";
    const shown = (value: string) => (this.#printer.terminal ? plainText(value) : value);
    if (whole.startsWith(this.#streamed)) this.#write(shown(whole.slice(this.#streamed.length)), begun);
    else {
      this.#breakLine();
      this.#write(shown(whole), false);
    }
    this.#streamed = "";
    if (whole !== "") this.#said = whole;
  }

  #write(rest: string, begun: boolean): void {
    if (rest === "" && !begun) return;
    const last = rest === "" ? this.#streamed : rest;
    this.#printer.result(last.endsWith("\n") ? rest : `${rest}\n`);
  }

  #breakLine(): void {
    if (this.#streamed !== "") this.#printer.result(this.#streamed.endsWith("\n") ? "" : "\n");
    this.#streamed = "";
  }

  #line(mark: string, words: string, failed: boolean): void {
    const { err } = this.#printer;
    const lead = failed ? err.error(mark) : err.name(mark);
    this.#printer.message(`${lead} ${cut(plainLine(words), WIDEST)}\n`);
  }
}
