/** How deep JSON text may be nested, and how many values it may hold. */
export interface Bounds {
  depth: number;
  values: number;
}

/**
 * Tells, without parsing it, which of its bounds JSON text exceeds; null if none. Values are counted by the commas and
 * opening brackets outside of strings.
 */
export function excessOf(text: string, most: Bounds): keyof Bounds | null {
  let [depth, values] = [0, 0];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 34) i = endOfString(text, i);
    else if (code === 44) values += 1;
    else if (code === 91 || code === 123) [depth, values] = [depth + 1, values + 1];
    else if (code === 93 || code === 125) depth -= 1;
    if (depth > most.depth) return "depth";
    if (values > most.values) return "values";
  }
  return null;
}

function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 92) i += 1;
    else if (code === 34) return i;
  }
  return text.length;
}
