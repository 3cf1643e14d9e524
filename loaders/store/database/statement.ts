import {type DuckDBConnection, type DuckDBPreparedStatement, StatementType} from "@duckdb/node-api";
import {ConfigError, messageOf} from "../../config/errors.js";

/** The statements of a text, each without its semicolon, and without spaces and comments at its end. */
export function statementsOf(text: string): string[] {
  const statements: string[][] = [[]];
  for (const token of text.match(tokens) ?? []) {
    if (token === ";") statements.push([]);
    else statements.at(-1)?.push(token);
  }
  return statements.flatMap((parts) => {
    const last = parts.findLastIndex((token) => !/^(?:\s|--|\/\*.)/s.test(token));
    return last < 0 ? [] : [parts.slice(0, last + 1).join("")];
  });
}

// Quoted text, comments, spaces, words, and other characters.
const tokens = new RegExp(
  [
    /(?<!\w)[eE]'(?:[^'\\]|''|\\[\s\S])*'|'(?:[^']|'')*'|"(?:[^"]|"")*"/.source,
    /(?<![\w$])\$((?:[A-Za-z_]\w*)?)\$[\s\S]*?\$\1\$/.source, // $$ or $name$ on both sides
    /--.*|\/\*[\s\S]*?\*\/|\s+|\w+|[\s\S]/.source
  ].join("|"),
  "g"
);

/** The source of a RegExp for spaces and comments. It can match a text in one way only, as it would backtrack for ever. */
export const blanks = /(?:\s|--[^\n\r]*[\n\r]|\/\*(?:[^*]|\*(?!\/))*\*\/)*/.source;

/**
 * Prepares one statement. DuckDB makes several of one that has a PIVOT: the first ones find its columns, as a temporary type, and
 * are run here. @throws ConfigError if there are several, else DuckDB's error
 */
export async function prepare(connection: DuckDBConnection, sql: string): Promise<DuckDBPreparedStatement> {
  const [text = "", ...more] = statementsOf(sql);
  if (more.length > 0) throw new ConfigError(`${more.length + 1} statements: give one query at a time`);
  const made = await connection.extractStatements(text).catch((error: unknown) => {
    throw new Error(messageOf(error).replace(/^Failed to extract statements: /, ""));
  });
  let main = made.count - 1;
  for (let i = 0; i < main; i++) {
    const first = await made.prepare(i);
    if (first.statementType === StatementType.TRANSACTION)
      main = made.count - 2; // it begins with one, and ends with one
    else await first.run();
    first.destroySync();
  }
  return made.prepare(main);
}
