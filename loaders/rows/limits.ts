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
