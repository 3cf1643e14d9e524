import type {Settings} from "../config/settings.js";
import {loadHistory, type Range} from "../load/history.js";
import {runLoad} from "../load/load.js";
import {type LoadReport, type Log, withSubject} from "../load/report.js";

// Seven days to see the sessions of a week, two hours in detail to zoom into: more than 100 000 rows of about 45 feeds.
const ranges: readonly (Range & {what: string})[] = [
  {from: "now-7d", to: "now-2h", every: "5m", what: "seven days, every 5 minutes"},
  {from: "now-2h", to: "now", every: "10s", what: "the last two hours, every 10 seconds"}
];

/** Loads the demo history of the sandbox: all feeds, seven days. */
export async function loadDemo(settings: Settings, options: {log: Log; signal: AbortSignal}): Promise<LoadReport> {
  return runLoad(
    {...settings, feeds: "all"},
    "demo",
    async (load) => {
      for (const {what, ...range} of ranges) {
        await loadHistory({...load, log: withSubject(load.log, what)}, range);
        load.log.done();
      }
    },
    options
  );
}
