import {messageOf} from "../config/errors.js";

/**
 * What is wrong with a CSV file, of an error of DuckDB's reader, whose message has all its settings and advice for
 * programmers; null if the error is not about CSV. `lineOf` gives the line of a record.
 */
export function csvProblem(error: unknown, lineOf = (record: number) => record): string | null {
  const message = messageOf(error);
  if (!/\bCSV\b|read_csv/.test(message)) return null;
  if (/reached an invalid state/.test(message))
    return "a quote is misplaced, or line ends are mixed: write each line alike, and quotes within a text twice";
  const [, line] = /CSV Error on Line: (\d+)/.exec(message) ?? [];
  if (line === undefined) return null;
  const [, text = ""] =
    /Original Line: ([\s\S]*?)\n(?:Expected|Value|Invalid|Maximum|Error|Possible|\n)/.exec(message) ?? [];
  const start = text.trim().slice(0, 80);
  const kind = kinds.find(({says}) => says.test(message));
  const problem =
    kind?.text(kind.says.exec(message) ?? []) ??
    (/\n([^\n]*)\n(?:Possible|\n)/.exec(message)?.[1] || "it cannot be read");
  return `line ${lineOf(Number(line))}${start === "" ? "" : ` (${JSON.stringify(start)})`}: ${problem}`;
}

const kinds: readonly {says: RegExp; text(found: readonly string[]): string}[] = [
  {
    says: /Expected Number of Columns: (\d+) Found: (\d+)/,
    text: ([, expected, found]) =>
      `${found} ${found === "1" ? "column" : "columns"}, where the first line has ${expected}: remove the line, or quote text that has the delimiter`
  },
  {says: /unterminated quote/, text: () => "a quote is misplaced or not closed: write quotes within a text twice"},
  {says: /Invalid unicode/, text: () => "its text is not UTF-8: save the file as UTF-8"},
  {says: /Maximum line size/, text: () => "the line is too long: is a quote not closed?"}
];
