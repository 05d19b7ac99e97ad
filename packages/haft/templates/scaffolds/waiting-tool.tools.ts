import { askUser, resumes } from "haft";

// A tool that waits returns a wait: askUser, sleepFor, sleepUntil, watchFiles or waitForSignal. The call is then parked,
// without a process, until what it waits for has happened: minutes or weeks later.
// `meta` is for what the companion has to know.

/**
 * Ask a person a question.
 *
 * Use when a decision needs a person.
 *
 * @param question - What to ask.
 */
export function {{name}}(question: string) {
  return askUser(question, { choices: ["yes", "no"], meta: { question } });
}

// The companion turns what happened into the tool's result. It takes the payload and the meta, and may take `ctx`.
// It may return a wait, and is then called again.
resumes({{name}}, (payload: { response: string }, meta: { question: string }) => payload.response);
