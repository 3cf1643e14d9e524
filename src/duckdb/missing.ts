import {notLoaded} from "./extensions.js";

const elsewhere = "ask it in a .sql loader, which runs in native DuckDB";
const files =
  "SQL on a page reads the tables of this site's data, and no file or other host: read a file by FileAttachment, or ask in a .sql loader";
const zoned =
  "a page computes with TIMESTAMP, not with TIMESTAMP WITH TIME ZONE: write now()::TIMESTAMP, which is in UTC, " +
  "or local_time(t, 'America/New_York')";

// Errors of DuckDB about functions that it lacks in a browser, and what to write instead. The first match counts.
const instead: readonly (readonly [RegExp, string])[] = [
  [
    /(?:Table|Copy) Function with name .* in the (?!icu)\w+ extension|name \S+\.\w+ does not exist|Cannot access file/,
    files
  ],
  [
    /in the json extension|extension 'json'/,
    `SQL on a page reads no JSON: use JSON.parse in a js block, or ${elsewhere}`
  ],
  [/Collation with name|icu_sort_key/, `SQL on a page has no collations: sort in a js block, or ${elsewhere}`],
  [/extension 'icu'|No function matches .*TIMESTAMP WITH TIME ZONE/, zoned],
  [
    /Loading external extensions is disabled/,
    "a page has the extensions that site.extensions of feedbook.config.ts lists, and no others"
  ],
  [/in the icu extension/, `a page has no icu extension: ${elsewhere}`],
  [/in the \w+ extension/, "a page does not have this extension of DuckDB"],
  [
    /Parameter not supported in|syntax error at or near "\$\d/,
    `a value is bound, not pasted: for a column or table that a page chooses write \${identifier(name)}`
  ],
  [
    /Unimplemented type for cast \([^(]* -> [^(]*\[\]\)/,
    `a list has brackets of its own: write IN \${ids}, not IN (\${ids})`
  ],
  [
    /identifiers of the excess parameters/,
    `DuckDB does not read a \${…} of this query: remove the part that it leaves out, such as a WINDOW that no function uses`
  ],
  [/Unsupported Arrow type/, "values of this type do not reach a page: write column::VARCHAR"]
];

// A failed read of the snapshot: a new build removes the files of the previous one.
const unread = /Range request for \S+ (?:failed|did)/;
const unreadText =
  "cannot read the site's data: reload the page, as the site may have been built anew, or ask again, as the network may be away";

/** An error of DuckDB-Wasm, with advice that a page can follow. */
export function explain(message: string): string {
  const said = plain(message);
  if (unread.test(said)) return unreadText;
  const [, sentence] = instead.find(([pattern]) => pattern.test(said)) ?? [];
  if (sentence === undefined) return said;
  const kept = said.replace(/\n+(?:Please try installing|\t?Candidate functions:)[\s\S]*?(?=\n+LINE \d|$)/, "");
  const [first = "", ...rest] = kept.trimEnd().split(/\n{2,}/);
  return [`${first}\n${sentence}${extensionAdvice(said)}`, ...rest].join("\n\n");
}

function extensionAdvice(said: string): string {
  const [, name] = /(?:in the |extension ')(\w+)(?: extension|')/.exec(said) ?? [];
  if (name === undefined) return "";
  const reason = notLoaded.get(name);
  if (reason !== undefined) return `\nthe site has the extension ${name}, which could not be loaded: ${reason}`;
  return `\nto have this extension on pages, list "${name}" in site.extensions of feedbook.config.ts`;
}

// Some errors are JSON.
function plain(message: string): string {
  try {
    const {exception_type: type, exception_message: text} = JSON.parse(message);
    return `${type} Error: ${text}`;
  } catch {
    return message;
  }
}
