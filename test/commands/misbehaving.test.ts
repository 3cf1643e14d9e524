import {expect, it} from "vitest";
import {cliFolder} from "../helpers/cli.js";
import {answerAll, serveFeeds} from "../helpers/service.js";
import {type Reply, reply} from "../service/loopback.js";

const {configure, emptyStore, runWith, sql} = cliFolder();

const ok = (text: string) => () => reply(200, text, {"content-type": "application/json"});
const update = (...entries: string[]) => ok(`{"parsed":{"timestampUs":"1778594100000000","priceFeeds":[${entries}]}}`);
const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

// A body, and its counts in the books: entries, rows, rejects, nulls; null: a failed response.
const bodies: [string, () => Reply, [number, number, number, number] | null][] = [
  ["a truncated body", ok('{"parsed":{"priceFeeds":[{"priceFeedId":1,"pri'), null],
  ["an HTML error page", () => reply(200, "<html><h1>502</h1></html>", {"content-type": "text/html"}), null],
  ["nothing", ok(""), null],
  ["no parsed", ok('{"evm":{"encoding":"hex","data":"00"}}'), null],
  ["priceFeeds that are an object", ok('{"parsed":{"priceFeeds":{"0":{"priceFeedId":1}}}}'), null],
  ["nesting without end", update("[".repeat(2 ** 20)), null],
  [
    "deep nesting",
    update(...[999, 1000, 200_000].map((levels) => `{"priceFeedId":1,"extra":${deep(levels)}}`), deep(200_000)),
    [4, 1, 3, 0]
  ],
  ["a session that never ends", update(`{"priceFeedId":1,"marketSession":"${"x".repeat(5_000_000)}"}`), [1, 1, 0, 1]],
  ["an id twice", update('{"priceFeedId":1}', '{"priceFeedId":1}'), [2, 2, 0, 0]],
  ["fewer entries than asked", update(), [0, 0, 0, 0]],
  [
    "more entries than asked",
    update(...Array.from({length: 300}, (_, id) => `{"priceFeedId":${id}}`)),
    [300, 300, 0, 0]
  ],
  ["entries that are null, numbers, texts, arrays", update("null", "1", '"x"', "[]", "true"), [5, 0, 5, 0]],
  ["NaN as text", update('{"priceFeedId":1,"price":"NaN"}'), [1, 1, 0, 1]],
  [
    "numbers beyond a double",
    update('{"priceFeedId":1,"price":1e400,"emaPrice":"-1e400"}', '{"priceFeedId":1e400}'),
    [2, 1, 1, 2]
  ],
  [
    "ids that are negative, fractional, too large",
    update('{"priceFeedId":-1}', '{"priceFeedId":1.5}', '{"priceFeedId":9007199254740993}'),
    [3, 0, 3, 0]
  ],
  [
    "control characters and markup",
    update('{"priceFeedId":1,"marketSession":"\\u001b[2J<script>alert(1)</script>"}'),
    [1, 1, 0, 0]
  ],
  [
    "bytes that are not UTF-8",
    () => (response) =>
      response
        .writeHead(200)
        .end(Buffer.from('{"parsed":{"priceFeeds":[{"priceFeedId":1,"marketSession":"caf\xe9"}]}}', "latin1")),
    [1, 1, 0, 0]
  ],
  [
    "__proto__ as keys",
    update('{"priceFeedId":1,"__proto__":{"price":9},"constructor":{"prototype":{}}}'),
    [1, 1, 0, 0]
  ],
  ["huge extra fields", update(`{"priceFeedId":1,"extra":"${"x".repeat(4_000_000)}"}`), [1, 1, 0, 0]]
];

it("feedbook load latest accounts for every entry of a service that sends nonsense, and keeps the start of failed responses", async () => {
  const {url} = await serveFeeds({
    answer: (question) => bodies[(question.priceFeedIds?.[0] ?? 0) - 1]?.[1]() ?? answerAll(question)
  });
  await emptyStore();
  configure({feeds: {ids: bodies.map((_, i) => i + 1)}, service: {batchSize: {latest_price: 1}}});
  const env = {FEEDBOOK_BASE_URL: url, FEEDBOOK_TOKEN: "a-token-as-long-as-real-ones"};
  const {exitCode, stdout} = await runWith({env}, "load", "latest", "--json");
  const books = `SELECT
    CAST(request->'$.priceFeedIds[0]' AS INTEGER) - 1 AS i, entries, rows, rejected, problem IS NOT NULL AS failed,
    (SELECT count(*) FROM coercions c WHERE c.responseId = r.responseId) AS nulls,
    (SELECT count(*) FROM feed_updates u WHERE u.responseId = r.responseId) AS updates,
    (SELECT count(*) FROM rejected_entries e WHERE e.responseId = r.responseId) AS rejects
    FROM responses r LEFT JOIN failed_responses USING (responseId) ORDER BY i`;
  const expected = bodies.map(([, , counts], i) => {
    const [entries, rows, rejected, nulls] = counts ?? [0, 0, 0, 0];
    return {i, entries, rows, rejected, failed: counts === null, nulls, updates: rows, rejects: rejected};
  });
  expect(await sql(books)).toEqual(expected);
  const failed = bodies.filter(([, , counts]) => counts === null);
  expect({exitCode, ...JSON.parse(stdout)}).toMatchObject({exitCode: 1, asked: bodies.length});
  expect(JSON.parse(stdout).problems).toHaveLength(failed.length);
  const starts = (await sql("SELECT start, strlen(start) AS length FROM failed_responses")) as {start: string}[];
  expect(starts).toContainEqual({start: "<html><h1>502</h1></html>", length: 25});
  expect(starts).toContainEqual({start: expect.stringMatching(/^\{"parsed":.*\[{900}/), length: 1000});
  expect(
    await sql("SELECT DISTINCT marketSession FROM feed_updates WHERE marketSession IS NOT NULL ORDER BY 1")
  ).toEqual([{marketSession: "\u001b[2J<script>alert(1)</script>"}, {marketSession: "caf\ufffd"}]);
  expect(await sql("SELECT extra FROM feed_updates WHERE extra LIKE '%proto%'")).toEqual([
    {extra: '{"__proto__":{"price":9},"constructor":{"prototype":{}}}'}
  ]);
  expect(await sql("SELECT max(strlen(extra)) AS size FROM feed_updates")).toEqual([{size: 4_000_012}]);
  const deep =
    "SELECT json_valid(entry) AS whole FROM rejected_entries WHERE reason = 'entry is nested deeper than 1000 levels'";
  expect(await sql(deep)).toEqual(Array(3).fill({whole: true}));
});
