import {createHash} from "node:crypto";
import {existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path/posix";
import {promisify} from "node:util";
import {gzip} from "node:zlib";
import {messageOf} from "../../config/errors.js";
import {openSnapshot, type Snapshot} from "../../snapshot/snapshot.js";
import {type QueryResult, toRecords} from "../../store/database/query.js";
import {type Block, fitsJson, namedSql, parseBlocks, positional} from "./blocks.js";
import {type Answer, bind, identifier, keyOf, type Made, openingParameters, type Parameter} from "./rules.js";
import {parseSqlFile, type SqlFile} from "./statements.js";

/** The answers of pages' queries for the opening views of feeds: a gzipped file per feed, the most active feed first. */
export interface Openings {
  files: ReadonlyMap<number, Uint8Array>;
  bytes: number;
  feeds: number;
}

/** Options of `answerFeeds`. */
export interface OpeningsOptions {
  root: string;
  snapshotPath: string;
  budgetBytes: number;
  signal?: AbortSignal;
  warn?: (text: string) => void;
}

/** Answers the opening views of all pages with `-- answers:`, feed by feed, until the budget is exceeded. */
export async function answerFeeds(options: OpeningsOptions): Promise<Openings> {
  const {root, snapshotPath, budgetBytes, signal = new AbortController().signal} = options;
  const pages = budgetBytes === 0 || !existsSync(snapshotPath) ? [] : answeredPages(root);
  if (pages.length === 0) return {files: new Map(), bytes: 0, feeds: 0};
  const snapshot = await openSnapshot(snapshotPath, {threads: 1}); // more threads may change the order of rows
  try {
    return await snapshot.until(signal, () => answerPages(pages, snapshot, options));
  } finally {
    snapshot.close();
  }
}

async function answerPages(
  pages: readonly AnsweredPage[],
  snapshot: Snapshot,
  {budgetBytes, warn = () => {}}: OpeningsOptions
): Promise<Openings> {
  const found = new Map<string, FeedQuery>(); // pages share some queries, such as the line of a price
  for (const page of pages)
    for (const query of (await feedQueriesOf(page, snapshot).catch(reporting(page.file, warn))) ?? []) {
      const key = JSON.stringify([query.block.strings, paramsOf(query, 0)]);
      found.set(key, {...query, feeds: new Set([...(found.get(key)?.feeds ?? []), ...query.feeds])});
    }
  const queries = [...found.values()];
  const {rows} = await snapshot.query("SELECT priceFeedId FROM feeds ORDER BY updates DESC, priceFeedId");
  const feeds = rows.map(([id]) => Number(id)).filter((id) => queries.some((query) => query.feeds.has(id)));
  const files = new Map<number, Uint8Array>();
  let bytes = 0;
  for (let i = 0; i < feeds.length; i += feedsAtOnce) {
    for (const [feed, answers] of await answersOf(feeds.slice(i, i + feedsAtOnce), {queries, snapshot, warn})) {
      const file = await zip(JSON.stringify(answers));
      if (bytes + file.length > budgetBytes) return {files, bytes, feeds: feeds.length};
      bytes += file.length;
      files.set(feed, file);
    }
  }
  return {files, bytes, feeds: feeds.length};
}

const zip = promisify<string, Buffer>(gzip);
const feedsAtOnce = 500; // as memory holds their answers
const mostRows = 20_000; // of an answer

/** A page with a data loader that answers it: `-- answers: ../prices.md`. */
interface AnsweredPage {
  path: string;
  file: string;
  loader: SqlFile;
}

/** The pages that data loaders of `src/data` answer. A loader's own run reports its errors. */
export function answeredPages(root: string): AnsweredPage[] {
  const folder = join(root, "data");
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".json.sql")) : [];
  return names.flatMap((name) => {
    const loader = parsed(readFileSync(join(folder, name), "utf8"));
    const file = loader?.answers ? join(folder, loader.answers) : "";
    if (loader === null || !existsSync(file) || !file.endsWith(".md")) return [];
    return [{path: file.slice(join(root).length, -".md".length), file, loader}];
  });
}

function parsed(text: string): SqlFile | null {
  try {
    return parseSqlFile(text);
  } catch {
    return null;
  }
}

/** A query of a page with a parameter for the feed, and the feeds that the page has. */
interface FeedQuery {
  file: string;
  block: Block;
  names: string[];
  pick: Readonly<Record<string, unknown>>;
  feeds: ReadonlySet<number>;
}

const isOfFeed = (name: string) => name === "feed" || name === "feeds";

