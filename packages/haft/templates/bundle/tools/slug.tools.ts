// A tool written as a function: the comment and the types are the contract.

import { tool } from "haft";

/**
 * Turn a title into a name for an address.
 *
 * Use when a page or a file needs a name made from its title.
 *
 * @param title - The title.
 * @example {"title": "Good morning"}
 */
export function slug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

tool(slug, { readOnly: true });
