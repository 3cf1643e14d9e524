import {readdirSync, readFileSync, statSync} from "node:fs";
import {join} from "node:path";
import {namedSql, parseBlocks} from "../../loaders/site/answers/blocks.js";
import {runSqlFile} from "../../loaders/site/data-loaders/sql.js";
import {querySnapshot, type Snapshot} from "../../loaders/snapshot/snapshot.js";
import {type Parameters, toRecords} from "../../loaders/store/database/query.js";
import type {Answer, Opening} from "../../src/duckdb/sql/opening.js";
import {shared} from "../helpers/run/shared.js";
import {makeSnapshot, type SnapshotOptions} from "../helpers/snapshot.js";

/** A query of a page: its text with `$names`, the texts between its parameters, and the names in their order. */
export interface PageQuery {
  place: string;
  sql: string;
  strings: readonly string[];
  names: string[];
}

/** The pages with queries that open with the answers of their loader. */
export const pages = ["feed", "prices", "spreads", "funding"] as const;

const ofInputs = "compare.md"; // its parameters are fields of inputs, as in notebooks: a browser test runs it

/** All pages with a query whose parameters are names. */
export const queryPages = readdirSync("src")
  .filter(
    (file) => file.endsWith(".md") && file !== ofInputs && parseBlocks(readFileSync(`src/${file}`, "utf8")).length > 0
  )
  .map((file) => file.replace(".md", ""));

/** The queries of a page. */
export function queriesOf(page: string): PageQuery[] {
  return parseBlocks(readFileSync(`src/${page}.md`, "utf8")).map((block) => {
    const named = namedSql(block);
    if (named === null) throw new Error(`a parameter of ${page}.md is not a name: ${block.id}`);
    return {place: `${page}.md ${block.id}`, strings: block.strings, ...named};
  });
}

/** The values for the parameters of a query. */
export function parametersOf({names}: PageQuery, values: Parameters): Parameters {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}

const known = new Map<string, PageQuery>();

/** The rows that a block of a page, such as `prices.md summary`, returns for a snapshot or the path of one. */
export async function answerOf(snapshot: Snapshot | string, place: string, values: Parameters) {
  if (known.size === 0) for (const query of queryPages.flatMap(queriesOf)) known.set(query.place, query);
  const query = known.get(place);
  if (query === undefined) throw new Error(`no block ${place}`);
  const parameters = parametersOf(query, values);
  if (typeof snapshot === "string") return toRecords(await querySnapshot(snapshot, query.sql, parameters));
  return toRecords(await snapshot.query(query.sql, parameters));
}

type Answered = Opening & {answers: Answer[]};

const openings = new Map<string, Answered & {meta: unknown[]; pick: unknown[]}>();

/** The result of a page's loader for the snapshot at a path. */
export async function openingOf(path: string, page: string): Promise<Answered> {
  const key = `${page} of ${path}, ${statSync(path).mtimeMs}`;
  const made = openings.get(key) ?? JSON.parse(String(await runSqlFile(`src/data/${page}.json.sql`, path)));
  openings.set(key, made);
  return structuredClone({...made, meta: made.meta[0], pick: made.pick[0]});
}

const kinds = {
  empty: {hours: 0},
  short: {hours: 8, faults: true},
  whole: {hours: 200},
  cut: {hours: 200, budgetBytes: 1_200_000}
} satisfies Record<string, SnapshotOptions>;

/** The path of a read-only snapshot, made once a run. */
export async function sharedSnapshot(kind: keyof typeof kinds): Promise<string> {
  const make = (folder: string) => makeSnapshot(join(folder, "feeds.duckdb"), kinds[kind]);
  return join(await shared(`pages-${kind}`, make), "feeds.duckdb");
}
