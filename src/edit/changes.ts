import type {EditedPage, Part} from "../../loaders/site/edit/server.js";

/** A text that replaces a part of a page's source. Its lines end by `\n`: the preview writes the line ends of the page. */
export interface Change extends Part {
  text: string;
}

type Source = Pick<EditedPage, "text" | "blocks">;

/** Adds a block before the block of that number, or at the end, between blank lines. */
export function added({text, blocks}: Source, before: number, typed: string): Change {
  const [last, next] = [blocks[before - 1], blocks[before]];
  if (last === undefined) {
    const start = next?.start ?? text.length;
    return {start, end: start, text: next === undefined ? `${typed}\n` : `${typed}\n\n`};
  }
  const lines = text.slice(last.end, next?.start).split(/\r\n?|\n/);
  const isTight = next !== undefined && lines.length < 3;
  return {start: last.end, end: last.end, text: `\n\n${typed}${isTight ? "\n" : ""}`};
}

/** Removes a block, and the space between it and the next one. */
export function removed({text, blocks}: Source, number: number): Change {
  const [last, block, next] = [blocks[number - 1], blocks[number], blocks[number + 1]];
  if (block === undefined) throw new RangeError(`no block ${number}`);
  if (next !== undefined) return {start: block.start, end: next.start, text: ""};
  return {start: last?.end ?? block.start, end: last === undefined ? text.length : block.end, text: ""};
}
