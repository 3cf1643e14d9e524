import {escaped} from "../config/markup.js";
import {Refusal} from "./file.js";
import type {Change} from "./history.js";

/**
 * What readers pick on a page at first, if its front matter says so: `picks: "feed=2&range=6h"`, as its address would have it.
 * Null if it does not.
 */
export function picksOf(source: string): string | null {
  const line = lineOf(frontMatter(source)?.text ?? "");
  const value = line?.[1]?.trim().replace(/^(["'])(.*)\1$/, "$2");
  return value || null;
}

/** The same by the names of inputs; empty if it says nothing. */
export function pickedBy(source: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(picksOf(source) ?? ""));
}

/** The change that makes these the picks of a page; empty ones leave the page's own. @throws Refusal if it has others in a form of their own */
export function savePicks(source: string, picks: string): Change {
  const end = /\r\n|\n/.exec(source)?.[0] ?? "\n";
  const line = `picks: ${JSON.stringify(picks)}`;
  const matter = frontMatter(source);
  if (matter === null) {
    const start = source.startsWith("\uFEFF") ? 1 : 0;
    return {start, end: start, text: picks === "" ? "" : ["---", line, "---", "", ""].join(end)};
  }
  const old = lineOf(matter.text);
  if (old === null) return {start: matter.end, end: matter.end, text: picks === "" ? "" : `${line}${end}`};
  const start = matter.start + old.index;
  const until = start + old[0].length;
  if (/^[ \t]+\S/.test(source.slice(until)))
    throw new Refusal(422, 'picks of the front matter has several lines: write it in one, as picks: "feed=2&range=6h"');
  return {start, end: until, text: picks === "" ? "" : `${line}${end}`};
}

/** An element by which a page tells them to its script; empty if it has none. */
export function picksElement(source: string): string {
  const picks = picksOf(source);
  if (picks === null) return "";
  return `<meta name="feedbook-picks" content="${escaped(picks)}">\n`;
}

function lineOf(matter: string): RegExpExecArray | null {
  return /^picks:(.*?)(?:\r\n|\n|$)/m.exec(matter);
}

// The lines between those that begin and end it.
function frontMatter(source: string): {text: string; start: number; end: number} | null {
  const [, open = "", text] = /^(\uFEFF?---[ \t]*\r?\n)([\s\S]*?)^---[ \t]*\r?$/m.exec(source) ?? [];
  if (text === undefined || !source.startsWith(open)) return null;
  return {text, start: open.length, end: open.length + text.length};
}
