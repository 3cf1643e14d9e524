import {readFileSync} from "node:fs";

/** The page that the README explains. */
export const ownPage = /^````md\n([\s\S]*?)^````$/m.exec(readFileSync("README.md", "utf8"))?.[1] ?? "";

/** A page with a plain input. */
export const choicePage = `\`\`\`js
import {Inputs, keep, sql} from "./lib/notebook.js";
const feed = view(keep("feed", Inputs.select([1, 2, 6], {value: 2, label: "Feed"})));
\`\`\`
\`\`\`js
const [row] = await sql\`SELECT symbol FROM feeds WHERE priceFeedId = ${"$"}{feed}\`;
display(document.createTextNode("it is " + row.symbol));
\`\`\`
`;

const code = (text: string) => `\`\`\`js\n${text}\n\`\`\`\n`;
const value = (text: string) => `${"$"}{${text}}`;

/** A page with inputs of the kit at their defaults, whose last output is JSON of what they are. */
export const inputsPage =
  code(
    'import {basisInput, feedInput, feedsInput, sql, stepInput, timeChart, timeInput, zoneInput} from "./lib/notebook.js";'
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

/** The same with picks of its own. */
export const pickedPage = `---\npicks: "feed=6&feeds=6,8&range=6h&basis=apr"\n---\n${inputsPage}`;
