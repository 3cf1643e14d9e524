import {distance} from "fastest-levenshtein";

/** The name with the fewest edits, at most one per three letters; else one that starts with the text; else null. */
export function nearest(word: string, names: readonly string[]): string | null {
  const [sought, most] = [word.toLowerCase(), Math.max(1, Math.floor(word.length / 3))];
  const scored = names.map((name) => ({name, count: distance(sought, name.toLowerCase())}));
  const [best] = scored.filter(({count}) => count <= most).sort((a, b) => a.count - b.count);
  return best?.name ?? names.find((name) => sought.length > 1 && name.toLowerCase().startsWith(sought)) ?? null;
}
