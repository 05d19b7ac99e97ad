// What a store is called: a file, or the address of a database, whose password is never shown.

/** Whether it is the address of a PostgreSQL database. */
export function isDatabaseUrl(store: string): boolean {
  return /^postgres(ql)?:\/\//i.test(store);
}

/** As it may be printed: without the password, wherever an address may hold one. */
export function shownStore(store: string): string {
  return store
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)([^@/?#]*)@/i, (_all, scheme: string, who: string) => {
      const [name = ""] = who.split(":");
      return name === "" ? scheme : `${scheme}${name}@`;
    })
    .replace(/([?&](?:password|sslpassword|passfile)=)[^&#]*/gi, "$1…");
}
