import {join} from "node:path/posix";
import type {Page} from "@observablehq/framework/dist/markdown.js";
import {messageOf} from "../../config/errors.js";
import type {Snapshot} from "../../snapshot/snapshot.js";
import {answerQuery, type Block} from "./blocks.js";
import {openingValues, unknown} from "./initials.js";
import {answeredPages} from "./openings.js";
import {queriesOf} from "./queries.js";
import {type Answer, answerRows, inlined, keepQuery, widths} from "./rules.js";

// The most JSON that a page may carry, in characters; gzipped it is about a tenth.
const mostOfOne = 500_000;
const mostOfAll = 1_500_000;
const mostRows = 20_000;

/** How `withAnswers` works. */
export interface AnswerOptions {
  root: string;
  snapshot: Snapshot;
  /** Called for each query that has no answer for a reason its author can change: its line, and the reason. */
  warn: (line: number, reason: string) => void;
  longestMs?: number;
}

/**
 * A page with the answers of its queries, so that it opens without DuckDB-Wasm, unless their parameters are unknown,
 * they depend on time or chance, or a data loader answers them.
 */
export async function withAnswers(page: Page, source: string, options: AnswerOptions): Promise<Page> {
  const all = queriesOf(page, source);
  if (!all.every(({strings: [start = ""]}) => isQuery.test(start))) return page; // another statement may change the data
  const queries = all.filter(({strings}) => !changes.test(strings.join()));
  const isAnswered = answeredPages(options.root).some(({path}) => `${path}.md` === join("/", page.path));
  if (queries.length === 0 || isAnswered) return page;
  const answerOf = answering(options);
  const answers = new Set<string>();
  let size = 0;
  for (const width of source.includes("stepInput") ? widths : widths.slice(0, 1)) {
    const evaluate = openingValues(page, width, async (name) => {
      const query = queries.find(({id}) => id === name);
      return query === undefined ? unknown : rowsOf(query, evaluate);
    });
    for (const query of queries) {
      const values = await valuesOf(query, evaluate);
      const json = values && JSON.stringify(await answerOf(query, values));
      if (json === null || json === "null" || answers.has(json)) continue;
      if (json.length > mostOfOne || size + json.length > mostOfAll)
        options.warn(query.line, `over ${mostOfOne / 1000} kB in one answer, or ${mostOfAll / 1000} kB in all`);
      else answers.add(json);
      size += answers.has(json) ? json.length : 0;
    }
  }
  if (answers.size === 0) return page;
  const json = `[${[...answers]}]`.replaceAll("<", "\\u003c"); // contains no markup
  return {...page, body: `${page.body}\n<script type="application/json" id="fb-answers">${json}</script>`};

  async function rowsOf(query: Block, evaluate: (expression: string) => Promise<unknown>): Promise<unknown> {
    const values = await valuesOf(query, evaluate);
    const answer = values && (await answerOf(query, values));
    if (answer === null) return unknown;
    const rows = answerRows(answer.columns, answer.rows);
    const kept = inlined(query.strings, values ?? []);
    keepQuery(rows, kept.strings, kept.values);
    return rows;
  }
}

async function valuesOf({expressions}: Block, evaluate: (expression: string) => Promise<unknown>) {
  const values: unknown[] = [];
  for (const expression of expressions) values.push(await evaluate(expression));
  return values.includes(unknown) ? null : values;
}

// Runs each query once. Gives null, and reports why, if DuckDB fails or takes too long.
function answering({snapshot, warn, longestMs = 10_000}: AnswerOptions) {
  const asked = new Map<string, Answer | null>();
  return async ({strings, line}: Block, values: readonly unknown[]): Promise<Answer | null> => {
    const query = inlined(strings, values);
    const key = JSON.stringify([query.strings, query.values]);
    if (!asked.has(key)) {
      const work = () => answerQuery(snapshot, query, mostRows);
      const answer = await snapshot.until(AbortSignal.timeout(longestMs), work).catch((error: unknown) => {
        const message = messageOf(error);
        warn(line, /^interrupted/i.test(message) ? `it takes over ${longestMs / 1000} s` : message);
        return null;
      });
      asked.set(key, answer);
    }
    return asked.get(key) ?? null;
  };
}

const isQuery =
  /^\s*(?:(?:--[^\n]*\n|\/\*[\s\S]*?\*\/)\s*)*\(*\s*(?:SELECT|FROM|WITH|VALUES|DESCRIBE|SUMMARIZE|PIVOT(?:_WIDER|_LONGER)?|UNPIVOT)\b/i;

// Functions whose result depends on the time, on chance or on the engine.
const changes = new RegExp(
  `\\b(?:${[
    ..."now today age current_\\w+ get_current_\\w+ localtime\\w* \\w*transaction_timestamp is_dated".split(" "),
    ..."random setseed \\w*uuid\\w* nextval currval sample tablesample using\\s+sample".split(" "),
    ..."getvariable version pragma_\\w+ duckdb_\\w+ \\w*_setting txid_\\w+".split(" ")
  ].join("|")})\\b`,
  "i"
);
