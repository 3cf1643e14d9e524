import {readFrontMatter} from "@observablehq/framework/dist/frontMatter.js";
import {createMarkdownIt, type MarkdownIt, type Token} from "@observablehq/framework/dist/markdown.js";

/** A block of a page: its place in the source, and the language of its fence, such as `sql` or `js`, or `text`. */
export interface Block {
  kind: string;
  start: number;
  end: number;
}

/**
 * The blocks of a page's source as Framework reads them. Front matter and blank lines are between blocks, so no edit of
 * one changes them.
 */
export function blocksOf(source: string): Block[] {
  const content = withoutFrontMatter(source);
  const starts = lineStarts(source, source.length - content.length);
  const tokens = reader.parse(content, {}).filter(isBlock);
  return tokens.map((token, i) => {
    const start = startOf(token, starts) ?? source.length;
    const text = source.slice(start, startOf(tokens[i + 1], starts));
    return {kind: kindOf(token), start, end: start + text.replace(/[ \t\r\n]+$/, "").length};
  });
}

/** Makes a preview write a comment before each block, by which the editor finds the block on the page. */
export function markBlocks(md: MarkdownIt): MarkdownIt {
  md.core.ruler.after("block", "blocks", (state) => {
    state.tokens = state.tokens.flatMap((token) => {
      if (!isBlock(token)) return [token];
      return [Object.assign(new state.Token("html_block", "", 0), {content: "<!--block-->\n"}), token];
    });
  });
  return md;
}

// Finds only the starts of blocks: their text is not parsed.
const reader = createMarkdownIt();
reader.core.ruler.enableOnly(["normalize", "block"]);

// Framework throws for invalid front matter.
function withoutFrontMatter(source: string): string {
  try {
    return readFrontMatter(source).content;
  } catch {
    return source;
  }
}

function isBlock({level, map, nesting}: Token): boolean {
  return level === 0 && map !== null && nesting >= 0;
}

function startOf(token: Token | undefined, starts: readonly number[]): number | undefined {
  return token?.map ? starts[token.map[0]] : undefined;
}

function kindOf({type, info}: Token): string {
  return (type === "fence" && /^\s*([\w-]+)/.exec(info)?.[1]?.toLowerCase()) || "text";
}

function lineStarts(source: string, from: number): number[] {
  const ends = source.slice(from).matchAll(/\r\n?|\n/g);
  return [from, ...Array.from(ends, ({0: end, index}) => from + index + end.length)];
}
