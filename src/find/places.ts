import type {Feed} from "../duckdb/sql/opening.js";
import {withTime} from "../inputs/state.js";
import {feedLabel, hasWords, matches, short} from "../ui/elements/names.js";
import {pageLink} from "../url/page-link.js";
import {patched} from "../url/state.js";
import {rankSections, type Section, sectionsOf} from "./guide.js";

/** A place that the palette finds. `stays`: the present page shows it, without loading another one. */
export interface Place {
  title: string;
  detail: string;
  href: string;
  stays?: boolean;
}

/** Found places under the heading of their kind. */
export interface Found {
  heading: string;
  places: Place[];
}

/** A table, view or named query of the data dictionary. */
interface Named {
  kind: string;
  name: string;
  meaning: string;
  columns: readonly {name: string}[];
}

const most = 6; // of a kind
const site = new URL("../../", import.meta.url); // this module is in _import/find

/** The feeds of this site, read from the opening of the page Feed. */
export async function readFeeds(): Promise<Feed[]> {
  return (await dataOf<{feeds: Feed[]}>("feed")).feeds;
}

/** The names of the data dictionary, read from the opening of the page Data. */
export async function readNames(): Promise<Named[]> {
  return (await dataOf<{tables: Named[]}>("data")).tables;
}

/** A search of the sections of the guide and of the notebooks, and of the settings. */
export async function readGuide(): Promise<(query: string) => Section[]> {
  const links = pageLinks().filter(({pathname}) => /\/(?:guide|notebooks)\//.test(pathname));
  const settings = dataOf<{name: string; meaning: string; allowed: string}[]>("guide/settings", "settings");
  // A site may have removed a page.
  const reading = links.map(({href}) => sectionsOf(href).catch(() => []));
  const [pages, all] = await Promise.all([Promise.all(reading), settings.catch(() => [])]);
  const sections = all.map(({name, meaning, allowed}) => ({
    ...{page: "Settings", heading: name, text: `${meaning}; allowed: ${allowed}`, href: addressOf("guide/settings")}
  }));
  return await rankSections([...pages.flat(), ...sections]);
}

// A page's text names the address of its data, which has a hash.
async function dataOf<Data>(page: string, name = page): Promise<Data> {
  const answer = await fetch(addressOf(page));
  const file = new RegExp(`registerFile\\("[^"]*data/${name}\\.json", (\\{.*\\})\\)`).exec(await answer.text())?.[1];
  const {path}: {path: string} = JSON.parse(file ?? "{}");
  return await (await fetch(new URL(path, answer.url))).json();
}

function addressOf(page: string): string {
  return pageLink(new URL(page, site).pathname);
}

/** The feeds of a query: the present page with each of them, if it can show one, and the page of each. */
export function findFeeds(feeds: readonly Feed[], query: string): Found[] {
  const found = feeds
    .filter((feed) => query.trim() !== "" && matches(feed, query))
    .map((feed) => ({feed, rank: rankOf(feed, query.trim().toLowerCase())}))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({feed}) => feed);
  const here = found.flatMap((feed) => {
    const href = withFeed(feed);
    return href === null ? [] : [{...placeOf(feed), href, stays: true}];
  });
  const own = found.map((feed) => ({
    ...placeOf(feed),
    href: withTime(`${addressOf("feed")}?feed=${feed.priceFeedId}`)
  }));
  return [
    {heading: "On this page", places: here},
    {heading: "Feeds", places: own}
  ];
}

// An id, then an underlying, then the start of one, then any other.
function rankOf({priceFeedId, symbol}: Feed, query: string): number {
  const underlying = (/([^./]+)\/[^/]+$/.exec(symbol ?? "")?.[1] ?? symbol ?? "").toLowerCase();
  if (String(priceFeedId) === query) return 0;
  return underlying === query ? 1 : underlying.startsWith(query) ? 2 : 3;
}

function placeOf(feed: Feed): Omit<Place, "href"> {
  return {title: feedLabel(feed), detail: [short(feed.name ?? ""), feed.priceFeedId].filter(Boolean).join(" · ")};
}

// The present view of another feed; null if the page has no view of such feeds.
function withFeed({priceFeedId, group}: Feed): string | null {
  const page = /([^/]*?)(?:\.html)?$/.exec(location.pathname)?.[1] ?? "";
  const isRate = group === "funding-rate";
  const name = isRate ? {feed: "feed", funding: "feeds"}[page] : {feed: "feed", prices: "feed", spreads: "feed"}[page];
  return name === undefined ? null : `${location.pathname}${patched(location.search, {[name]: String(priceFeedId)})}`;
}

/** The pages of the header whose names have the words of a query. */
export function findPages(query: string): Found {
  const links = pageLinks().filter(({textContent}) => hasWords(textContent ?? "", query));
  return {
    heading: "Pages",
    places: links.slice(0, query.trim() === "" ? 9 : most).map((link) => {
      const section = link.closest("section")?.querySelector("strong")?.textContent ?? "";
      return {title: link.textContent ?? "", detail: section, href: link.href};
    })
  };
}

function pageLinks(): HTMLAnchorElement[] {
  const links = document.querySelectorAll<HTMLAnchorElement>("nav[aria-label=Pages] a");
  return [...new Map(Array.from(links, (link) => [link.href, link])).values()];
}

/** The tables, views and named queries of a query: first by name, then by meaning and columns. */
export function findNames(names: readonly Named[], query: string): Found {
  if (query.trim() === "") return {heading: "Data", places: []};
  const words = query.trim().toLowerCase().replaceAll(/\s+/g, "_");
  const rank = ({name}: Named): number => (name.startsWith(words) ? 0 : name.includes(words) ? 1 : 2);
  const found = names
    .filter(({name, meaning, columns}) =>
      hasWords([name, meaning, ...columns.map((each) => each.name)].join(" "), query)
    )
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, most);
  return {
    heading: "Data",
    places: found.map(({kind, name, meaning}) => ({
      ...{title: name, detail: meaning.replaceAll("`", "")},
      href: `${addressOf("data")}#${kind === "store" ? "store-" : ""}${name}`
    }))
  };
}

/** The sections of the guide and of notebooks that a query finds. */
export function findSections(search: (query: string) => Section[], query: string): Found {
  const places = query.trim() === "" ? [] : search(query).slice(0, most);
  return {
    heading: "Guide",
    places: places.map(({page, heading, text, href}) => ({
      ...{title: heading === "" ? page : `${page}: ${heading}`, detail: text, href}
    }))
  };
}
