import type {FileAttachment} from "observablehq:stdlib";
import type {Levels, Part} from "../../format/resolution.js";
import type {State} from "../../url/state.js";
import {inflate} from "../inflate.js";
import {answerRows, type Row} from "../values/rows.js";
import type {Parameter} from "./parameters.js";
import {keepQuery} from "./query-text.js";

/** What the store held when its snapshot was published; times are ISO 8601 text, null while it is empty. */
export interface Meta {
  snapshotAt: string;
  simulated: boolean | null;
  firstPublishedAt: string | null;
  lastPublishedAt: string | null;
  updates: number;
  feeds: number;
  rejected: number;
  coercions: number;
  /** Updates dated before 2000 or in the future: they are not part of the span from first to last. */
  misdated?: number;
}

/** A feed that can be picked; `group` is the heading it stands under. */
export interface Feed {
  priceFeedId: number;
  symbol: string | null;
  name?: string | null;
  group: string | null;
  exponent?: number | null;
  confidence?: number | null;
  /** Usual time between its last updates. */
  stepSeconds?: number | null;
}

/** What a page's loader picks of the view that it opens with; the rest follows from it, as `readPick` says. */
export interface OpeningPick {
  feed?: number | null;
  /** On a page that shows several. */
  feeds?: number[] | null;
  /** A range to pick from; a page opens with all where the store has hardly less. */
  range: string;
  /** Resolutions of what the page draws, if it draws from bars, too. */
  levels?: Levels;
  /** Steps of a view, at most; default: as many as the reader's charts have pixels. */
  points?: number;
  /** Where all feeds are shown at once: they get as many rows as so many feeds have, at most. */
  feedsAtOnce?: number;
  /** What the page's own choices are at first. */
  draw?: string;
  comparison?: string;
  closed?: string;
  /** Costs of a pair of positions in bps, and the days that it is held, at first. */
  costs?: number;
  hold?: number;
  /** Feeds to compare with, on a page that compares. */
  compared?: number[];
}

/** What a page starts from, made when the site was built: a `.sql` loader's named results. */
export interface Opening {
  meta: Meta;
  feeds: Feed[];
  /** Feeds of the store that have nothing for this page. */
  others?: Omit<Feed, "group">[];
  pick: OpeningPick;
  /** What the snapshot holds; default: every update. */
  parts?: Part[];
  /** The feed of the address, where the build answered its view. */
  answered?: number;
}

/** Reads what a page's `.sql` loader made, and remembers its answers for `sql`. */
export async function openPage(file: FileAttachment): Promise<Opening> {
  const [{answers, meta, pick, ...rest}, answered] = await Promise.all([file.json<Page>(), rememberFeed()]);
  remember(answers ?? []);
  keepQuery(meta, ["FROM meta"], []);
  return {
    others: [],
    ...rest,
    meta: meta[0],
    pick: pick?.[0] ?? {range: "all"},
    ...(answered !== null && {answered})
  };
}

/** The rows that a page's `.sql` loader gives, by the names of its statements. */
export interface Made extends Pick<Opening, "others" | "parts"> {
  meta: Meta[];
  feeds?: Feed[];
  pick?: OpeningPick[];
}

/** The rows that a query of a page gave when the site was built; the page finds them by the query's texts and parameters. */
export interface Answer {
  strings: readonly string[];
  params: readonly Parameter[];
  columns: readonly {name: string; type: string}[];
  rows: readonly unknown[][];
}

type Page = Made & {answers?: Answer[]; meta: [Meta]; feeds: Feed[]};

const answers = new Map<string, Answer>();

/** Remembers what a page's queries answered when the site was built; a later answer to the same query replaces it. */
export function remember(found: readonly Answer[]): void {
  for (const answer of found) answers.set(keyOf(answer.strings, answer.params), answer);
}

/** The remembered rows of a query with these parameters; null: DuckDB has to answer. */
export function recall(strings: readonly string[], params: readonly unknown[]): Row[] | null {
  rememberOwn();
  const answer = answers.get(keyOf(strings, params));
  return answer === undefined ? null : answerRows(answer.columns, answer.rows);
}

// The feed of the address, once the answers for its opening view are remembered; null: DuckDB-Wasm answers.
async function rememberFeed(): Promise<number | null> {
  const text = typeof document === "undefined" ? null : document.getElementById("fb-feeds")?.textContent;
  const feed = text ? feedOf(Object.fromEntries(new URLSearchParams(location.search))) : null;
  if (!text || feed === null) return null;
  try {
    const {path, ids}: {path: string; ids: number[]} = JSON.parse(text);
    if (!ids.includes(Number(feed))) return null;
    const answer = await fetch(new URL(path.replace("*", feed), location.href), {signal: AbortSignal.timeout(5000)});
    if (!answer.ok) return null;
    remember(await (await inflate(answer)).json());
    return Number(feed);
  } catch {
    return null; // the file is broken, or did not come
  }
}

// The build answers only the opening view of a feed.
function feedOf({feed, feeds = feed, range, zoom, step}: State): string | null {
  const isUsual = range === undefined && zoom === undefined && step === undefined;
  return isUsual && feeds !== undefined && /^\d+$/.test(feeds) ? feeds : null;
}

let hasOwn = false;

// The answers that the page carries.
function rememberOwn(): void {
  if (hasOwn || typeof document === "undefined") return;
  hasOwn = true;
  const text = document.getElementById("fb-answers")?.textContent;
  if (text) remember(JSON.parse(text));
}

// Without the white space around a query, and with the line ends of JavaScript.
function keyOf(strings: readonly string[], params: readonly unknown[]): string {
  return JSON.stringify([strings.join("\u0001").replaceAll("\r\n", "\n").trim(), params]);
}
