import {createMarkdownIt, parseMarkdown} from "@observablehq/framework/dist/markdown.js";
import {expect, it} from "vitest";
import {openingValues, unknown} from "../../../loaders/site/answers/initials.js";

const tables: Record<string, unknown> = {
  feeds: [{priceFeedId: 2}, {priceFeedId: 6}, {priceFeedId: 8}],
  meta: [{firstPublishedAt: new Date("2026-05-01T00:00:00Z"), lastPublishedAt: new Date("2026-05-12T14:00:00Z")}]
};

const page = `\`\`\`js
const feed = view(feedInput(feeds)), other = view(feedInput(feeds, {label: "Other", value: feeds[1].priceFeedId}));
const some = view(feedsInput(feeds));
const time = view(timeInput(meta)), week = view(timeInput(meta[0], {value: "7d"}));
const step = view(stepInput(time)), own = view(stepInput(time, {points: 25}));
const zone = view(zoneInput()), basis = view(basisInput({value: "apr"})), usual = view(basisInput());
const ahead = view(choice("Later by", [300, 900], {format: formatAge})), cost = view(choice("Cost", [0, 5], {value: 5}));
const range = view(Inputs.range([1, 5], {value: 2})), kept = view(keep("x", feedInput(feeds))), lost = view(feedInput(none));
const twoRows = await sql\`FROM feeds\`, itself = view(feedInput(itself)), now = new Date(), later = view(timeInput(now));
\`\`\`
`;

it.each<[string, unknown]>([
  ["feed", 2],
  ["other", 6],
  ["some", [2, 6]],
  ["[feed, 1]", [2, 1]],
  ["feeds[1].priceFeedId", 6],
  ["time.from", new Date("2026-05-11T14:00:00Z")],
  ["time.until", new Date("2026-05-12T14:00:00.001Z")],
  ["week.from", new Date("2026-05-05T14:00:00Z")],
  ["step", 120],
  ["own", 3600],
  ["zone", "UTC"],
  ["basis", "apr"],
  ["usual", "apr"],
  ["ahead", 300],
  ["cost", 5],
  ["'text'", "text"],
  ...["range", "kept", "lost", "twoRows", "itself", "later", "nothing", "feed + 1", "f(1)", "() => 1"].map(
    (expression): [string, unknown] => [expression, unknown]
  ),
  ...["time.from.getTime", "feeds.map", "feeds[9]", "new Date()", "zone.constructor"].map(
    (expression): [string, unknown] => [expression, unknown]
  )
])("openingValues(page, width, rowsOf) gives %s as the page opens", async (expression, value) => {
  const parsed = parseMarkdown(page, {md: createMarkdownIt(), path: "/mine.md"});
  const rowsOf = async (name: string) => tables[name] ?? unknown;
  expect(await openingValues(parsed, 960, rowsOf)(expression)).toEqual(value);
});
