/** A piece of a text that should be a body, and where it begins: its line, and its number on that line unless it is the first. */
export interface TextBody {
  body: string;
  place: string;
}

/** A piece whose end has not come yet. */
interface Root {
  pieces: string[];
  length: number;
  place: string;
  line: number;
  /** The indentation of its first line. */
  indent: number;
  isJson: boolean;
  isBroken: boolean;
  depth: number;
  quoted: boolean;
  escaped: boolean;
  /** The last character outside of strings except white space, and whether its line has ended. */
  last: number;
  broke: boolean;
}

/** How far a text is split. */
interface Splitting {
  root: Root | null;
  line: number;
  /** How many pieces began on this line. */
  count: number;
  /** Indentation of this line so far; null after its first character. */
  indent: number | null;
  /** Where the arrays begin that are around the next value. */
  lists: string[];
  /** After a value that did not end: the most indentation of a line that may begin the next one. */
  skips: number | null;
  /** Characters that were split twice since the last whole value. */
  repeated: number;
  most: number;
}

const [lineFeed, space, quote, comma, colon, backslash] = [10, 32, 34, 44, 58, 92];
const [openList, closeList, open, close] = [91, 93, 123, 125];
const mostRepeated = 1e7;

/**
 * Splits a text into its JSON values, whether each has a line, or several, or nothing is between them; elements of an array are
 * values of their own. Text that is not JSON ends with its line. @throws if a piece has more than `most` characters
 */
export async function* splitRoots(text: AsyncIterable<string>, most = Infinity): AsyncGenerator<TextBody> {
  const state: Splitting = {root: null, line: 1, count: 0, indent: 0, lists: [], skips: null, repeated: 0, most};
  let isEmpty = true;
  for await (const chunk of text) {
    for (const body of split(state, chunk)) {
      isEmpty = false;
      yield body;
    }
  }
  while (state.root !== null) {
    isEmpty = false;
    const {piece, rest} = state.root.isJson ? cut(state, state.root) : {piece: take(state, state.root), rest: ""};
    yield piece;
    yield* split(state, rest);
  }
  if (isEmpty) yield {body: "", place: "1"};
  else if (state.lists[0] !== undefined) yield {body: "[", place: state.lists[0]}; // an array without an end
}

function* split(state: Splitting, chunk: string): Generator<TextBody> {
  let [text, at] = [chunk, 0];
  for (;;) {
    if (state.root === null) at = begin(state, text, at);
    const {root} = state;
    if (root === null) return;
    const end = root.isJson ? endOf(state, root, text, at) : text.indexOf("\n", at);
    keep(state, root, end < 0 ? text.slice(at) : text.slice(at, end));
    if (end < 0) return;
    if (root.isBroken) {
      const {piece, rest} = cut(state, root);
      yield piece;
      [text, at] = [rest + text.slice(end), 0];
    } else {
      if (root.isJson) state.repeated = 0;
      yield take(state, root);
      at = end;
    }
  }
}

// Skips white space, commas and brackets between values, and begins the next value. Gives its place.
function begin(state: Splitting, text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === lineFeed) startLine(state, state.line + 1);
    else if (code <= space || code === 0xfeff) {
      if (state.indent !== null) state.indent += 1; // a byte order mark lies between joined files
    } else if (isSkipped(state, code)) state.indent = null;
    else if (code === openList) state.lists.push(placeOf(state));
    else if (code === closeList && state.lists.length > 0) state.lists.pop();
    else if (code !== comma) {
      state.root = rootOf(state, code === open || code === quote);
      return at;
    }
  }
  return text.length;
}

function startLine(state: Splitting, line: number): void {
  Object.assign(state, {line, count: 0, indent: 0});
}

function isSkipped(state: Splitting, code: number): boolean {
  if (state.skips === null) return false;
  const begins = state.indent !== null && state.indent <= state.skips && (code === open || code === openList);
  if (begins) state.skips = null;
  return !begins;
}

function placeOf({line, count}: Splitting): string {
  return count === 0 ? `${line}` : `${line}.${count + 1}`;
}

