// What a wait may be at most. The helpers inside check it first, the engine again; Python's are in `haft/_waits.py`, and a
// test holds them against these.

/** The largest `meta`, in bytes of JSON. */
export const MAX_META_BYTES = 64 * 1024;
/** The longest wait: 366 days. */
export const MAX_WAIT_SECONDS = 366 * 86_400;
