import {sum} from "d3-array";
import {derive} from "../derive/derive.js";
import type {Load} from "../load/context.js";
import {tellDrift} from "../load/drift.js";
import {publishNow} from "../load/publish.js";
import {tooManyRejected} from "../load/report.js";
import {dropLoaded} from "../load/retain.js";
import {type Repeating, repeat} from "./repeat.js";

/** What a watch tells before it ends, in ms: how often it publishes, and looks which fields are new, or come no more. */
export interface Telling {
  publishEvery: number;
  /** How often it brings the derived tables up to date. Default: five minutes, or more seldom where that takes long. */
  deriveEvery?: number | undefined;
  /** How often it drops what is older than the settings keep, where that is much. Default: an hour. */
  retainEvery?: number | undefined;
  /** Default: a minute. */
  newFieldsEvery?: number | undefined;
  /** Default: an hour. A feed that leaves a field out now and then sends it again meanwhile. */
  stoppedFieldsEvery?: number | undefined;
  /** The share of rejected entries that is told when it is passed. Default: that of the settings. */
  maxRejectedShare?: number | undefined;
}

/** Does beside the polls, whenever it is offered, what other loads do at their end: a watch may have none for weeks. */
export function keepTelling(load: Load, telling: Telling): Repeating {
  const {log, report, books, settings, signal} = load;
  const {publishEvery, deriveEvery = 300_000, retainEvery = 3_600_000} = telling;
  const {newFieldsEvery = 60_000, stoppedFieldsEvery = 3_600_000} = telling;
  const {maxRejectedShare = settings.rows.maxRejectedShare} = telling;
  const publishing = repeat(() => publishNow(load), {every: publishEvery, problem: "not published", log, signal});
  const deriving = repeat(() => derive(load.withStore, {signal}), {
    every: deriveEvery,
    share: 0.05, // what changes within an hour makes that hour anew
    problem: "not derived",
    log,
    signal
  });
  const dropping = repeat(() => dropLoaded(load), {
    every: retainEvery,
    share: 0.05, // it copies the store
    problem: "old updates are not dropped",
    log,
    signal
  });
  const looking = repeat(look, {
    every: Math.min(newFieldsEvery, stoppedFieldsEvery),
    problem: "fields not booked",
    log,
    signal
  });
  let stoppedAt = performance.now() + stoppedFieldsEvery;
  let [looked, toldRejects] = [0, false];

  async function look(): Promise<void> {
    const stopped = performance.now() >= stoppedAt;
    const size = sum(books.fields.seen.values(), (fields) => sum(fields.values(), ({kinds}) => 1 + kinds.size));
    if (size === looked && !stopped) return; // nothing that was not told
    await tellDrift(load, {stopped});
    looked = size;
    if (stopped) stoppedAt = performance.now() + stoppedFieldsEvery;
  }

  function tellRejects(): void {
    const text = toldRejects ? null : tooManyRejected(report, maxRejectedShare);
    if (text === null) return;
    log.warn(`${text}; going on`);
    toldRejects = true;
  }

  return {
    offer() {
      publishing.offer();
      deriving.offer();
      dropping.offer();
      looking.offer();
      tellRejects();
    },
    async finish() {
      await publishing.finish();
      await deriving.finish();
      await dropping.finish();
      await looking.finish();
    }
  };
}
