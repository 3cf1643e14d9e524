// Values of inputs in the address.

import {toMs} from "../format/instant.js";

/** A value as text: numbers of a list after commas, else JSON. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return Number.isNaN(+value) ? "" : isoOf(value);
  if (typeof value !== "object") return String(value);
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === "number")
    ? value.join()
    : JSON.stringify(value);
}

function isoOf(date: Date): string {
  return date.toISOString().replace("T00:00:00.000Z", "").replace(".000Z", "Z");
}

/** The possible values of a text, first of the kind that the usual value is of. */
export function meanings(text: string, usual: unknown): unknown[] {
  const all: unknown[] = text === "" ? [null, ""] : [text];
  if (text !== "" && Number.isFinite(Number(text))) all.push(Number(text));
  if (text === "true" || text === "false") all.push(text === "true");
  if (/^\d{4}-\d\d-\d\d/.test(text)) all.push(new Date(toMs(text)));
  if (/^-?[\d.,eE+-]+$/.test(text)) all.push(text.split(",").map(Number));
  if (/^[[{]/.test(text)) all.push(...parsed(text));
  return all.toSorted((a, b) => Number(kindOf(b) === kindOf(usual)) - Number(kindOf(a) === kindOf(usual)));
}

function parsed(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? "list" : value instanceof Date ? "date" : typeof value;
}
