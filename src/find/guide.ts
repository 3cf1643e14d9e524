/** A searchable part of the guide: a page, a section of a page, or a setting. */
export interface Section {
  page: string;
  /** Empty: the page itself. */
  heading: string;
  text: string;
  href: string;
  /** Its weight against other parts, by default 1. */
  weight?: number;
}

// Pages rank above their sections, and both above settings.
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
  return sections.map((section) => ({...section, weight: weightOf(section)}));
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
