// What an open run waits for whose files are on another machine.

/** In words. */
export function filesElsewhere({ place, away }: { readonly place: string; readonly away: boolean }): string {
  return `its files are on ${place}${away ? ", where no worker is" : ""}`;
}
