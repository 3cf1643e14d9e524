import type {Block} from "../../../loaders/edit/blocks.js";
import type {EditedPage} from "../../../loaders/edit/server.js";

/** What replaces a part of a page's source. */
export interface Change {
  start: number;
  end: number;
  text: string;
}

/** A part of a text: from `start` to before `end`. */
export type Part = Pick<Change, "start" | "end">;

/** The source of a page, and where its blocks are. */
export type Source = Pick<EditedPage, "text" | "blocks">;

/**
 * What was typed in place of a part of a source. A field of text has one kind of line end: lines that are as they were keep
 * theirs, others get the one that the source begins with.
 */
export function retyped(
  {text}: Pick<Source, "text">,
  {start, end}: {start: number; end: number},
  typed: string
): Change {
  const old = linesOf(text.slice(start, end));
  const now = linesOf(typed);
  const isSame = (a: number, b: number) => old[a]?.text === now[b]?.text;
  const most = Math.min(old.length, now.length);
  let first = 0;
  while (first < most && isSame(first, first)) first++;
  let last = 0;
  while (last < most - first && isSame(old.length - 1 - last, now.length - 1 - last)) last++;
  const lineEnd = endOf(text);
  const lines = now.map((line, i) => {
    const isEnd = i === now.length - 1;
    const kept = i < first ? old[i] : i >= now.length - last ? old[old.length - now.length + i] : undefined;
    return line.text + (isEnd ? "" : kept?.end || lineEnd);
  });
  return {start, end, text: lines.join("")};
}

/** Adds a block before the block of that number, or at the end, between blank lines. */
export function added({text, blocks}: Source, before: number, typed: string): Change {
  const lineEnd = endOf(text);
  const own = typed.replace(/\r\n?|\n/g, lineEnd);
  const next = blocks[before];
  const last = blocks[before - 1];
  if (last === undefined) {
    const start = next?.start ?? text.length;
    return {start, end: start, text: next === undefined ? `${own}${lineEnd}` : `${own}${lineEnd}${lineEnd}`};
  }
  const gap = text.slice(last.end, next?.start);
  const isTight = next !== undefined && gap.split(/\r\n?|\n/).length < 3;
  return {start: last.end, end: last.end, text: `${lineEnd}${lineEnd}${own}${isTight ? lineEnd : ""}`};
}

/** Removes a block, and the space between it and the next one. */
export function removed({text, blocks}: Source, number: number): Change {
  const {start, end} = blockAt(blocks, number);
  const [last, next] = [blocks[number - 1], blocks[number + 1]];
  if (next !== undefined) return {start, end: next.start, text: ""};
  return last === undefined ? {start, end: text.length, text: ""} : {start: last.end, end, text: ""};
}

/** Moves a block up or down by one; what is between the two stays. */
export function moved({text, blocks}: Source, number: number, by: -1 | 1): Change {
  const [upper, lower] = [Math.min(number, number + by), Math.max(number, number + by)].map((i) =>
    blockAt(blocks, i)
  ) as [Block, Block];
  const between = text.slice(upper.end, lower.start);
  const texts = [text.slice(lower.start, lower.end), between, text.slice(upper.start, upper.end)];
  return {start: upper.start, end: lower.end, text: texts.join("")};
}

/**
 * Where a part of an older text is in a newer one: the same text elsewhere, or where it was changed, all lines that were; of
 * what was removed nothing is left, and `end` is `start`.
 */
export function followed(old: string, {start, end}: Part, now: string): Part {
  const {first, last} = sameEnds(old, now);
  const longer = now.length - old.length;
  if (end <= first) return {start, end};
  if (start >= old.length - last) return {start: start + longer, end: end + longer};
  const from = Math.min(start, first);
  const until = now.length - Math.min(old.length - end, last);
  const [, space = "", own = ""] = /^([\r\n]*)([\s\S]*?)[\r\n]*$/.exec(now.slice(from, until)) ?? [];
  return {start: from + space.length, end: from + space.length + own.length};
}

// How many characters two texts have in common at their start and at their end, in whole lines.
function sameEnds(old: string, now: string): {first: number; last: number} {
  const linesIn = (text: string): string[] => text.match(/[^\r\n]*(?:\r\n?|\n|$)/g) ?? [];
  const [before, after] = [linesIn(old), linesIn(now)];
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const first = before.slice(0, start).join("").length;
  const last = before.slice(before.length - end).join("").length;
  return {first, last};
}

function blockAt(blocks: readonly Block[], number: number): Block {
  const block = blocks[number];
  if (block === undefined) throw new RangeError(`no block ${number}`);
  return block;
}

function linesOf(text: string): {text: string; end: string}[] {
  const lines = Array.from(text.matchAll(/([^\r\n]*)(\r\n|\r|\n|$)/g), ([, line = "", end = ""]) => ({
    text: line,
    end
  }));
  // The match after the last line's end is a line, too, unless it is the second empty one there.
  return lines.length > 1 && lines.at(-1)?.text === "" && lines.at(-2)?.end === "" ? lines.slice(0, -1) : lines;
}

function endOf(text: string): string {
  return /\r\n?|\n/.exec(text)?.[0] ?? "\n";
}
