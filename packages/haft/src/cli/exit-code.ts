// What a command's exit code says.

/** 0 done · 1 the thing asked for failed · 2 wrong usage · 3 still waiting · 130 interrupted. */
export const EXIT = { done: 0, failed: 1, usage: 2, waiting: 3, interrupted: 130 } as const;

/** One of `EXIT`. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
