import {createHash} from "node:crypto";
import {existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path/posix";
import {promisify} from "node:util";
import {gzip} from "node:zlib";
import {messageOf} from "../../config/errors.js";
import {openSnapshot, type Snapshot} from "../../snapshot/snapshot.js";
import {toRecords} from "../../store/database/query.js";
import {type Answer, type Block, isTold, namedSql, parseBlocks, positional} from "./blocks.js";
import {type Opening, type PageRules, type Parameter, pageRules} from "./page-rules.js";
import {parseSqlFile, type SqlFile} from "./statements.js";

/** The answers of pages' queries for the opening views of feeds: a gzipped file for each, the most active feed first. */
export interface Openings {
  files: ReadonlyMap<number, Uint8Array>;
  bytes: number;
  /** Feeds that have such a view. */
  feeds: number;
}

/** What `answerFeeds` reads, and the most bytes of its files together; `signal` stops it. */
export interface OpeningsOptions {
  /** The site's source root. */
  root: string;
  snapshotPath: string;
  budgetBytes: number;
  signal?: AbortSignal;
}

/**
 * Answers the queries of all pages that a data loader answers, once for each feed: the page's opening view, but of that feed.
 * Leaves out all feeds from the first on that does not fit the budget, and queries that cannot be asked for many feeds at
 * once.
 */
export async function answerFeeds({root, snapshotPath, budgetBytes, signal}: OpeningsOptions): Promise<Openings> {
  const files = new Map<number, Uint8Array>();
  const pages = budgetBytes === 0 || !existsSync(snapshotPath) ? [] : answeredPages(root);
  if (pages.length === 0) return {files, bytes: 0, feeds: 0};
  const snapshot = await openSnapshot(snapshotPath, {threads: 1}); // more threads may change the order of rows
  try {
    return await snapshot.until(signal ?? new AbortController().signal, async () => {
      const rules = await pageRules(root);
      const found: FeedQuery[] = [];
      for (const page of pages) found.push(...(await queriesOf(page, snapshot, rules).catch(unlessInterrupted([]))));
      const queries = distinct(found, rules);
      const {rows} = await snapshot.query("SELECT priceFeedId FROM feeds ORDER BY updates DESC, priceFeedId");
      const feeds = rows.map(([id]) => Number(id)).filter((id) => queries.some((query) => query.feeds.has(id)));
      let bytes = 0;
      for (let i = 0; i < feeds.length; i += feedsAtOnce) {
        for (const [feed, answers] of await answersOf(feeds.slice(i, i + feedsAtOnce), queries, {snapshot, rules})) {
          const file = await zip(JSON.stringify(answers));
          if (bytes + file.length > budgetBytes) return {files, bytes, feeds: feeds.length};
          bytes += file.length;
          files.set(feed, file);
        }
      }
      return {files, bytes, feeds: feeds.length};
    });
  } finally {
    snapshot.close();
  }
}

const zip = promisify<string, Buffer>(gzip);
const feedsAtOnce = 500; // as memory holds their answers
const mostRows = 20_000; // of an answer

/** A page whose opening view and answers a data loader makes: `-- answers: ../prices.md`. */
interface AnsweredPage {
  /** Path under the site's root, such as `/prices`. */
  path: string;
  loader: SqlFile;
  source: string;
}

/** The pages that data loaders of `src/data` answer. Errors of a loader are reported when it runs. */
export function answeredPages(root: string): AnsweredPage[] {
  const folder = join(root, "data");
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".json.sql")) : [];
  return names.flatMap((name) => {
    const loader = parsed(readFileSync(join(folder, name), "utf8"));
    const source = loader?.answers ? join(folder, loader.answers) : "";
    if (loader === null || !existsSync(source) || !source.endsWith(".md")) return [];
    return [{path: source.slice(join(root).length, -".md".length), loader, source: readFileSync(source, "utf8")}];
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
  block: Block;
  names: string[];
  pick: Readonly<Record<string, unknown>>;
  feeds: ReadonlySet<number>;
}

const isOfFeed = (name: string) => name === "feed" || name === "feeds";

// For each feed, all values but the feed itself are the same.
async function queriesOf({loader, source}: AnsweredPage, snapshot: Snapshot, rules: PageRules): Promise<FeedQuery[]> {
  const opening: Record<string, Opening[string]> = {};
  for (const {name, sql} of loader.statements) opening[String(name)] = toRecords(await snapshot.query(sql));
  const ids = (opening.feeds ?? []).map(({priceFeedId}) => Number(priceFeedId));
  const pick = rules.openingParameters(opening, ids[0] ?? NaN);
  return parseBlocks(source).flatMap((block) => {
    const names = namedSql(block)?.names ?? [];
    const isAsked = names.some(isOfFeed) && names.every((name) => name in pick);
    return isAsked ? [{block, names, pick, feeds: new Set(ids)}] : [];
  });
}

// Pages share some queries.
function distinct(queries: readonly FeedQuery[], rules: PageRules): FeedQuery[] {
  const found = new Map<string, FeedQuery>();
  for (const query of queries) {
    const key = JSON.stringify([query.block.strings, query.names, keysOf(query, 0, rules)]);
    const feeds = new Set([...(found.get(key)?.feeds ?? []), ...query.feeds]);
    found.set(key, {...query, feeds});
  }
  return [...found.values()];
}

function keysOf(query: FeedQuery, feed: number, {keyOf}: PageRules): Parameter[] {
  return valuesOf(query, feed).map((value) => keyOf(value) ?? null);
}

// `feed`: an id, or a placeholder for it.
function valuesOf({names, pick}: FeedQuery, feed: unknown): unknown[] {
  const values: Record<string, unknown> = {...pick, feed, feeds: [feed]};
  return names.map((name) => values[name]);
}

// One query for all feeds is about twenty times as fast as one for each.
async function answersOf(
  feeds: readonly number[],
  queries: readonly FeedQuery[],
  {snapshot, rules}: {snapshot: Snapshot; rules: PageRules}
): Promise<Map<number, Answer[]>> {
  const answers = new Map(feeds.map((feed) => [feed, [] as Answer[]]));
  for (const query of queries) {
    const asked = feeds.filter((feed) => query.feeds.has(feed));
    if (asked.length === 0) continue;
    const none = {columns: [], rows: []}; // then the pages ask DuckDB-Wasm
    const {columns, rows} = await askAll(asked, query, {snapshot, rules}).catch(unlessInterrupted(none));
    if (!isTold({columns})) continue;
    const named = columns.slice(1).map(({name, type}) => ({name, type: type.replace(/\[\]$/, "")}));
    for (const [feed, ...lists] of rows as [number, ...(unknown[] | null)[]][]) {
      const length = lists[0]?.length ?? 0;
      if (length > mostRows) continue;
      const turned = Array.from({length}, (_, i) => lists.map((list) => list?.[i] ?? null));
      const {strings} = query.block;
      answers.get(feed)?.push({strings, params: keysOf(query, feed, rules), columns: named, rows: turned});
    }
  }
  return answers;
}

// A row for each feed, with a list for each column. The lists keep the order of sorted rows.
function askAll(feeds: readonly number[], query: FeedQuery, {snapshot, rules}: {snapshot: Snapshot; rules: PageRules}) {
  const {text, params} = rules.bind(query.block.strings, valuesOf(query, rules.identifier("fb_feed", "fb_each")));
  const sql = `
    SELECT fb_feed, fb_answer.*
    FROM (SELECT unnest([${feeds.join()}]::BIGINT[]) AS fb_feed) AS fb_each,
      LATERAL (SELECT list(COLUMNS(*)) AS "\\0" FROM (${text}\n)) AS fb_answer`;
  return snapshot.query(sql, positional(params));
}

const unlessInterrupted =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (messageOf(error).startsWith("INTERRUPT")) throw error;
    return instead;
  };

