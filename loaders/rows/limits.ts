import {endOfString} from "./exact.js";

/** How deep an entry may be nested, and whatever else a body holds: at many times of it DuckDB's JSON functions end the process. */
export const mostDepth = 1000;

/** How many characters a text column takes: names are shorter, and each copy of a longer one costs its length. */
export const mostText = 1000;

/** Whether a value is nested deeper than so many levels. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  for (const part of Object.values(value)) if (isDeeper(part, levels - 1)) return true;
  return false;
}

/** The value with what is nested deeper than so many levels left out, for which it says "…". */
export function shallow(value: unknown, levels: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (levels === 0) return "…";
  if (Array.isArray(value)) return value.map((part) => shallow(part, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shallow(part, levels - 1)]));
}

/** How deep JSON text may be nested, and how many values it may hold. */
export interface Bounds {
  depth: number;
  values: number;
}

/**
 * Which of its bounds JSON text exceeds, without parsing it; null if none. Values are counted by the commas and
 * opening brackets outside of strings.
 */
export function excessOf(text: string, most: Bounds): keyof Bounds | null {
  let [depth, values] = [0, 0];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 34) i = endOfString(text, i) - 1;
    else if (code === 44) values += 1;
    else if (code === 91 || code === 123) [depth, values] = [depth + 1, values + 1];
    else if (code === 93 || code === 125) depth -= 1;
    if (depth > most.depth) return "depth";
    if (values > most.values) return "values";
  }
  return null;
}
