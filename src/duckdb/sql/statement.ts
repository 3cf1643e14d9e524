/** A statement of the console, which only reads. */
export interface Statement {
  /** Without trailing semicolons, spaces and comments, so that it is a subquery in brackets. */
  text: string;
  /** Whether it is an EXPLAIN, which cannot be in brackets. */
  isExplain: boolean;
}

const writes = "the console only reads: to name a step of a query, write WITH name AS (SELECT …) before it";
const attaches = "the console reads this site's data, and no other file or database";
const extensions =
  "a page loads no other extension: list it in site.extensions of feedbook.config.ts, and build the site again";
const settings = "the console changes no settings: leave this out";
const saves = "a page writes no files: run the query without it, then save its rows by CSV, JSON or Arrow above them";
const calls = "the console runs queries only: write DESCRIBE prices or SHOW TABLES, or FROM before a function";

// What to do instead of a statement, by its first word. DuckDB-Wasm answers some of these as if it had done them.
const instead: Readonly<Record<string, string>> = {
  ...byWord(saves, "COPY EXPORT"),
  ...byWord(extensions, "INSTALL LOAD FORCE"),
  ...byWord(attaches, "ATTACH DETACH USE IMPORT"),
  ...byWord(settings, "SET RESET CHECKPOINT VACUUM ANALYZE BEGIN START COMMIT ROLLBACK ABORT"),
  ...byWord(calls, "PRAGMA CALL PREPARE EXECUTE DEALLOCATE"),
  ...byWord(writes, "CREATE INSERT UPDATE DELETE MERGE DROP ALTER TRUNCATE COMMENT")
};

function byWord(sentence: string, words: string): Record<string, string> {
  return Object.fromEntries(words.split(" ").map((word) => [word, sentence]));
}

/** Reads what the reader wrote. @throws if it is not one statement, or one that does not read, with what to do instead */
export function readStatement(written: string): Statement {
  const found = statementsOf(written);
  const [text = ""] = found;
  if (found.length === 0) throw new Error("no query: write one, such as FROM feeds");
  if (found.length > 1)
    throw new Error(`run one query at a time: these are ${found.length}, with a semicolon between them`);
  const code = tokensOf(text).map((token) => (isBlank(token) ? " " : token));
  const start = code.join("").trimStart();
  const [explain = ""] = /^EXPLAIN\b\s*(?:ANALYZE\b)?\s*(?:\([^)]*\))?/i.exec(start) ?? [];
  const [, word = ""] = /^[\s(]*(\w+)/.exec(start.slice(explain.length)) ?? [];
  const refused = instead[word.toUpperCase()];
  if (refused !== undefined) throw new Error(`${word.toUpperCase()}: ${refused}`);
  return {text, isExplain: explain !== ""};
}

/** The statements of a text, each from the end of the one before, so that a title above the first stays with it. */
export function statementsOf(text: string): string[] {
  const statements: string[][] = [[]];
  for (const token of tokensOf(text)) {
    if (token === ";") statements.push([]);
    else statements.at(-1)?.push(token);
  }
  return statements.flatMap((tokens) => {
    const last = tokens.findLastIndex((token) => !isBlank(token));
    return last < 0 ? [] : [tokens.slice(0, last + 1).join("")];
  });
}

/** The parts of a text: texts in quotes, comments, white space, and each other character. */
export function tokensOf(text: string): string[] {
  return text.match(tokenForms) ?? [];
}

const tokenForms = new RegExp(
  [
    /(?<!\w)[eE]'(?:[^'\\]|''|\\[\s\S])*'/.source, // a backslash keeps a quote in it
    /'(?:[^']|'')*'|"(?:[^"]|"")*"/.source,
    /(?<![\w$])\$((?:[A-Za-z_]\w*)?)\$[\s\S]*?\$\1\$/.source, // $$ or $name$ on both sides
    /--.*|\/\*[\s\S]*?\*\/|\s+|[\s\S]/.source
  ].join("|"),
  "g"
);

/** Whether a part of a text is white space or a comment. */
export function isBlank(token: string): boolean {
  return /^(?:\s|--|\/\*.)/s.test(token);
}
