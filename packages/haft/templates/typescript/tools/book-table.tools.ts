// A tool that asks a person. While it waits it holds no process: the answer may come minutes or weeks later.

import { askUser, resumes } from "haft";

/**
 * Book a table, once a person has agreed.
 *
 * Use when somebody wants to eat out on a known day.
 *
 * @param day - The day of the visit. @format date
 * @param guests - How many people come. @integer @minimum 1
 * @example {"day": "2030-05-17", "guests": 4}
 */
export function bookTable(day: string, guests: number) {
  return askUser(`Book a table for ${guests} on ${day}?`, { choices: ["yes", "no"], meta: { day, guests } });
}

/**
 * Turns the answer into the result.
 *
 * @internal
 */
export function answered(payload: { response: string }, meta: { day: string; guests: number }) {
  return { booked: payload.response === "yes", ...meta };
}

resumes(bookTable, answered);
