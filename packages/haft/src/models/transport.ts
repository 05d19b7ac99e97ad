// How requests leave this process: by the runtime's own `fetch`, to the address that was set and to no other.

/** An answer that no model gives: a page. */
export class ForeignAnswer extends Error {}

/**
 * Follows no redirect, because the key would travel with it, and takes no page for a stream: a wrong address often answers
 * with one, and an empty stream looks like a response that was cut short.
 */
export async function transport(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: "manual" });
  const type = response.headers.get("content-type") ?? "";
  if (!response.ok || !type.startsWith("text/html")) return response;
  await response.body?.cancel();
  throw new ForeignAnswer();
}
