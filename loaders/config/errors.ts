import {inspect} from "node:util";
import type * as z from "zod";
import {nearest} from "../../src/format/nearest.js";
import {csvMessage} from "./csv-error.js";
import {shorten} from "./size.js";

/** A mistake in the configuration, the environment or a flag. Nothing was requested from the service. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** The message of anything thrown; messages of DuckDB's CSV reader in the user's words. */
export function messageOf(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return csvMessage(message) ?? message;
}

/** Anything thrown, as an error. */
export function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

type Path = readonly PropertyKey[];

/** Names the key, the value and the allowed values of each issue, which its message lists (`kinds.ts`). */
export function explain(error: z.ZodError, input: unknown): string {
  const lines = error.issues.flatMap((issue) => describe(issue, input));
  return lines.length === 1 ? `${lines[0]}` : lines.map((line) => `\n  ${line}`).join("");
}

/** A value as text for a message: one line, at most 80 characters, without user, password, query and fragment of an address. */
export function show(value: unknown): string {
  const text = typeof value === "string" ? JSON.stringify(value) : inspect(value, {depth: 2, breakLength: Infinity});
  return shorten(text.replace(quoted, (_, quote: string, inner: string) => quote + mask(inner) + quote));
}

const quoted = /(["'`])((?:\\.|(?!\1)[^\\])*)\1/g;

// Hides too much rather than too little: an unescaped password may contain @, /, ? or #.
function mask(text: string): string {
  const end = text.lastIndexOf("@");
  const user = text.slice(0, Math.max(end, 0));
  const query = text.search(/[?#]/);
  const slashes = user.indexOf("//");
  const isUser = end >= 0 && !/^[a-z]+_[a-z]+@\w*$/.test(text); // in a channel, such as fixed_rate@50ms, @ follows no user
  const scheme = slashes < 0 ? "" : user.slice(0, slashes + 2);
  if (isUser && query >= 0 && query < end) return `${scheme}***`; // either @ is in the query, or ? is in the password
  const safe = isUser ? `${scheme}***${text.slice(end)}` : text;
  return safe.replace(/([?#]|(?:token|password|passwd|pwd|secret|key)\w*\s*=).+/is, "$1***");
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
