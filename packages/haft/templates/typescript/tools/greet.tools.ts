// Tools written as functions: the comment and the types are the contract.

import { tool } from "haft";

const GREETINGS = { en: "Hello", nb: "Hei", sw: "Jambo" } as const;

/**
 * Greet a person by name.
 *
 * Use when somebody should be welcomed.
 *
 * @param name - Who to greet.
 * @param language - The language of the greeting.
 * @example {"name": "Ada"}
 * @example {"name": "Ada", "language": "nb"}
 */
export function greet(name: string, language: keyof typeof GREETINGS = "en"): string {
  return `${GREETINGS[language]}, ${name}!`;
}

tool(greet, { readOnly: true });
