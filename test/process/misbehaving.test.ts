import {readFileSync} from "node:fs";
import {pathToFileURL} from "node:url";
import {describe, expect, it} from "vitest";
import {cliFolder} from "../helpers/cli.js";
import {type Asked, answerAll, serveFeeds} from "../helpers/service.js";
import {soaking} from "../helpers/soak.js";
import {type Reply, reply} from "../service/loopback.js";

const {configure, emptyStore, path, runWith, sql, startWith, write} = cliFolder();
const token = "a-token-as-long-as-real-ones";

/** Loads the latest update of so many feeds, one request each, from a service that answers for each as it likes; `own`: in a process of its own, whose memory it tells. */
async function load(answers: readonly ((asked: Asked) => Reply)[], service: object = {}, own = false) {
  const {url, asked} = await serveFeeds({
    answer: (question) => answers[(question.priceFeedIds?.[0] ?? 0) - 1]?.(question) ?? answerAll(question)
  });
  const ids = answers.map((_, i) => i + 1);
  await emptyStore();
  configure({feeds: {ids}, service: {batchSize: {latest_price: 1}, ...service}});
  const env = {FEEDBOOK_BASE_URL: url, FEEDBOOK_TOKEN: token};
  const ended = own ? await startWith({env: {...env, ...keepPeak()}}, ...latest) : await runWith({env}, ...latest);
  const peakMb = own ? Number(readFileSync(path("peak"), "utf8")) / 1000 : 0;
  return {...ended, report: ended.stdout ? JSON.parse(ended.stdout) : null, asked, peakMb};
}

const latest = ["load", "latest", "--json"];

// The most memory that the process took, in kB, as it ends.
function keepPeak(): {NODE_OPTIONS: string} {
  write(
    "peak.mjs",
    `import {writeFileSync} from "node:fs";
    process.on("exit", () => writeFileSync("peak", String(process.resourceUsage().maxRSS)));`
  );
  return {NODE_OPTIONS: `--import ${pathToFileURL(path("peak.mjs")).href}`};
}

const ok = (text: string) => () => reply(200, text, {"content-type": "application/json"});
const update = (...entries: string[]) => ok(`{"parsed":{"timestampUs":"1778594100000000","priceFeeds":[${entries}]}}`);
const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

// What each sends, and what is in the books: entries, rows, rejects, nulls; nothing: a failed response.
const bodies: [string, () => Reply, [number, number, number, number] | null][] = [
  ["a truncated body", ok('{"parsed":{"priceFeeds":[{"priceFeedId":1,"pri'), null],
  ["an HTML error page", () => reply(200, "<html><h1>502</h1></html>", {"content-type": "text/html"}), null],
  ["plain text", ok("upstream request timeout"), null],
  ["nothing", ok(""), null],
  ["no parsed", ok('{"evm":{"encoding":"hex","data":"00"}}'), null],
  ["parsed that is null", ok('{"parsed":null}'), null],
  ["priceFeeds that is no array", ok('{"parsed":{"priceFeeds":{"0":{"priceFeedId":1}}}}'), null],
  ["nesting without end", update("[".repeat(2 ** 20)), null],
  [
    "nesting that is deep",
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
  ["ids as text", update('{"priceFeedId":"7"}', '{"priceFeedId":"seven"}'), [2, 1, 1, 0]],
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
    "bytes that are no UTF-8",
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

describe("feedbook load latest from a service that sends nonsense", () => {
  it("accounts for every entry, keeps how each failed response begins, and says both", async () => {
    const {exitCode, report} = await load(bodies.map(([, answer]) => answer));
    const failed = bodies.filter(([, , counts]) => counts === null);
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
    const starts = await sql("SELECT start FROM failed_responses JOIN responses USING (responseId) ORDER BY start");
    const whole = [
      "",
      "<html><h1>502</h1></html>",
      "upstream request timeout",
      '{"evm":{"encoding":"hex","data":"00"}}',
      '{"parsed":null}',
      '{"parsed":{"priceFeeds":[{"priceFeedId":1,"pri',
      '{"parsed":{"priceFeeds":{"0":{"priceFeedId":1}}}}',
      `{"parsed":{"timestampUs":"1778594100000000","priceFeeds":[${"[".repeat(2 ** 20)}]}}`.slice(0, 1000)
    ];
    expect(starts).toEqual(whole.sort().map((start) => ({start})));
    expect(exitCode).toBe(1);
    expect(report.problems).toHaveLength(failed.length);
    const {asked, received, missing, refused} = report;
    expect([asked, received + missing + refused]).toEqual([bodies.length, bodies.length]);
    expect(
      await sql(
        "SELECT marketSession, strlen(extra) AS size FROM feed_updates WHERE marketSession IS NOT NULL ORDER BY ALL"
      )
    ).toEqual([
      {marketSession: "\u001b[2J<script>alert(1)</script>", size: null},
      {marketSession: "caf\ufffd", size: null}
    ]);
    expect(await sql("SELECT extra FROM feed_updates WHERE extra LIKE '%proto%'")).toEqual([
      {extra: '{"__proto__":{"price":9},"constructor":{"prototype":{}}}'}
    ]);
    expect(await sql("SELECT max(strlen(extra)) AS size FROM feed_updates")).toEqual([{size: 4_000_012}]);
    expect(await sql("SELECT max(strlen(json_structure(extra)::VARCHAR)) > 0 AS whole FROM feed_updates")).toEqual([
      {whole: true}
    ]);
    const rejects =
      "SELECT reason, strlen(json_structure(entry)::VARCHAR) > 0 AS whole FROM rejected_entries WHERE reason LIKE '%levels'";
    const deeper = {reason: "entry is nested deeper than 1000 levels", whole: true};
    expect(await sql(rejects)).toEqual([deeper, deeper, deeper]);
  });
});

// What is refused as too much is known in a moment; how much memory it takes, only of whole processes.
describe.runIf(soaking)("feedbook load latest from a service that sends too much", () => {
  const flood: Reply = (response) => {
    const piece = Buffer.alloc(2 ** 20, 32);
    let left = 200;
    const pump = () => {
      while (left > 0 && !response.destroyed && response.write(piece)) left -= 1;
      if (left === 0) response.end();
    };
    response.writeHead(200).on("drain", pump);
    pump();
  };

  const slow = {timeoutMs: 60_000}; // as this machine may be

  it("stops reading a body of 200 MB, in bounded memory", async () => {
    const {exitCode, stderr, peakMb} = await load([() => flood, () => flood, () => flood, () => flood], slow, true);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("latest_price answered more than 16777216 bytes; ask for fewer feeds at a time");
    expect(peakMb).toBeLessThan(600);
  });

  it("reads what takes the most memory for its size, in bounded memory", async () => {
    const size = 16_000_000;
    const fill = (piece: string) => update(`${piece},`.repeat(size / (piece.length + 1)) + piece);
    const extra = update(...Array.from({length: 100}, (_, id) => `{"priceFeedId":${id},"x":"${"é".repeat(75_000)}"}`));
    const kinds = [
      fill("0"),
      fill("{}"),
      fill("[]"),
      update("[".repeat(size)),
      update(`${"null,".repeat(199_999)}null`)
    ];
    const {report, peakMb} = await load([...kinds, ...Array(9).fill(extra)], slow, true);
    expect(report).toMatchObject({responses: 14, entries: 200_900, rows: 900, rejected: 200_000});
    expect(report.problems).toHaveLength(4);
    expect(peakMb).toBeLessThan(1500);
  });
});
