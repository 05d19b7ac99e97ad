// A request of a call's that is refused: its name is the type of the error that the tool gets.

/** The refusal of one request. */
export class RefusedRequest extends Error {
  constructor(type: string, message: string) {
    super(message);
    this.name = type;
  }
}
