import {readConfig} from "../../loaders/config/schema.js";
import {type Books, type CommitOptions, openBooks} from "../../loaders/load/books.js";
import {emptyReport, type LoadReport} from "../../loaders/load/report.js";
import type {Answer} from "../../loaders/service/endpoints.js";
import type {WithStore} from "../../loaders/store/access.js";
import {startLoad} from "../../loaders/store/loads.js";
import {updateOf} from "../helpers/service.js";
import type {TestStore} from "../helpers/store.js";

/** How the books of a test are opened: with these settings of `store` and `rows`. */
export interface Bookkeeping {
  config?: {store?: object; rows?: object};
  withStore?: WithStore;
  commit?: CommitOptions;
}

/** Opens the books of a new load of the store, and the report that they count in. */
export async function keepBooks(
  test: TestStore,
  {config = {}, withStore = (work) => work(test.store), commit}: Bookkeeping = {}
): Promise<{books: Books; report: LoadReport}> {
  const settings = {
    ...readConfig(config),
    cluster: null,
    baseUrl: null,
    token: null,
    storePath: test.path,
    snapshotPath: ""
  };
  const report = emptyReport(await startLoad(test.store, "test", null), "test");
  return {books: openBooks(settings, withStore, report, commit), report};
}

/** A response of the real service as received at 2026-05-12 14:00 UTC. */
export function received(body: string, more: Partial<Answer> = {}): Answer {
  const at = new Date("2026-05-12T14:00:00Z");
  return {
    endpoint: "latest_price",
    baseUrl: "http://127.0.0.1",
    request: {priceFeedIds: [1]},
    requestedAt: at,
    receivedAt: new Date(at.getTime() + 7),
    latencyMs: 7,
    httpStatus: 200,
    body,
    ...more
  };
}

/** An update body of so many feeds. */
export const entriesOf = (n: number) => updateOf(Array.from({length: n}, (_, id) => id));

/** How many responses and rows the store has. */
export async function held(test: TestStore): Promise<unknown> {
  const [row] = await test.records(
    "SELECT (SELECT count(*) FROM responses) AS responses, (SELECT count(*) FROM feed_updates) AS rows"
  );
  return row;
}
