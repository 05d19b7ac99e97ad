// The other end of `child.ts`: answers what the process that started this one asks.

/** What a process serves. */
export interface Served extends AsyncDisposable {
  /** Told when it is ready. */
  readonly opened: object;
  answer(question: Readonly<Record<string, unknown>>): Promise<object>;
}

/** Opens, tells that it is ready, and answers until it is ended. */
export async function serve(open: () => Promise<Served>): Promise<void> {
  const served = await open();
  const end = async (): Promise<void> => {
    await served[Symbol.asyncDispose]();
    process.exit(0);
  };
  // Whoever asks may be gone without a word.
  process.once("disconnect", end);
  process.on("message", async (question: Readonly<Record<string, unknown>>) => {
    if (question.end === true) return end();
    try {
      process.send?.({ reply: await served.answer(question) });
    } catch (error) {
      process.send?.({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
  process.send?.({ reply: served.opened });
}
