// Pages that are exported, and the files beside them.

import {guideLoader} from "../helpers/site/own-pages.js";

// Text of a symbol, written so that the page's own source has no markup.
const hostile = "</|script><|script>document.title='ran'</|script><!-|-<|script><img src=x onerror=alert(1)>".split(
  "|"
);
const literal = hostile.map((part) => `'${part.replaceAll("'", "''")}'`).join(" || ");

const rowsPage = `# Rows
\`\`\`js
import {dataTable, feedInput, identifier, sql, timeChart} from "./notebook.js";
\`\`\`
\`\`\`js
const feed = view(feedInput(feeds));
const column = "price";
\`\`\`
\`\`\`sql id=feeds
SELECT priceFeedId, symbol FROM feeds WHERE priceFeedId < 9 ORDER BY priceFeedId
\`\`\`
\`\`\`sql id=prices
SELECT publishedAt, \${identifier(column)} AS value FROM prices WHERE priceFeedId = \${feed}
\`\`\`
\`\`\`sql id=names
SELECT ${literal} AS symbol, 5 AS n
\`\`\`
\${timeChart(prices)}
\${dataTable(names)}
[Prices](./prices)`;

const filesPage = `# Files
\`\`\`js
import {Inputs, keep, sql, timeChart} from "./notebook.js";
import {mark} from "./mark.js";
const typed = [...(await FileAttachment("own.parquet").parquet())];
const now = new Date();
const {mine} = Object.fromEntries(new URLSearchParams(location.search));
const responses = FileAttachment("data/responses.json").json();
const trades = FileAttachment("trades.csv").csv({typed: true});
if (globalThis.fbAnswer) Promise.reject("lost"); // while the file is made
const k = view(keep("k", Inputs.range([1, 5], {step: 1, label: "k"})));
\`\`\`
\`\`\`sql id=hours
SELECT startedAt, close * \${k} AS close FROM bars_1h WHERE priceFeedId = 1
\`\`\`
\`\`\`sql id=[clock]
SELECT \${now}::DATE::VARCHAR || ' <!-- \\d' AS text
\`\`\`
\${typed.length} row at \${clock.text}\${mark} of \${width > 0 ? "a width" : ""} <iframe src="./rows"></iframe>

\${trades.map(({size}) => size).join(" and ")} of \${k}, \${mine} and \${responses.length > 0}

\${timeChart(hours, {y: "close"})}

<img src="dot.svg" width="9"> \${FileAttachment("dot.svg").image({width: 9})} <img src="https://example.com/far.png">`;

const dot = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="4" cx="4" cy="4"/></svg>';
const mark = "export const mark = '<script';";

/** The files of `src` by their names. */
export const files: Readonly<Record<string, string>> = {
  ...{"rows.md": rowsPage, "mes données.md": filesPage, "trades.csv": "size\n21\n22\n"},
  ...{"dot.svg": dot, "mark.js": mark, "data/responses.json.sh": guideLoader}
};

/** What a page's code would put into a file if the process had the token. */
export const leak = `
\`\`\`js
const token = (await globalThis.fbAnswer?.constructor("return process.env.FEEDBOOK_TOKEN")()) ?? "no token";
\`\`\`
\`\`\`sql id=leaked
SELECT \${token} AS token
\`\`\`
`;
