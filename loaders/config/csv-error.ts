/** The problem of a CSV file, from a message of DuckDB's reader, or null. `lineOf` gives the line of a record. */
export function csvProblem(message: string, lineOf = (record: number) => record): string | null {
  if (/reached an invalid state/.test(message))
    return "a quote is misplaced, or line ends are mixed: write each line alike, and quotes within a text twice";
  if (/Error when sniffing file/.test(message))
    return "its lines do not fit together: write as many columns in each line, or give read_csv delim, quote and skip";
  const [, record, start = ""] =
    /CSV Error on Line: (\d+)\s*(?:Original Line: ([\s\S]{0,400}?)\n(?=Expected|Value|Invalid|Maximum|Error|\n))?/.exec(
      message
    ) ?? [];
  if (record === undefined) return null;
  const kind = kinds.find(({says}) => says.test(message));
  const found = kind?.says.exec(message) ?? [];
  const text = start.trim() === "" ? "" : ` (${JSON.stringify(start.trim().slice(0, 80))})`;
  return `line ${lineOf(Number(record))}${text}: ${kind?.text(found) ?? "it cannot be read"}`;
}

/** The same with the file's name before and the place in the query after it, as for any error of a query. */
export function csvMessage(message: string): string | null {
  const problem = csvProblem(message);
  const file = /^\s*file = (.+)$/m.exec(message)?.[1] ?? /sniffing file "(.+?)"/.exec(message)?.[1] ?? "a CSV file";
  return problem && `${file}: ${problem}${/\n\nLINE \d+:[\s\S]*/.exec(message)?.[0] ?? ""}`;
}

const kinds: readonly {says: RegExp; text(found: readonly string[]): string}[] = [
  {
    says: /Expected Number of Columns: (\d+) Found: (\d+)/,
    text: ([, expected, found]) =>
      `${found} ${found === "1" ? "column" : "columns"}, where the first line has ${expected}: remove the line, or quote text that has the delimiter`
  },
  {
    says: /Error when converting column "(.+?)"\. (.*)/,
    text: ([, name, reason]) => `column ${name}: ${reason}: correct the value, or read the column as text`
  },
  {says: /unterminated quote/, text: () => "a quote is misplaced or not closed: write quotes within a text twice"},
  {says: /Invalid unicode/, text: () => "its text is not UTF-8: save the file as UTF-8"},
  {says: /Maximum line size/, text: () => "the line is too long: is a quote not closed?"}
];
