import {existsSync, readdirSync, readFileSync} from "node:fs";
import {join} from "node:path/posix";
import type {Page} from "@observablehq/framework/dist/markdown.js";
import {openSnapshot, type Snapshot} from "../snapshot/snapshot.js";
import {type Answer, answerBlocks, type Block} from "./blocks.js";
import {initialsOf, queriesOf} from "./queries.js";

// What a page may carry, in characters of JSON: gzipped about a tenth of it. DuckDB-Wasm answers the rest.
const mostOfOne = 500_000;
const mostOfAll = 1_500_000;
const mostRows = 20_000;

/**
 * A page with the answers of its own queries, so that its first picture needs no DuckDB-Wasm: of those without parameters,
 * and of those whose parameters are inputs with a literal `value`. Left out are what is large or slow, what depends on the
 * time of day or on chance, and pages that a data loader answers.
 */
export async function withAnswers(
  page: Page,
  source: string,
  {root, snapshotPath, longestMs = 10_000}: Place
): Promise<Page> {
  const all = queriesOf(page, source);
  if (!all.every(({strings: [start = ""]}) => asks.test(start))) return page; // one may change what others answer
  const queries = all.filter(({strings}) => !changes.test(strings.join()));
  if (queries.length === 0 || !existsSync(snapshotPath) || isAnswered(page.path, root)) return page;
  const snapshot = await openSnapshot(snapshotPath);
  try {
    const answers: string[] = [];
    const initials = initialsOf(page);
    for (const query of queries) {
      const answer = JSON.stringify(await answerOf(snapshot, query, initials, longestMs));
      if (answer.length <= mostOfOne && answers.join().length + answer.length <= mostOfAll)
        answers.push(answer.slice(1, -1));
    }
    const json = `[${answers.filter((answer) => answer !== "").join()}]`.replaceAll("<", "\\u003c");
    if (json === "[]") return page;
    return {...page, body: `${page.body}\n<script type="application/json" id="fb-answers">${json}</script>`};
  } finally {
    snapshot.close();
  }
}

interface Place {
  root: string;
  snapshotPath: string;
  /** How long a query may take, in ms; default: 10 s. */
  longestMs?: number;
}

const asks =
  /^\s*(?:(?:--[^\n]*\n|\/\*[\s\S]*?\*\/)\s*)*\(*\s*(?:SELECT|FROM|WITH|VALUES|DESCRIBE|SUMMARIZE|PIVOT|UNPIVOT)\b/i;

// What says something else another time, or of another engine.
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

async function answerOf(
  snapshot: Snapshot,
  query: Omit<Block, "id">,
  initials: Readonly<Record<string, unknown>>,
  longestMs: number
): Promise<Answer[]> {
  const answering = () => answerBlocks(snapshot, [{id: null, ...query}], initials, mostRows);
  return await snapshot.until(AbortSignal.timeout(longestMs), answering).catch(() => []); // the page asks DuckDB-Wasm
}

// Whether a `.json.sql` says `-- answers: ../mine.md`.
function isAnswered(path: string, root: string): boolean {
  const folder = join(root, "data");
  if (!existsSync(folder)) return false;
  const loaders = readdirSync(folder).filter((name) => name.endsWith(".json.sql"));
  const named = loaders.map((name) => /^-- answers: (\S+)$/m.exec(readFileSync(join(folder, name), "utf8"))?.[1]);
  return named.some((page) => page !== undefined && join("/data", page) === join("/", path));
}
