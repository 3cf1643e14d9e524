import {html} from "../../ui/elements/dom.js";
import {searchField} from "../../ui/tables/search.js";

/** A searchable part of the guide: a page, a section of a page, a setting, or a name of SQL. */
export interface Section {
  page: string;
  /** Empty: the page itself. */
  heading: string;
  text: string;
  href: string;
  /** Its weight against other parts, by default 1. */
  weight?: number;
}

/** A row of the page Settings. */
interface Setting {
  name: string;
  meaning: string;
  allowed: string;
}

/** A row of the page SQL vocabulary. */
interface Named {
  name: string;
  /** `store`: only the store has it. */
  kind: string;
  meaning: string;
}

/** Settings and names for {@link guideSearch}, loaded at the first search. */
interface GuideSearchOptions {
  settings: () => Promise<Setting[]>;
  tables: () => Promise<Named[]>;
}

/**
 * A search of the guide: the sections of the pages in this page's lists, all settings and all names of SQL. The first search
 * fetches them from this site.
 */
export function guideSearch(options: GuideSearchOptions): HTMLElement {
  const list = html("ul", {class: "fb-guide-found"});
  const status = html("div", {role: "status"});
  let known: Promise<(question: string) => Section[]> | undefined;
  let last = "";
  const search = async (question: string) => {
    last = question;
    list.replaceChildren();
    status.textContent = "";
    if (question.trim() === "") return;
    try {
      status.textContent = "Reading the guide…";
      known ??= readGuide(options);
      const find = await known;
      if (last === question) show(find(question)); // otherwise the reader typed on
    } catch {
      known = undefined; // the next search tries again
      if (last === question)
        status.textContent = "The guide cannot be read. Check that the site is still served, and search again.";
    }
  };
  const show = (found: readonly Section[]) => {
    list.replaceChildren(...found.map(entryOf));
    status.textContent =
      found.length === 0
        ? "The guide has none of these words. Try another word, or choose a page from the list below."
        : "";
  };
  const field = searchField("Search the guide", (question) => void search(question));
  const label = html("label", {class: "fb-search"}, field);
  return html("div", {class: "fb-guide-search", role: "search"}, label, status, list);
}

function entryOf({page, heading, text, href}: Section): HTMLElement {
  const title = heading === "" ? page : `${page}: ${heading}`;
  return html("li", {}, html("a", {href}, title), html("br"), html("small", {}, text));
}

async function readGuide({settings, tables}: GuideSearchOptions): Promise<(question: string) => Section[]> {
  const links = Array.from(document.querySelectorAll<HTMLAnchorElement>("#observablehq-main li > a"), ({href}) => href);
  const placeOf = (name: string) => links.find((href) => new RegExp(`/${name}(\\.html)?$`).test(href)) ?? "";
  const [pages, allSettings, allNames] = await Promise.all([Promise.all(links.map(sectionsOf)), settings(), tables()]);
  const [settingsPage, data] = [placeOf("settings"), placeOf("vocabulary").replace("guide/vocabulary", "data")];
  return rankSections([
    ...pages.flat().map((section) => ({...section, weight: weightOf(section)})),
    ...allSettings.map(({name, meaning, allowed}) => ({
      ...{page: "Settings", heading: name, text: `${meaning}; allowed: ${allowed}`, href: settingsPage}
    })),
    ...allNames.map(({name, meaning, kind}) => {
      const id = kind === "store" ? `store-${name}` : name;
      return {page: "SQL", heading: name, text: meaning, href: `${data}#${id}`};
    })
  ]);
}

// Pages rank above their sections, and both above settings and names of SQL.
function weightOf({heading, href}: Section): number {
  return (heading === "" ? 3 : 2) / (href.includes("/guide/") ? 1 : 2);
}

