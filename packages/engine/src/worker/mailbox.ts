// What a run's mover hears, one thing after another.

/** A queue with one reader. */
export class Mailbox<T> {
  readonly #messages: T[] = [];
  #wake: (() => void) | null = null;

  /** Puts a message at the end. */
  put(message: T): void {
    this.#messages.push(message);
    this.#wake?.();
    this.#wake = null;
  }

  /** Everything that is there. */
  takeAll(): readonly T[] {
    return this.#messages.splice(0);
  }

  /** The next message, when there is one. */
  async take(): Promise<T> {
    for (;;) {
      const message = this.#messages.shift();
      if (message !== undefined) return message;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
