import type {Channel} from "../config/choices.js";
import type {Settings} from "../config/settings.js";
import type {CatalogueEntry} from "../service/catalogue.js";
import type {ServiceClient} from "../service/client.js";
import type {Books} from "./books.js";
import type {WithStore} from "./connect.js";
import type {LoadReport, Log} from "./report.js";

/** What a load works with. */
export interface Load {
  settings: Settings;
  report: LoadReport;
  books: Books;
  log: Log;
  signal: AbortSignal;
  withStore: WithStore;
  /** Feeds that the service refused: they are not asked for again. */
  removed: Set<number | string>;
  /** What is known of the feeds, by id; filled where feeds are selected. */
  known: Map<number, CatalogueEntry>;
  /** The service, asked on a channel (the configured one by default). */
  client(channel?: Channel): ServiceClient;
}
