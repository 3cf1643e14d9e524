/**
 * The name that a word was probably meant to be: the one with the fewest edits, in any case, at most one per three letters;
 * else one that starts with the word; else null. Two swapped letters are one edit. `loaders/config/errors.ts` has the same rule
 * for commands, as no page may import a loader.
 */
export function nearest(word: string, names: readonly string[]): string | null {
  const [sought, most] = [word.toLowerCase(), Math.max(1, Math.floor(word.length / 3))];
  const counted = names.map((name) => ({name, count: distance(sought, name.toLowerCase())}));
  const [best] = counted.filter(({count}) => count <= most).sort((a, b) => a.count - b.count);
  return best?.name ?? names.find((name) => sought.length > 1 && name.toLowerCase().startsWith(sought)) ?? null;
}

// The edits between two words, row by row of the usual table (Levenshtein, with swaps: "optimal string alignment").
function distance(word: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({length: other.length + 1}, (_, j) => j);
  for (const [i, letter] of [...word].entries()) {
    const next = [i + 1];
    for (const [j, own] of [...other].entries()) {
      const edits = [(row[j] ?? 0) + Number(letter !== own), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1];
      const isSwap = i > 0 && j > 0 && letter === other[j - 1] && word[i - 1] === own;
      if (isSwap) edits.push((before[j - 1] ?? 0) + 1);
      next.push(Math.min(...edits));
    }
    before = row;
    row = next;
  }
  return row.at(-1) ?? 0;
}
