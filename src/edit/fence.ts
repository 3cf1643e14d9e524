/** A block as its editor shows it: the code of a fence with its options, or a text without a language. */
export interface Fence {
  language: string;
  /** Such as `id=rows`. */
  options: string;
  code: string;
}

const fenced = /^ {0,3}(`{3,}|~{3,})[ \t]*([\w-]+)([^\n`]*)\n(?:([\s\S]*)\n)? {0,3}\1[`~]*[ \t]*$/;

/** Reads the Markdown of a block, with any line ends. */
export function readFence(block: string): Fence {
  const text = block.replace(/\r\n?/g, "\n");
  const [, , language = "", options = "", code = ""] = fenced.exec(text) ?? [];
  return language === "" ? {language, options, code: text} : {language, options: options.trim(), code};
}

/** The Markdown of a block, its lines ended by `\n`. Nothing in the code or the options ends the fence early. */
export function writeFence({language, options, code}: Fence): string {
  if (language === "") return code;
  const tick = options.includes("`") ? "~" : "`";
  const runs = code.match(tick === "`" ? /`{3,}/g : /~{3,}/g) ?? [];
  const ticks = tick.repeat(Math.max(3, ...runs.map(({length}) => length + 1)));
  return `${ticks}${`${language} ${options}`.trim()}\n${code}\n${ticks}`;
}

const languages: Readonly<Record<string, string>> = {sql: "SQL", js: "JavaScript"};

/** The name of a language. */
export function languageName(language: string): string {
  return languages[language] ?? language;
}

/** The name of a block: the first line of a text; of code the language, with its options or its first line. */
export function nameOf(block: string): string {
  const {language, options, code} = readFence(block);
  const text = language === "" ? code.replace(/^[\s#>*-]+|\*\*/g, "") : code;
  const [first = ""] = (options || text).split("\n");
  return `${languageName(language)} ${first}`.trim().slice(0, 80) || "Text";
}
