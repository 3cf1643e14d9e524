import {statementsOf} from "../../store/database/statement.js";

/** A statement of a `.sql` file: its text without the closing semicolon, and the line of the file that it starts on. */
export interface Statement {
  /** From a comment `-- name: feeds` above the statement; null if the file is one statement without a name. */
  name: string | null;
  sql: string;
  line: number;
}

/** A `.sql` loader: its statements, and the page (if any) whose queries it answers: `-- answers: ../prices.md`. */
export interface SqlFile {
  statements: Statement[];
  answers: string | null;
}

/** Reads a `.sql` loader: one statement, or several that each follow `-- name: identifier`. @throws SyntaxError */
export function parseSqlFile(text: string): SqlFile {
  const statements: Statement[] = [];
  let answers: string | null = null;
  let current: Statement = {name: null, sql: "", line: 1};
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const [, key, value] = /^--\s*(name|answers):\s*(\S+)\s*$/.exec(line) ?? [];
    if (key === "answers") answers = value ?? null;
    if (key === "name" && value !== undefined) {
      close(current, statements);
      current = {name: value, sql: "", line: i + 2};
      if (statements.some(({name}) => name === value)) throw new SyntaxError(`line ${i + 1}: repeated name: ${value}`);
    } else {
      current.sql += `${key === undefined ? line : ""}\n`;
    }
  }
  close(current, statements);
  const stray = statements.length > 1 && statements.find(({name}) => name === null);
  if (stray) throw new SyntaxError(`line ${stray.line}: text before the first -- name: comment`);
  return {statements, answers};
}

function close({name, sql, line}: Statement, statements: Statement[]): void {
  const [only, ...more] = statementsOf(sql);
  if (only !== undefined) statements.push({name, sql: more.length > 0 ? sql.trimEnd() : only, line});
  else if (name !== null) throw new SyntaxError(`line ${line}: no statement after the name: ${name}`);
}
