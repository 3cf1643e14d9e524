/** The name with the fewest edits, at most one per three letters; else one that starts with the text; else null. */
export function nearest(word: string, names: readonly string[]): string | null {
  const [sought, most] = [word.toLowerCase(), Math.max(1, Math.floor(word.length / 3))];
  const scored = names.map((name) => ({name, count: distance(sought, name.toLowerCase())}));
  const [best] = scored.filter(({count}) => count <= most).sort((a, b) => a.count - b.count);
  return best?.name ?? names.find((name) => sought.length > 1 && name.toLowerCase().startsWith(sought)) ?? null;
}

// The edits (Levenshtein) between two words, row by row of the usual table.
function distance(word: string, other: string): number {
  let row = Array.from({length: other.length + 1}, (_, j) => j);
  for (const [i, letter] of [...word].entries()) {
    const next = [i + 1];
    for (const [j, own] of [...other].entries())
      next.push(Math.min((row[j] ?? 0) + Number(letter !== own), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    row = next;
  }
  return row.at(-1) ?? 0;
}
