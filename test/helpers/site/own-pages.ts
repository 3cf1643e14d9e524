import {readFileSync} from "node:fs";

/** The page that the README explains. */
export const ownPage = /^````md\n([\s\S]*?)^````$/m.exec(readFileSync("README.md", "utf8"))?.[1] ?? "";

const code = (text: string) => `\`\`\`js\n${text}\n\`\`\`\n`;
const value = (text: string) => `${"$"}{${text}}`;

/** A page with inputs of the kit at their defaults, whose last output is JSON of their values. */
export const inputsPage =
  code(
    'import {basisInput, feedInput, feedsInput, sql, stepInput, timeChart, timeInput, zoneInput} from "./notebook.js";'
  ) +
  "```sql id=feeds\nFROM feeds WHERE assetType IS DISTINCT FROM 'funding-rate' ORDER BY symbol, priceFeedId\n```\n```sql id=meta\nFROM meta\n```\n" +
  code(
    "const feed = view(feedInput(feeds)), some = view(feedsInput(feeds)), time = view(timeInput(meta)), tz = view(zoneInput());"
  ) +
  code("const basis = view(basisInput()), step = view(stepInput(time));") +
  `\`\`\`sql id=line\nFROM price_line(${value("feed")}, ${value("time.from")}, ${value("time.until")}, ${value("step")})\n\`\`\`\n` +
  `\`\`\`sql id=[row]
SELECT count(*)::INTEGER AS n, ${value("tz")} AS tz, ${value("basis")} AS basis FROM prices
WHERE priceFeedId IN ${value("some")} AND publishedAt BETWEEN ${value("time.from")} AND ${value("time.until")}\n\`\`\`\n` +
  `${value("timeChart(line, {y: 'price'})")}\n\n<output>${value("JSON.stringify({feed, some, step, ...row})")}</output>\n`;

/** A page whose queries name each other's rows, and values more than once. */
export const rowsPage = `${code('import {d3, sql} from "./notebook.js";\nconst least = 1;')}
\`\`\`sql id=some
-- all of two feeds;
SELECT priceFeedId, publishedAt, price, [price] AS list, NULL::DATE AS none FROM prices WHERE priceFeedId BETWEEN ${value("least")} AND ${value("2")};
\`\`\`
\`\`\`sql id=nobody
FROM ${value("some")} WHERE price < ${value("0")}
\`\`\`
\`\`\`sql id=[found]
SELECT (SELECT count(DISTINCT priceFeedId) FROM ${value("some")})::INTEGER AS feeds, (SELECT count(*) FROM ${value("nobody")})::INTEGER AS none,
  (SELECT string_agg(column_type) FROM (DESCRIBE ${value("nobody")})) AS types
\`\`\`
\`\`\`sql id=[windows]
SELECT sum(x) OVER w AS total, count(*) OVER w AS n FROM range(${value("5")}) AS t(x)
WINDOW w AS (ORDER BY x ROWS BETWEEN ${value("least")} PRECEDING AND CURRENT ROW) ORDER BY x DESC
\`\`\`
<output>${value('JSON.stringify({...found, ...windows, csv: d3.csvParse("a\\n1", d3.autoType)[0]})')}</output>
`;

/** A page whose blocks fail once they run. */
export const faultsPage = `# Faults
${code('import {d3, sql} from "./notebook.js";')}
\`\`\`sql id=failed
SELECT
  error('no')
\`\`\`
Found ${value("nothing.of(1)")}.

${code("const own = null;\nown.price")}`;

const guide = readFileSync("src/guide/own-data.md", "utf8");
const [, script = "", use = ""] = /^```sh\n([\s\S]*?)^```\n```js run=false\n([\s\S]*?)\n```$/m.exec(guide) ?? [];

/** The data loader of the guide that queries the store, and a page that shows its rows. */
export const guideLoader = script;
export const loaderPage = `${code('import {dataTable} from "./notebook.js";')}${code(use)}${code("dataTable(responses)")}`;
