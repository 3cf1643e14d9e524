import MiniSearch, {type SearchResult} from "minisearch";

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

// Words without a meaning of their own.
const ignored = new Set(
  "a an and are be can do does for from how i in is it my of on the there to what where why with".split(" ")
);

// Readers' words, each with the words of the guide.
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
 * Finds the twelve best sections for a question, best first, each with an excerpt around the first match. A title counts
 * more than a text, a whole word more than its start, and all words more than some.
 */
export function rankSections(sections: readonly Section[]): (question: string) => Section[] {
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
    const others = words.flatMap((word) => synonyms[word] ?? []);
    const queries = [
      {...own, queries: [question]},
      {...similar, queries: others}
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

// A short word starts too many others.
function isLong(word: string): boolean {
  return word.length > 3;
}
