import {afterEach, beforeEach} from "vitest";
import {type CliFolder, cliFolder, type Ended} from "../helpers/cli.js";
import {bodyAt} from "../helpers/store.js";
import {account, type FakeCluster, startFake} from "./fake.js";

/** A machine with a store of three days, and a cluster of its own. */
export interface Machine extends Omit<CliFolder, "run"> {
  cluster(): FakeCluster;
  /** Runs a command with the settings of the cluster. */
  run(...args: string[]): Promise<Ended>;
  runWith(given: {env?: object; signal?: AbortSignal}, ...args: string[]): Promise<Ended>;
  /** How many rows a table of the store and of the cluster have that the other has not. */
  difference(table: string): Promise<number>;
}

/** Epoch µs of noon of a day of May 2026. */
export const noon = (day: number) => Date.UTC(2026, 4, day, 12) * 1000;

const entries = [
  {
    priceFeedId: 1,
    exponent: -8,
    price: "11223872331053",
    marketSession: "regular",
    fundingRate: -0.1,
    new: {a: "\u{1f600}"}
  },
  {priceFeedId: 2, exponent: -5, price: "many", feedUpdateTimestamp: noon(11) + 123_456},
  {price: 1}
];

/** Gives each test a machine whose store has rows, rejects, coercions, faults, loads and feeds. */
export function machine(): Machine {
  const folder = cliFolder(async ({emptyStore, write, run, alter}) => {
    await emptyStore();
    const days = [12, 11, 13, 11].map((day, i) => bodyAt(noon(day) + i, ...entries));
    write("days.ndjson", days.join("\n"));
    await run("load", "file", "days.ndjson", "--quiet");
    await alter(`INSERT INTO feeds (priceFeedId, symbol, exponent, updatedAt) VALUES (1, 'Crypto.É', -8, now());
      UPDATE responses SET endpoint = 'price', httpStatus = 200, missingFeeds = '[9]',
        request = json_object('timestamp', epoch_us(publishedAt), 'channel', 'fixed_rate@1000ms')
      WHERE publishedAt::DATE = DATE '2026-05-13'`);
  });
  let fake: FakeCluster;
  beforeEach(async () => {
    fake = await startFake();
  });
  afterEach(() => fake.stop());
  const runWith: Machine["runWith"] = ({env, ...given}, ...args) =>
    folder.runWith({...given, env: {FEEDBOOK_CLICKHOUSE_URL: fake.url, ...account, ...env}}, ...args);
  return {
    ...folder,
    cluster: () => fake,
    runWith,
    run: (...args) => runWith({}, ...args),
    async difference(table) {
      await fake.records(`ATTACH IF NOT EXISTS '${folder.path("data/feeds.duckdb")}' AS store (READ_ONLY)`);
      const columns = fake.tables.get(table)?.join(", ");
      const [here, there] = [`SELECT ${columns} FROM store.${table}`, `SELECT ${columns} FROM ${table}`];
      const [row] = await fake.records(
        `SELECT (SELECT count(*) FROM (${here} EXCEPT ALL ${there})) + (SELECT count(*) FROM (${there} EXCEPT ALL ${here})) AS n`
      );
      await fake.records("DETACH store");
      return Number(row?.n);
    }
  };
}
