const literal = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/;
const escapes = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/g;
/** White space of JSON. */
export const space = /[ \t\r\n]*/y;

// What writers write in place of JSON, and why it is none.
const foreign: [RegExp, string][] = [
  [/^[+-]?(?:nan|inf|infinity)$/i, "JSON has no NaN and no infinity: write null"],
  [/^(?:none|null|na|undefined|true|false)$/i, "JSON has null, true and false, in small letters"],
  [/^'/, "JSON has double quotes around texts"],
  [/^(?:\/[/*]|#)/, "JSON has no comments"],
  [/^[+-.]?\d/, "JSON writes numbers otherwise"]
];

/** What is wrong with a text that is no JSON: the place at which it first breaks the grammar, and what is there. */
export function syntaxProblem(text: string): string {
  const nesting: string[] = []; // the brackets that close what is open
  let [expected, before, at] = ["a value", "", 0];
  for (;;) {
    at = endOf(space, text, at);
    const token = tokenAt(text, at);
    if (token === "") return nesting.length > 0 ? `it ends before its last ${nesting[0]}` : `${expected} is missing`;
    const next = follow(token, expected, nesting);
    if (next === null) return `${shortened(token)} at ${placeOf(text, at)}: ${reasonOf(token, expected, before)}`;
    [expected, before, at] = [next, token, at + token.length];
  }
}

/** The token at a place: a bracket, comma or colon; a text with its quotes, as far as it goes on its line; or a word. */
export function tokenAt(text: string, at: number): string {
  if (text[at] !== '"') return text.slice(at, endOf(/[{}[\],:]|[^ \t\r\n{}[\],:"]*/y, text, at));
  for (let end = at + 1; end < text.length; end++) {
    const character = text.charAt(end);
    if (character === '"') return text.slice(at, end + 1);
    if (character < " ") return text.slice(at, end);
    if (character === "\\") end += 1;
  }
  return text.slice(at);
}

// What must come after a token; null if it must not come itself.
function follow(token: string, expected: string, nesting: string[]): string | null {
  const after = () => (nesting.length === 0 ? "its end" : "a comma or bracket");
  if (/^[}\]]$/.test(token)) {
    if (nesting.at(-1) !== token || !/bracket/.test(expected)) return null;
    nesting.pop();
    return after();
  }
  if (token === ",") return expected !== "a comma or bracket" ? null : nesting.at(-1) === "}" ? "a name" : "a value";
  if (token === ":") return expected === "a colon" ? "a value" : null;
  if (/name/.test(expected)) return isText(token) ? "a colon" : null;
  if (!/value/.test(expected)) return null;
  if (token === "{" || token === "[") {
    nesting.push(token === "{" ? "}" : "]");
    return token === "{" ? "a name or bracket" : "a value or bracket";
  }
  return literal.test(token) || isText(token) ? after() : null;
}

function isText(token: string): boolean {
  const plain = token.replace(escapes, "_");
  return /^"[^"\\]*"$/.test(plain);
}

function reasonOf(token: string, expected: string, before: string): string {
  if (before === "," && /^[}\]]$/.test(token)) return "JSON has no comma before a closing bracket";
  if (token.startsWith('"') && /value|name/.test(expected)) return "the text has no end on its line, or a wrong escape";
  const form = literal.test(token) ? undefined : foreign.find(([start]) => start.test(token));
  return form?.[1] ?? `${expected} must be there`;
}

/** The end of what a sticky pattern matches at a place. */
export function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}

function shortened(token: string): string {
  return token.length > 20 ? `${token.slice(0, 19)}…` : token;
}

function placeOf(text: string, at: number): string {
  const lines = text.slice(0, at).split("\n");
  const character = `character ${(lines.at(-1) ?? "").length + 1}`;
  return text.trimEnd().includes("\n") ? `line ${lines.length}, ${character}` : character;
}
