import MiniSearch, {type SearchResult} from "minisearch";

/** A part of the guide that a search can find: a page, what stands under a heading of it, a setting, or a name of SQL. */
export interface Section {
  page: string;
  /** Empty: the page itself. */
  heading: string;
  text: string;
  href: string;
  /** How much it counts beside others, by default 1. */
  weight?: number;
}

// Words that say nothing about what is asked.
const idle = new Set(
  "a an and are be can do does for from how i in is it my of on the there to what where why with".split(" ")
);

// Readers' words, each with the guide's own.
const synonyms: Readonly<Record<string, string>> = {
  address: "url base",
  already: "taken",
  apr: "funding",
  cancel: "stop endless long",
  candles: "candle bars ohlc",
  close: "session",
  closed: "session weekend",
  color: "colours theme",
  colors: "colours theme",
  cron: "refresh systemd",
  csv: "export file spreadsheet",
  delete: "remove drop",
  deploy: "publish",
  dark: "theme light",
  download: "export save",
  excel: "csv spreadsheet",
  gap: "gaps missing",
  graph: "chart",
  host: "publish server",
  hosting: "publish server",
  import: "load file own",
  key: "token",
  links: "link sharing",
  locked: "lock process",
  missing: "gaps",
  old: "stale",
  parquet: "export file",
  password: "token",
  plot: "chart",
  port: "taken",
  proxy: "service auth",
  retention: "small drop old",
  schedule: "refresh",
  secret: "token",
  share: "sharing link",
  slow: "long endless cancel",
  stale: "old fresh",
  timezone: "local_time zone",
  token: "feedbook_token",
  upload: "publish",
  weekend: "session weekend"
};

const excerptLength = 140;
const before = 40; // of the excerpt
const most = 12;

/**
 * Gives of the sections the twelve that fit a question best, the best first, each with an excerpt of its text that has the
 * first word found. A title counts more than a text, a whole word more than its start, and all words more than some.
 */
export function rankSections(sections: readonly Section[]): (question: string) => Section[] {
  const index = new MiniSearch({
    fields: ["page", "heading", "text"],
    tokenize: wordsOf,
    processTerm: (word) => (word === "" || idle.has(word) ? null : word)
  });
  index.addAll(sections.map(({page, heading, text}, id) => ({id, page, heading: heading || page, text})));
  const asked = {boost: {page: 3, heading: 2}, prefix: isLong, fuzzy: (word: string) => (word.length > 5 ? 0.2 : 0)};
  const meant = {boost: {page: 1.5, heading: 1}, prefix: isLong};
  const boostDocument = (id: number) => sections[id]?.weight ?? 1;
  return (question) => {
    const words = wordsOf(question);
    const others = words.flatMap((word) => synonyms[word] ?? []);
    const queries = [
      {...asked, queries: [question]},
      {...meant, queries: others}
    ];
    const found = index.search({combineWith: "OR", queries}, {boostDocument});
    const worth = ({score, queryTerms}: SearchResult) =>
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
  return `${from > 0 ? "… " : ""}${text.slice(from, from + excerptLength)}`;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/[^\p{L}\p{N}_]+/u);
}

// A short word is as a rule the start of too many others.
function isLong(word: string): boolean {
  return word.length > 3;
}
