/** A size as text, in bytes, kB (1,000 bytes), MB or GB. */
export function sizeText(bytes: number): string {
  if (bytes < 1e3) return countText(Math.round(bytes), "byte");
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

/** Text cut at its end to at most so many characters. */
export function shorten(text: string, most = 80): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** A count with its noun, which is given for one and is regular: `1 row`, `2 rows`, `0 entries`. */
export function countText(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun.replace(/(?<![aeiou])y$/, "ie")}s`}`;
}
