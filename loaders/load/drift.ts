import type {Settings} from "../config/settings.js";
import {isColumn} from "../rows/columns.js";
import {endpoints} from "../service/endpoints.js";
import {bookDrift, type Drift} from "../store/drift.js";
import type {Load} from "./context.js";

const mostFields = 1000; // in a report
const mostReported = 20;

// It sends no property that was not asked for.
function isAsked({properties}: Settings["service"]): (endpoint: string, field: string) => boolean {
  return (endpoint, field) => {
    const asked = properties.some((name) => name === field);
    return asked || !isColumn(field) || !(endpoint in endpoints);
  };
}

/**
 * Books how the fields that came differ from those known before, adds it to the load's report, and warns of it. `stopped` says
 * whether enough came to know which fields stopped; if so, the next look begins anew.
 */
export async function reportDrift(load: Load, {stopped}: {stopped: boolean}): Promise<void> {
  const {books, report, log, withStore, settings} = load;
  const {seen, since, forget} = books.fields;
  if (seen.size === 0) return;
  const asked = stopped ? isAsked(settings.service) : () => false;
  const changes = await withStore((store) => bookDrift(store, report.loadId, seen, {asked, since: since()}));
  if (stopped) forget();
  report.drift.push(...changes.slice(0, mostFields - report.drift.length));
  for (const change of changes.slice(0, mostReported)) log.warn(driftText(change));
  if (changes.length > mostReported) log.warn(`and ${changes.length - mostReported} fields more that changed`);
}

/** A change of fields as a sentence. */
export function driftText({endpoint, field, change, was, now, priceFeedId}: Drift): string {
  switch (change) {
    case "new":
      return `${endpoint} sends a field never seen before: ${field} (${now}), as for feed ${priceFeedId}`;
    case "stopped":
      return `${endpoint} sends ${field} no more: feed ${priceFeedId} had it`;
    case "back":
      return `${endpoint} sends ${field} again`;
    case "kind":
      return `${endpoint} sends ${field} as ${now}; it was ${was}`;
  }
}
