/** A fenced block of code as its editor has it: the code, and what stands behind the language, such as `id=rows`. */
export interface Fence {
  language: string;
  options: string;
  code: string;
}

/** Reads a block's Markdown, with whatever line ends; null where it is no code of a language. */
export function readFence(block: string): Fence | null {
  const parts = partsOf(block);
  return parts && {language: parts.language, options: parts.info.trim(), code: parts.code.join("\n")};
}

/**
 * The Markdown of a block with other options and code, its lines ended by `\n`. What is the same stays as it was; code that
 * would end the block gets a longer fence. Options are one line, and have no backquote: that would be no fence.
 */
export function writeFence(block: string, {options, code}: Omit<Fence, "language">): string {
  const parts = partsOf(block);
  if (parts === null) return code;
  const {indent, ticks, tail} = parts;
  const typed = code === parts.code.join("\n") ? parts.code : code.split("\n");
  const info = options.trim() === parts.info.trim() ? parts.info : ` ${options.trim()}`.trimEnd();
  const longest = Math.max(ticks.length - 1, ...typed.map((line) => closing(line, ticks.charAt(0))));
  const longer = ticks.charAt(0).repeat(longest + 1);
  const isKept = longer.length === ticks.length;
  const [last = "", ...rest] = tail;
  const end = isKept || tail.length === 0 ? tail : [last.replace(last.trim(), longer), ...rest];
  return [`${indent}${longer}${parts.gap}${parts.language}${info}`, ...typed, ...end].join("\n");
}

interface Parts {
  indent: string;
  ticks: string;
  gap: string;
  language: string;
  /** What stands behind the language, spaces included. */
  info: string;
  code: string[];
  /** The line that closes the fence, and what stands below it; none of a fence that goes on to the end of the file. */
  tail: string[];
}

function partsOf(block: string): Parts | null {
  const [first = "", ...lines] = block.split(/\r\n?|\n/);
  const [, indent = "", ticks = "", gap = "", language = "", info = ""] =
    /^( {0,3})(`{3,}|~{3,})(\s*)([\w-]+)(.*)$/.exec(first) ?? [];
  if (language === "" || (ticks.startsWith("`") && info.includes("`"))) return null;
  const end = lines.findIndex((line) => closing(line, ticks.charAt(0)) >= ticks.length);
  const code = end === -1 ? lines : lines.slice(0, end);
  return {indent, ticks, gap, language, info, code, tail: lines.slice(code.length)};
}

// How long a fence a line would close; 0: none.
function closing(line: string, tick: string): number {
  const [, run = ""] = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line) ?? [];
  return run.startsWith(tick) ? run.length : 0;
}
