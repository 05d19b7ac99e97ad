// The tenant of the local store.

/** Whose everything is that the command line does. */
export const LOCAL = "local";
