import type {Opening} from "../../lib/opening.js";
import {patched, writeState} from "../../lib/state.js";
import type {FindingState} from "../parts/finder.js";
import {foundState} from "./found.js";

/** Options of the now-table: the time of simulated data, what is found in it, and links to the history of feeds that keep the rest of the view. */
export function nowState({meta}: Pick<Opening, "meta">): Required<FindingState> & {
  simulatedAt: string | null;
  href: (ids: string) => string;
  onPick: (ids: string) => void;
} {
  return {
    ...foundState(),
    simulatedAt: simulatedAt(meta),
    href: (ids) => patched(location.search, {feeds: ids}),
    onPick(ids) {
      writeState({feeds: ids, hide: null});
      document.getElementById("over-time")?.scrollIntoView({block: "start"});
    }
  };
}

/** The time to count down from where data is simulated, that of its last update; null where it is the reader's clock. */
export function simulatedAt({simulated, lastPublishedAt}: Opening["meta"]): string | null {
  return simulated === true ? lastPublishedAt : null;
}