// Only the feed differs between the parameters of a page's opening views.
async function feedQueriesOf({file, loader}: AnsweredPage, snapshot: Snapshot): Promise<FeedQuery[]> {
  const opening: Record<string, Record<string, unknown>[]> = {};
  for (const {name, sql} of loader.statements) opening[String(name)] = toRecords(await snapshot.query(sql));
  const ids = (opening.feeds ?? []).map(({priceFeedId}) => Number(priceFeedId));
  const pick = {...openingParameters(opening as Partial<Made>, ids[0] ?? NaN)};
  return parseBlocks(readFileSync(file, "utf8")).flatMap((block) => {
    const names = namedSql(block)?.names ?? [];
    const isAsked = names.some(isOfFeed) && names.every((name) => name in pick);
    return isAsked ? [{file, block, names, pick, feeds: new Set(ids)}] : [];
  });
}

function paramsOf(query: FeedQuery, feed: number): Parameter[] {
  return valuesOf(query, feed).map((value) => keyOf(value) ?? null);
}

function valuesOf({names, pick}: FeedQuery, feed: unknown): unknown[] {
  const values: Record<string, unknown> = {...pick, feed, feeds: [feed]};
  return names.map((name) => values[name]);
}

interface Answering {
  queries: readonly FeedQuery[];
  snapshot: Snapshot;
  warn: (text: string) => void;
}

// One query for all feeds is about twenty times as fast as one for each.
async function answersOf(feeds: readonly number[], {queries, snapshot, warn}: Answering) {
  const answers = new Map(feeds.map((feed) => [feed, [] as Answer[]]));
  for (const query of queries) {
    const asked = feeds.filter((feed) => query.feeds.has(feed));
    if (asked.length === 0) continue;
    const place = `${query.file}:${query.block.line}`;
    const result = await askAll(asked, query, snapshot).catch(reporting(place, warn));
    if (result === null || !fitsJson(result.columns)) continue;
    const {columns, rows} = result;
    const named = columns.slice(1).map(({name, type}) => ({name, type: type.replace(/\[\]$/, "")}));
    for (const [feed, ...lists] of rows as [number, ...(unknown[] | null)[]][]) {
      const length = lists[0]?.length ?? 0;
      if (length > mostRows) continue;
      const turned = Array.from({length}, (_, i) => lists.map((list) => list?.[i] ?? null));
      const {strings} = query.block;
      answers.get(feed)?.push({strings, params: paramsOf(query, feed), columns: named, rows: turned});
    }
  }
  return answers;
}

function reporting(place: string, warn: (text: string) => void) {
  return (error: unknown): null => {
    const message = messageOf(error);
    if (message.startsWith("INTERRUPT")) throw error;
    warn(`${place}: not answered for each feed, so links to feeds open slowly: ${message}`);
    return null;
  };
}

// Returns a row for each feed, with a list for each column. The lists keep the order of sorted rows.
function askAll(feeds: readonly number[], query: FeedQuery, snapshot: Snapshot): Promise<QueryResult> {
  const {text, params} = bind(query.block.strings, valuesOf(query, identifier("fb_feed", "fb_each")));
  const sql = `
    SELECT fb_feed, fb_answer.*
    FROM (SELECT unnest([${feeds.join()}]::BIGINT[]) AS fb_feed) AS fb_each,
      LATERAL (SELECT list(COLUMNS(*)) AS "\\0" FROM (${text}\n)) AS fb_answer`;
  return snapshot.query(sql, positional(params));
}

const folder = "_file/feeds";

/** Writes the answers into the built site at `root`, and their address into the pages that use them. */
export function writeOpenings(root: string, pages: readonly {path: string}[], {files}: Openings): void {
  if (files.size === 0) return;
  const hash = createHash("sha256");
  for (const [feed, file] of files) hash.update(`${feed} `).update(file);
  const name = `${folder}/*.json.${hash.digest("hex").slice(0, 8)}.gz`;
  mkdirSync(join(root, folder), {recursive: true});
  for (const [feed, file] of files) writeFileSync(join(root, name.replace("*", String(feed))), file);
  const ids = [...files.keys()];
  for (const page of pages) {
    const path = join(root, `${page.path}.html`);
    if (!existsSync(path)) continue;
    const up = "../".repeat(page.path.split("/").length - 2) || "./";
    const element = `<script type="application/json" id="fb-feeds">${JSON.stringify({path: up + name, ids})}</script>`;
    writeFileSync(
      path,
      readFileSync(path, "utf8").replace("</head>", () => `${element}\n</head>`)
    );
  }
}
