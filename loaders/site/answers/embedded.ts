import {join} from "node:path/posix";
import type {Page} from "@observablehq/framework/dist/markdown.js";
import pLimit from "p-limit";
import type {Snapshot} from "../../snapshot/snapshot.js";
import {toRecords} from "../../store/database/query.js";
import {type Answer, answerQuery} from "./blocks.js";
import {initialsOf} from "./initials.js";
import {answeredPages} from "./openings.js";
import {type PageRules, pageRules} from "./page-rules.js";
import {queriesOf} from "./queries.js";

// The most JSON that a page may carry, in characters; gzipped it is about a tenth. DuckDB-Wasm answers the rest.
const mostOfOne = 500_000;
const mostOfAll = 1_500_000;
const mostRows = 20_000;

/**
 * A page with the answers of its own queries, so that its first picture needs no DuckDB-Wasm. Only queries whose parameters
 * are known before it opens are answered (see `initialsOf`), and none that are large or slow, or depend on the time of day
 * or on chance. Pages that a data loader answers stay as they are.
 */
export async function withAnswers(
  page: Page,
  source: string,
  {root, snapshot, longestMs = 10_000}: Place
): Promise<Page> {
  const all = queriesOf(page, source);
  if (!all.every(({strings: [start = ""]}) => asks.test(start))) return page; // another statement may change what the others answer
  const queries = all.filter(({strings}) => !changes.test(strings.join()));
  if (queries.length === 0 || isAnswered(page.path, root)) return page;
  const rules = await pageRules(root);
  const {widths, defaultOf} = rules;
  const answerOf = answering(snapshot, rules, longestMs);
  const answers = new Set<string>();
  for (const width of source.includes("stepInput") ? widths : widths.slice(0, 1)) {
    const initialOf = initialsOf(page, {
      async rowsOf(strings, values) {
        const rows = recordsOf(await answerOf(strings, values));
        const query = rules.inlined(strings, values);
        rules.keepQuery(rows, query.strings, query.values);
        return rows;
      },
      defaultOf: (name, args) => defaultOf(name, args, width)
    });
    for (const {strings, expressions} of queries) {
      const values = await Promise.all(expressions.map(initialOf)).catch(() => null);
      const answer = values === null ? null : await answerOf(strings, values).catch(() => null); // then the page asks DuckDB-Wasm
      if (answer !== null) answers.add(JSON.stringify(answer));
    }
  }
  const json = jsonOf(answers);
  if (json === "[]") return page;
  return {...page, body: `${page.body}\n<script type="application/json" id="fb-answers">${json}</script>`};
}

// As many answers as there is room for, escaped so that they contain no markup.
function jsonOf(answers: ReadonlySet<string>): string {
  const kept: string[] = [];
  for (const answer of answers)
    if (answer.length <= mostOfOne && kept.join().length + answer.length <= mostOfAll) kept.push(answer);
  return `[${kept}]`.replaceAll("<", "\\u003c");
}

// Asks each query once. @throws DuckDB's error, or one if it takes too long
function answering(snapshot: Snapshot, rules: PageRules, longestMs: number) {
  const asked = new Map<string, Promise<Answer | null>>();
  const inTurn = pLimit(1); // so that only the query that takes too long is interrupted
  return (written: readonly string[], given: readonly unknown[]): Promise<Answer | null> => {
    const {strings, values} = rules.inlined(written, given);
    const key = JSON.stringify([strings, values]);
    const work = () => answerQuery(snapshot, {strings, values}, rules, mostRows);
    const answer = asked.get(key) ?? inTurn(() => snapshot.until(AbortSignal.timeout(longestMs), work));
    asked.set(key, answer);
    return answer;
  };
}

// Rows as a page has them, as far as inputs need.
function recordsOf(answer: Answer | null): Record<string, unknown>[] {
  const {columns, rows} = answer ?? {columns: [], rows: []};
  const read = (value: unknown, type = "") =>
    value !== null && /^(?:TIMESTAMP|DATE)\b/.test(type) ? new Date(String(value)) : value;
  return toRecords({columns, rows: rows.map((row) => row.map((value, i) => read(value, columns[i]?.type)))});
}

interface Place {
  root: string;
  snapshot: Snapshot;
  /** How long a query may take, in ms; default: 10 s. */
  longestMs?: number;
}

const asks =
  /^\s*(?:(?:--[^\n]*\n|\/\*[\s\S]*?\*\/)\s*)*\(*\s*(?:SELECT|FROM|WITH|VALUES|DESCRIBE|SUMMARIZE|PIVOT(?:_WIDER|_LONGER)?|UNPIVOT)\b/i;

// Functions whose result depends on the time, on chance or on the engine.
const changes = new RegExp(
  `\\b(?:${[
    ...[
      "now",
      "today",
      "age",
      "current_\\w+",
      "get_current_\\w+",
      "localtime\\w*",
      "\\w*transaction_timestamp",
      "is_dated"
    ],
    ...["random", "setseed", "\\w*uuid\\w*", "nextval", "currval", "sample", "tablesample", "using\\s+sample"],
    ...["getvariable", "version", "pragma_\\w+", "duckdb_\\w+", "\\w*_setting", "txid_\\w+"]
  ].join("|")})\\b`,
  "i"
);

// Whether a `.json.sql` says `-- answers: ../mine.md`.
function isAnswered(path: string, root: string): boolean {
  return answeredPages(root).some((page) => `${page.path}.md` === join("/", path));
}
