import {inspect} from "node:util";
import type {z} from "zod";

/** A mistake in the configuration, the environment or a flag: nothing was asked of the service. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** The message of whatever was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Whatever was thrown, as an error. */
export function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

type Path = readonly PropertyKey[];

/**
 * Says what is wrong with `input`: for each issue the key, the value and what is allowed. Expects schemas whose issue
 * messages are what is allowed, as those of `kinds.ts` are.
 */
export function explain(error: z.ZodError, input: unknown): string {
  const lines = error.issues.flatMap((issue) => describe(issue, input));
  return lines.length === 1 ? `${lines[0]}` : lines.map((line) => `\n  ${line}`).join("");
}

/** A value as short text for a message: one line, bounded, without the user, password, query and fragment of an address. */
export function show(value: unknown): string {
  const text = typeof value === "string" ? JSON.stringify(value) : inspect(value, {depth: 2, breakLength: Infinity});
  const safe = text.replace(quoted, (_, quote: string, inner: string) => quote + mask(inner) + quote);
  return safe.length > 80 ? `${safe.slice(0, 79)}…` : safe;
}

const quoted = /(["'`])((?:\\.|(?!\1)[^\\])*)\1/g;

// Hides too much rather than too little: an unescaped password may have any of an address's signs in it.
function mask(text: string): string {
  const end = text.lastIndexOf("@");
  const user = text.slice(0, Math.max(end, 0));
  const query = text.search(/[?#]/);
  const slashes = user.indexOf("//");
  const isUser = end >= 0 && !/^[a-z]+_[a-z]+@\w*$/.test(text); // a channel has an @ too, but no user before it
  const scheme = slashes < 0 ? "" : user.slice(0, slashes + 2);
  if (isUser && query >= 0 && query < end) return `${scheme}***`; // a query's @, or a password's ?
  return (isUser ? `${scheme}***${text.slice(end)}` : text).replace(/([?#]).+/s, "$1***");
}

function describe(issue: z.core.$ZodIssue, input: unknown): string[] {
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => unknown([...issue.path, key], issue.message));
  const value = at(input, issue.path);
  const problem = value === undefined ? "is missing" : `is ${show(value)}`;
  return [[keyText(issue.path), `${problem}; allowed: ${issue.message}`].filter(Boolean).join(" ")];
}

function unknown(path: Path, allowed: string): string {
  const meant = nearest(String(path.at(-1)), allowed.split(", "));
  const advice = meant === null ? `allowed: ${allowed}` : `did you mean ${keyText([...path.slice(0, -1), meant])}?`;
  return `${keyText(path)} is unknown; ${advice}`;
}

function keyText(path: Path): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text === "" ? String(key) : `${text}.${String(key)}`;
  }, "");
}

function at(input: unknown, path: Path): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

/**
 * The name that a word was probably meant to be: the one with the fewest edits, in any case, at most one per three letters;
 * else one that starts with the word; else null. Two swapped letters are one edit. Pages may import no loader, so
 * `src/lib/nearest.ts` has the same rule, and a test compares both.
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
