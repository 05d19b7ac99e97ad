// One refusal of a filter: which system calls, with which arguments, and the error they get.

/** Numbers of the errors that filters answer with; the same on both architectures. */
export const ERRNO = { EPERM: 1, EACCES: 13, ENOSYS: 38, EAFNOSUPPORT: 97 } as const;

/**
 * A test on the low 32 bits of an argument: the kernel takes flags, commands and process numbers from those bits only,
 * so that bits above them must never change the answer.
 */
export interface ArgumentTest {
  readonly argument: number;
  /** Applied before comparing; default all 32 bits. */
  readonly mask?: number;
  /** Holds if the masked argument is one of these, or with `not` none of these. */
  readonly values: readonly number[];
  readonly not?: boolean;
}

/** Refuses each of the calls if every test holds. Names that an architecture does not have are skipped. */
export interface Rule {
  readonly calls: readonly string[];
  readonly errno: number;
  readonly when?: readonly ArgumentTest[];
}

/** A rule without a test on arguments. */
export function refusal(errno: keyof typeof ERRNO, calls: string): Rule {
  return { calls: calls.trim().split(/\s+/), errno: ERRNO[errno] };
}

/** A rule that depends on arguments. */
export function refusalWhen(errno: keyof typeof ERRNO, calls: string, ...when: readonly ArgumentTest[]): Rule {
  return { calls: calls.trim().split(/\s+/), errno: ERRNO[errno], when };
}