const folder = "_file/feeds";

/**
 * Writes the answers into a built site, and their address into the pages that use them: a page loads the answers of the feed
 * that its own address names.
 * @param root of the built site
 */
export function writeOpenings(root: string, pages: readonly {path: string}[], {files}: Openings): void {
  if (files.size === 0) return;
  const hash = createHash("sha256");
  for (const [feed, file] of files) hash.update(`${feed} `).update(file);
  const name = `${folder}/*.json.${hash.digest("hex").slice(0, 8)}.gz`;
  mkdirSync(join(root, folder), {recursive: true});
  for (const [feed, file] of files) writeFileSync(join(root, name.replace("*", String(feed))), file);
  const ids = rangesOf([...files.keys()]);
  for (const page of pages) {
    const path = join(root, `${page.path}.html`);
    if (!existsSync(path)) continue;
    const up = "../".repeat(page.path.split("/").length - 2) || "./";
    const told = `<script type="application/json" id="fb-feeds">${JSON.stringify({path: up + name, ids})}</script>`;
    writeFileSync(
      path,
      readFileSync(path, "utf8").replace("</head>", () => `${told}\n</head>`)
    );
  }
}

/** Ids as ascending ranges: `1-3,7`. */
export function rangesOf(ids: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const id of ids.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && id === last[1] + 1) last[1] = id;
    else ranges.push([id, id]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join();
}