function rootOf(state: Splitting, isJson: boolean): Root {
  if (!isJson) state.lists = []; // the brackets before it opened no array
  const start = {pieces: [], length: 0, place: placeOf(state), line: state.line, indent: state.indent ?? 0};
  state.count += 1;
  return {...start, isJson, isBroken: false, depth: 0, quoted: false, escaped: false, last: openList, broke: false};
}

function endOf(state: Splitting, root: Root, text: string, from: number): number {
  const end = root.length === 0 ? endOfLine(text, from) : -1;
  return end < 0 ? endOfValue(state, root, text, from) : end;
}

// The end of a value, or the place at which it proves broken; -1 if neither has come. It reads every character, so it works
// on local numbers.
function endOfValue(state: Splitting, root: Root, text: string, from: number): number {
  let {depth, quoted, escaped, last, broke} = root;
  let [at, end, lines] = [from, -1, 0];
  for (; at < text.length && end < 0; at++) {
    const code = text.charCodeAt(at);
    if (quoted) {
      if (escaped) escaped = false;
      else if (code === backslash) escaped = true;
      else if (code === quote) {
        quoted = false;
        if (depth === 0) end = at + 1;
      } else if (code === lineFeed) end = breakAt(root, at + 1); // JSON writes it as \n
    } else if (code === lineFeed) {
      broke = true;
      lines += 1;
    } else if (code > space) {
      if (broke && !mayFollow(last, code)) end = breakAt(root, at);
      broke = false;
      last = code;
      if (code === quote) quoted = true;
      else if (code === open || code === openList) depth += 1;
      else if ((code === close || code === closeList) && --depth === 0 && end < 0) end = at + 1;
    }
  }
  Object.assign(root, {depth, quoted, escaped, last, broke});
  if (lines > 0) startLine(state, state.line + lines);
  return end;
}

// A brace after a brace may begin another value, unless it begins the next entry of a response.
const mayBeSeveral = /\}(?!,\s*\{\s*"priceFeedId")[\s,]*\{/;

// The end of a value that fills its line, found without reading each character; -1 if the line does not show it. Within a
// value, no line begins with a brace after a line that ends with a brace.
function endOfLine(text: string, from: number): number {
  const line = text.indexOf("\n", from);
  if (line < 0 || text.charCodeAt(from) !== open || text.charCodeAt(line + 1) !== open) return -1;
  const own = text.slice(from, line).trimEnd();
  return !own.endsWith("}") || mayBeSeveral.test(own) ? -1 : from + own.length;
}

function breakAt(root: Root, at: number): number {
  root.isBroken = true;
  return at;
}

const separators = new Set([comma, colon, open, openList]);

// Whether a line within a value may begin with a character, after the last one of the lines before.
function mayFollow(last: number, code: number): boolean {
  return (code !== open && code !== openList) || separators.has(last);
}

function keep({most}: Splitting, root: Root, piece: string): void {
  root.length += piece.length;
  assertLength(root.length, most);
  root.pieces.push(piece);
}

/** @throws if a body has more than `most` characters */
export function assertLength(length: number, most: number): void {
  if (length > most)
    throw new Error(`a body is longer than ${most} bytes: raise service.maxBodyBytes, or leave it out`);
}

function take(state: Splitting, {pieces, place, isJson}: Root): TextBody {
  state.root = null;
  state.indent = null;
  const body = pieces.join("");
  return {body: isJson ? body : body.trimEnd(), place};
}

// Ends a broken value before the next line that begins as it did, or with its last whole line.
function cut(state: Splitting, root: Root): {piece: TextBody; rest: string} {
  const text = root.pieces.join("");
  const next = state.repeated > mostRepeated ? -1 : nextStart(text, root.indent);
  const isAtEnd = !root.isBroken;
  const end = next > 0 ? next : (isAtEnd ? 0 : text.lastIndexOf("\n") + 1) || text.length;
  const own = text.slice(0, end);
  const lines = own.split("\n").length - 1;
  state.root = null;
  state.repeated += text.length - end;
  startLine(state, root.line + lines);
  if (next < 0 && lines > 1) state.skips = root.indent;
  return {piece: {body: own.trimEnd(), place: root.place}, rest: text.slice(end)};
}

function nextStart(text: string, indent: number): number {
  for (const {0: start, index} of text.matchAll(/\n[ \t]*[{[]/g)) if (start.length - 2 <= indent) return index + 1;
  return -1;
}
