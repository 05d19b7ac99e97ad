// A write that finds out in the middle that it must not be done: its changes are undone, and the reply is its result.

/** Thrown inside a transaction's own step. */
export class Refusal extends Error {
  readonly reply: { readonly ok: false };
  constructor(reply: { readonly ok: false; readonly reason?: string }) {
    super(reply.reason ?? "refused");
    this.name = "Refusal";
    this.reply = reply;
  }
}