/** A page and its sections, read from its address. @throws if the page is not there */
export async function sectionsOf(href: string): Promise<Section[]> {
  const response = await fetch(href);
  if (!response.ok) throw new Error(`${href}: ${response.status}`);
  const main = new DOMParser().parseFromString(await response.text(), "text/html").querySelector("#observablehq-main");
  const page = main?.querySelector("h1")?.textContent ?? "";
  const sections: Section[] = [{page, heading: "", text: "", href}];
  main?.querySelector(".fb-banner")?.remove();
  for (const {tagName, id, textContent} of main?.children ?? []) {
    const text = textContent?.replaceAll(/\s+/g, " ").trim() ?? "";
    const [last] = sections.slice(-1);
    if (tagName === "H2") sections.push({page, heading: text, text: "", href: `${href}#${id}`});
    else if (tagName !== "H1" && tagName !== "SCRIPT" && last) last.text = `${last.text} ${text}`.trim();
  }
  return sections;
}

// Words without a meaning of their own.
const ignored = new Set(
  "a an and are be can do does for from how i in is it my of on the there to what where why with".split(" ")
);

// Words of readers and of the guide that lead to the same parts, a group a line.
const alike = [
  "address base url",
  "apr funding",
  "auth proxy service",
  "bars candle candles ohlc",
  "cancel endless long slow stop",
  "chart graph plot",
  "close closed session weekend",
  "color colors colours dark light theme",
  "cron refresh schedule systemd",
  "csv excel export file parquet spreadsheet",
  "delete drop old remove retention small",
  "deploy host hosting publish server upload",
  "download export save",
  "feedbook_token token",
  "feedbook_token key password secret",
  "file import load own",
  "fresh old stale",
  "gap gaps missing",
  "link links share sharing",
  "local_time timezone zone",
  "lock locked process",
  "already port taken"
].map((words) => words.split(" "));

const excerptLength = 100;
const before = 30; // of the excerpt
const most = 12;

/**
 * Finds the twelve best sections for a question, best first, each with an excerpt around the first match. A title counts
 * more than a text, a whole word more than its start, and all words more than some.
 */
export async function rankSections(sections: readonly Section[]): Promise<(question: string) => Section[]> {
  const {default: MiniSearch} = await import("minisearch");
  const index = new MiniSearch({
    fields: ["page", "heading", "text"],
    tokenize: wordsOf,
    processTerm: (word) => (word === "" || ignored.has(word) ? null : word)
  });
  index.addAll(sections.map(({page, heading, text}, id) => ({id, page, heading: heading || page, text})));
  const own = {boost: {page: 3, heading: 2}, prefix: isLong, fuzzy: (word: string) => (word.length > 5 ? 0.2 : 0)};
  const similar = {boost: {page: 1.5, heading: 1}, prefix: isLong};
  const boostDocument = (id: number) => sections[id]?.weight ?? 1;
  return (question) => {
    const words = wordsOf(question);
    const related = alike.filter((group) => group.some((word) => words.includes(word))).flat();
    const others = related.filter((word) => !words.includes(word));
    const queries = [
      {...own, queries: [question]},
      {...similar, queries: others}
    ];
    const found = index.search({combineWith: "OR", queries}, {boostDocument});
    const worth = ({score, queryTerms}: {score: number; queryTerms: string[]}) =>
      score * (1 + words.filter((word) => queryTerms.includes(word)).length) ** 2;
    return found
      .sort((a, b) => worth(b) - worth(a))
      .slice(0, most)
      .flatMap(({id, terms}) => {
        const section = sections[id];
        return section ? {...section, text: excerptOf(section.text, terms)} : [];
      });
  };
}

function excerptOf(text: string, terms: readonly string[]): string {
  const first = text.toLowerCase().search(new RegExp(`(?<![\\p{L}\\p{N}_])(${terms.join("|")})`, "u"));
  const from = first > excerptLength - before ? text.lastIndexOf(" ", first - before) + 1 : 0;
  const until = from + excerptLength;
  return `${from > 0 ? "… " : ""}${text.slice(from, until)}${until < text.length ? "…" : ""}`;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/[^\p{L}\p{N}_]+/u);
}

// A short word starts too many others.
function isLong(word: string): boolean {
  return word.length > 3;
}
