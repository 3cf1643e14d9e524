import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {type Reporting, reportLoad} from "../../loaders/commands/report-load.js";
import type {Context} from "../../loaders/commands/run.js";
import type {ConfigInput} from "../../loaders/config/schema.js";
import type {Load} from "../../loaders/load/books.js";
import {askAndBook} from "../../loaders/load/questions.js";
import {selectForLoad} from "../../loaders/load/select.js";
import {type TestHost, testHost} from "../helpers/host.js";
import {enterPlace, type LoadingPlace} from "../helpers/loading.js";
import {type Asked, serveFeeds, updateOf} from "../helpers/service.js";
import {copyEmpty} from "../helpers/store.js";
import {type Reply, reply} from "../service/loopback.js";

let place: LoadingPlace;
let host: TestHost;

beforeEach(async () => {
  place = enterPlace();
  host = testHost();
  await copyEmpty(place.settings().storePath);
});

afterEach(() => place.leave());

const catalogue = [
  {pyth_lazer_id: 1, symbol: "Crypto.BTC/USD", state: "stable"},
  {pyth_lazer_id: 2, symbol: "Crypto.\u001b[2JETH/USD", state: "stable"}
];

async function latest(load: Load): Promise<void> {
  await askAndBook(load, "latest_price", await selectForLoad(load));
}

/** Tells a load of some feeds of a made-up service; gives its exit code, and what it wrote. */
async function tell(
  ids: number[],
  options: Reporting & {
    answer?: (asked: Asked) => Reply;
    config?: ConfigInput;
    work?: typeof latest;
    context?: object;
    listed?: object[];
  } = {}
) {
  const {answer, config = {}, work = latest, context = {}, listed = catalogue, ...telling} = options;
  const {url} = await serveFeeds({catalogue: listed, ...(answer && {answer})});
  const settings = place.settings({baseUrl: url, config: {feeds: {ids}, service: {retries: 0}, ...config}});
  const log = {note: (text: string) => place.notes.push(text), warn: (text: string) => place.warnings.push(text)};
  const signal = new AbortController().signal;
  const all: Context = {
    ...host,
    settings,
    signal,
    log: {...log, step() {}, done() {}},
    json: false,
    quiet: false,
    ...context
  };
  return reportLoad(all, "latest", work, telling);
}

const sent = (body: string) => () => reply(200, body);

describe("reportLoad(context, command, work, telling)", () => {
  it("names the feeds that did not come, and those that were refused, without control characters", async () => {
    const answer = ({priceFeedIds = []}: Asked) =>
      priceFeedIds.includes(3) ? reply(403, "Not entitled: feed 3") : reply(200, updateOf([1, 77, 78]));
    expect(await tell([1, 2, 3], {answer})).toBe(0);
    expect(host.out()).toContain("3 asked = 1 received + 1 missing + 1 refused; 0 already there, 0 rejected; ");
    expect(host.out()).toContain(
      "feeds that did not come: Crypto.\\u001b[2JETH/USD (2); feeds that nobody asked for: 77, 78; left out: 3\n"
    );
  });

  it("says which exponent updates without one take, and where other updates of the feed have another", async () => {
    const listed = [
      {pyth_lazer_id: 1, symbol: "A", state: "stable", exponent: -8},
      {pyth_lazer_id: 2, symbol: "B", state: "stable"},
      {pyth_lazer_id: 3, symbol: "C", state: "stable", exponent: -10}
    ];
    await tell([3], {listed});
    const answer = sent(updateOf([1, 2, 3], 1778594101000000).replaceAll(',"exponent":-2', ""));
    expect(await tell([1, 2, 3], {listed, answer})).toBe(0);
    expect(host.out()).toContain(
      "; 3 updates without an exponent (A (1): -8 of the catalogue, B (2): no exponent in the catalogue, so null, " +
        "C (3): -10 of the catalogue, but its other updates have -2)\n"
    );
  });

  const broken = async (load: Load) => {
    await latest(load);
    throw new Error("out of luck");
  };

  it("tells what was loaded before a failure, and throws that", async () => {
    await expect(tell([1], {work: broken})).rejects.toThrow("out of luck");
    expect(host.out()).toMatch(/^latest failed in .*: 1 row, /);
  });
});
