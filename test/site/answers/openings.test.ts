import {cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {gunzipSync} from "node:zlib";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {answerBlocks, namedSql, parseBlocks} from "../../../loaders/site/answers/blocks.js";
import {answerFeeds, type Openings, writeOpenings} from "../../../loaders/site/answers/openings.js";
import {openSnapshot} from "../../../loaders/snapshot/snapshot.js";
import type {Answer} from "../../../src/duckdb/sql/opening.js";
import {readPick} from "../../../src/inputs/pick.js";
import {openingOf, pages, sharedSnapshot} from "../../pages/queries.js";

const folder = mkdtempSync(join(tmpdir(), "feedbook-openings-"));
afterAll(() => rmSync(folder, {recursive: true}));

const value = (name: string) => `${"$"}{pick.${name}}`;
// Sums of many numbers differ in their last digit by the order of these.
const rounded = (answer: Answer) =>
  JSON.stringify(answer, (_, each) => (typeof each === "number" ? Number(each.toPrecision(12)) : each));
const answersIn = (file: Uint8Array | undefined): Answer[] => JSON.parse(gunzipSync(file ?? "").toString());

let snapshotPath: string;
beforeAll(async () => {
  snapshotPath = await sharedSnapshot("short");
});

describe("answerFeeds(options)", () => {
  let made: Openings;
  beforeAll(async () => {
    made = await answerFeeds({root: "src", snapshotPath, budgetBytes: 1e9});
  });

  it("has every feed, the one with the most updates first", () => {
    expect([...made.files.keys()]).toEqual([1, 2, 6, 8, 9, 112, 113, 114, 327, 922, 10]); // 10 has none
    expect(made).toMatchObject({feeds: 11, bytes: [...made.files.values()].reduce((sum, {length}) => sum + length, 0)});
  });

  it.each(pages)("answers of page %s what each query answers for each feed by itself, in its order", async (page) => {
    const opening = await openingOf(snapshotPath, page);
    const blocks = parseBlocks(readFileSync(`src/${page}.md`, "utf8")).filter((block) =>
      namedSql(block)?.names.some((name) => name === "feed" || name === "feeds")
    );
    expect(blocks.length).toBeGreaterThan(3);
    const snapshot = await openSnapshot(snapshotPath);
    for (const feed of [6, 8, 113, 922].filter((id) => opening.feeds.some(({priceFeedId}) => priceFeedId === id))) {
      const picked = readPick({...opening, answered: feed}, {feed: String(feed)});
      const all = answersIn(made.files.get(feed));
      for (const answer of await answerBlocks(snapshot, blocks, {...opening.pick, ...picked})) {
        const isSame = (each: Answer) =>
          String([each.strings, each.params]) === String([answer.strings, answer.params]);
        expect(all.filter(isSame).map(rounded)).toEqual([rounded(answer)]);
      }
    }
    snapshot.close();
  });

  it("keeps to the budget, and leaves out all feeds from the first that does not fit", async () => {
    const [first, second, third] = [...made.files.values()].map(({length}) => length) as [number, number, number];
    const budgetBytes = first + second + third - 1;
    const some = await answerFeeds({root: "src", snapshotPath, budgetBytes});
    expect([[...some.files.keys()], some.bytes, some.feeds]).toEqual([[1, 2], first + second, 11]);
    const none = {files: new Map(), bytes: 0};
    expect(await answerFeeds({root: "src", snapshotPath, budgetBytes: first - 1})).toEqual({...none, feeds: 11});
    expect(await answerFeeds({root: "src", snapshotPath, budgetBytes: 0})).toEqual({...none, feeds: 0});
  });

  it("reports queries that it cannot ask for many feeds, and leaves out others without a feed or with too many rows", async () => {
    const root = pageOf("mine", [
      `SELECT hash(n) AS h, n FROM range(5000) AS t(n) WHERE ${value("feed")} > 0 ORDER BY h`,
      `SELECT n FROM range(20001) AS t(n) WHERE ${value("feed")} > 0`,
      `SELECT error('no') FROM feeds WHERE priceFeedId = ${value("feed")}`,
      `SELECT ${value("range")}`,
      `SELECT ${value("feed")} + ${value("other")}`
    ]);
    const warnings: string[] = [];
    const {files} = await answerFeeds({root, snapshotPath, budgetBytes: 1e9, warn: (text) => warnings.push(text)});
    expect(warnings).toEqual([expect.stringMatching(/mine\.md:8: not answered for each feed, .*: .*no$/)]);
    for (const feed of [1, 922]) {
      const [answer, ...others] = answersIn(files.get(feed));
      expect(others).toEqual([]);
      expect(answer).toMatchObject({params: [feed], columns: [{name: "h", type: "UBIGINT"}, {name: "n"}]});
      const hashes = answer?.rows.map(([hash]) => BigInt(String(hash))) ?? [];
      expect(hashes).toHaveLength(5000);
      expect(hashes.every((hash, i) => i === 0 || hash > (hashes[i - 1] ?? 0n))).toBe(true);
    }
  });
});

it("writeOpenings(root, pages, openings) writes a file per feed, and its address into the pages", () => {
  const root = mkdtempSync(join(folder, "built-"));
  mkdirSync(join(root, "deep"));
  const read = (page: string) => readFileSync(join(root, `${page}.html`), "utf8");
  for (const page of ["prices", "deep/own", "data"]) writeFileSync(join(root, `${page}.html`), "<head></head>$&");
  const pages = [{path: "/prices"}, {path: "/deep/own"}, {path: "/draft"}];
  writeOpenings(root, pages, {files: new Map(), bytes: 0, feeds: 3});
  expect([existsSync(join(root, "_file")), read("prices")]).toEqual([false, "<head></head>$&"]);
  const files = new Map([3, 2, 1, 7, 9, 8].map((feed) => [feed, Buffer.from(`of ${feed}`)]));
  writeOpenings(root, pages, {files, bytes: 24, feeds: 7});
  const element = /^<head><script type="application\/json" id="fb-feeds">(.*)<\/script>\n<\/head>\$&$/;
  const [prices, own] = ["prices", "deep/own"].map((page) => JSON.parse(element.exec(read(page))?.[1] ?? ""));
  expect(prices).toEqual({
    path: expect.stringMatching(/^\.\/_file\/feeds\/\*\.json\.\w{8}\.gz$/),
    ids: [3, 2, 1, 7, 9, 8]
  });
  expect(own.path).toBe(prices.path.replace("./", "../"));
  expect(read("data")).toBe("<head></head>$&");
  expect(readFileSync(join(root, prices.path.replace("*", "7")), "utf8")).toBe("of 7");
});

// A source root with a page of queries, opened as prices.md is.
function pageOf(name: string, queries: readonly string[]): string {
  const root = mkdtempSync(join(folder, "root-"));
  mkdirSync(join(root, "data"));
  cpSync("src/data/prices.json.sql", join(root, `data/${name}.json.sql`));
  const loader = join(root, `data/${name}.json.sql`);
  writeFileSync(loader, readFileSync(loader, "utf8").replace("../prices.md", `../${name}.md`));
  const blocks = queries.map((query, i) => `\`\`\`sql id=q${i}\n${query}\n\`\`\`\n`);
  writeFileSync(join(root, `${name}.md`), blocks.join(""));
  return root;
}
