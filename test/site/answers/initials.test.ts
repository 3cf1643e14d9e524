import {createMarkdownIt, parseMarkdown} from "@observablehq/framework/dist/markdown.js";
import {describe, expect, it} from "vitest";
import {initialsOf} from "../../../loaders/site/answers/initials.js";
import {pageRules} from "../../../loaders/site/answers/page-rules.js";

const parse = (source: string) => parseMarkdown(source, {md: createMarkdownIt(), path: "/mine.md"});
const code = (text: string) => `\`\`\`js\n${text}\n\`\`\`\n`;
const block = (id: string, text: string) => `\`\`\`sql id=${id}\n${text}\n\`\`\`\n`;
const value = (text: string) => `${"$"}{${text}}`;

const tables: Record<string, unknown> = {
  "FROM feeds": [{priceFeedId: 2}, {priceFeedId: 6}, {priceFeedId: 8}],
  "FROM meta": [{firstPublishedAt: new Date("2026-05-01T00:00:00Z"), lastPublishedAt: new Date("2026-05-12T14:00:00Z")}]
};

// What each expression is at first; null where that is not known.
async function initials(source: string, expressions: readonly string[], width = 960): Promise<unknown[]> {
  const {defaultOf} = await pageRules("src");
  const initialOf = initialsOf(parse(source), {
    rowsOf: async ([text = "", ...rest], values) => tables[text.trim()] ?? [{asked: [text, ...rest], values}],
    defaultOf: (name, args) => defaultOf(name, args, width)
  });
  return Promise.all(expressions.map((each) => initialOf(each).catch(() => null)));
}

describe("initialsOf(page, sources)", () => {
  it("gives the values of inputs that say them, by the names that pages view them as", async () => {
    const source = code(`const a = view(keep("a", Inputs.range([1, 5], {value: 2, step: 1})));
const b = view(Inputs.text({value: "x"})), c = view(feedInput(nothing, {label: "c", value: 922}));
const none = view(Inputs.text()), later = view(Inputs.range([0, n], {value: n}));
const two = view(Inputs.form({a: Inputs.text({value: "1"}), b: Inputs.text({value: "2"})})), other = f({value: 1});`);
    const expected = [2, "x", 922, null, null, null, null];
    expect(await initials(source, ["a", "b", "c", "none", "later", "two", "other"])).toEqual(expected);
  });

  it("gives what inputs of the kit have at first, of rows that come before or after them", async () => {
    const source =
      code("const feed = view(feedInput(feeds)), some = view(keep('x', feedsInput(feeds, {label: 'Some'})));") +
      block("feeds", "FROM feeds") +
      code("const [own, meta] = [await sql`FROM feeds`, await sql`FROM meta`];") +
      code("const time = view(timeInput(meta)), week = view(timeInput(meta[0], {value: '7d'}));") +
      code("const tz = view(zoneInput()), basis = view(basisInput({value: 'apr'})), usual = view(basisInput());");
    expect(await initials(source, ["feed", "some", "[feed]", "feeds[1]?.priceFeedId", "own[2].priceFeedId"])).toEqual([
      2,
      [2, 6],
      [2],
      6,
      8
    ]);
    expect(await initials(source, ["time.from", "time.until", "week.from", "time.range"])).toEqual([
      new Date("2026-05-11T14:00:00Z"),
      new Date("2026-05-12T14:00:00.001Z"),
      new Date("2026-05-05T14:00:00Z"),
      "24h"
    ]);
    expect(await initials(source, ["tz", "basis", "usual"])).toEqual(["UTC", "apr", "8h"]);
  });

  it.each([
    [960, 120],
    [264, 360]
  ])("gives a step for charts of %d px", async (width, expected) => {
    const source =
      block("meta", "FROM meta") +
      code("const time = view(timeInput(meta));") +
      code("const step = view(stepInput(time)), own = view(stepInput(time, {points: 25}));");
    expect(await initials(source, ["step", "own"], width)).toEqual([expected, 3600]);
  });

  it("asks a query with what inputs have at first", async () => {
    const source =
      block("feeds", "FROM feeds") +
      code("const feed = view(feedInput(feeds));") +
      block("[row]", `SELECT ${value("feed")} AS a`) +
      block("lost", `SELECT ${value("Math.random()")} AS a`);
    expect(await initials(source, ["row.values", "row.asked", "lost"])).toEqual([[2], ["SELECT ", " AS a"], null]);
  });

  it.each(["a.b.c", "f(1)", "Math.random()", "new Date()", "() => 1", "circle", "text.constructor", "list.map", "x ="])(
    "does not know what is no value before the page is open: %s",
    async (expression) => {
      const source = code("const circle = [around];\nconst around = [circle];\nconst text = 'a', list = [1];");
      expect(await initials(source, [expression])).toEqual([expression === "list.map" ? undefined : null]);
    }
  );
});
