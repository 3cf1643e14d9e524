/**
 * The name that a misspelt word probably means: the one with the fewest edits, at most one per three letters, in upper or
 * lower case; otherwise one that starts with the word; otherwise null. Two swapped letters are one edit.
 */
export function nearest(word: string, names: readonly string[]): string | null {
  const [sought, most] = [word.toLowerCase(), Math.max(1, Math.floor(word.length / 3))];
  const counted = names.map((name) => ({name, count: distance(sought, name.toLowerCase())}));
  const [best] = counted.filter(({count}) => count <= most).sort((a, b) => a.count - b.count);
  return best?.name ?? names.find((name) => sought.length > 1 && name.toLowerCase().startsWith(sought)) ?? null;
}

// The number of edits between two words: Levenshtein distance with swaps ("optimal string alignment"), row by row.
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
