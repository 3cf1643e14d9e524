/** The candidate that `word` was probably meant to be (few edits, ignoring case), or null if none is close. */
export function nearest(word: string, candidates: readonly string[]): string | null {
  let best: string | null = null;
  let least = Math.max(1, Math.floor(word.length / 3)) + 1; // a third of the letters may be wrong
  for (const candidate of candidates) {
    const count = edits(word.toLowerCase(), candidate.toLowerCase());
    if (count < least) [best, least] = [candidate, count];
  }
  return best;
}

// Levenshtein distance, one row of the table at a time.
function edits(from: string, to: string): number {
  let row = Array.from({length: to.length + 1}, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
