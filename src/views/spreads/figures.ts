import {formatBps, formatCount, formatPercent, type Quantity, toNumber} from "../../format/format.js";
import {sessionNames} from "../../ui/elements/names.js";
import {type Stat, statRow} from "../../ui/elements/stats.js";

/** A row of `spread_summary`: figures of a feed's spread over a time range. */
export interface SpreadSummary {
  median?: Quantity;
  p95?: Quantity;
  confidences?: Quantity;
  updates?: Quantity;
  crossed?: Quantity;
  locked?: Quantity;
  /** Fractions of the time. */
  crossedShare?: Quantity;
  lockedShare?: Quantity;
  sessions?: readonly string[] | null;
}

const none = "no books in open hours";

/** A feed's spread over a time range as key figures: median, 95th percentile, and crossed and locked books. */
export function spreadFigures(row: SpreadSummary = {}): HTMLElement {
  const {median, p95, confidences, sessions} = row;
  const isKnown = !Number.isNaN(toNumber(confidences));
  const by = sessions ? `by time in ${sessionNames(sessions)}` : none;
  return statRow([
    {label: "Median", value: formatBps(median), detail: by},
    {label: "95th percentile", value: formatBps(p95), detail: "less for 95 % of the time"},
    {
      label: "In confidences",
      value: isKnown ? `${formatBps(confidences, {unit: false})} ×` : "–",
      detail: "spread ÷ confidence, median"
    },
    {
      label: "Crossed",
      ...books(row, row.crossed, row.crossedShare),
      tone: toNumber(row.crossed) > 0 ? "warn" : undefined
    },
    {label: "Locked", ...books(row, row.locked, row.lockedShare)}
  ]);
}

function books({updates}: SpreadSummary, count: Quantity, share: Quantity): Pick<Stat, "value" | "detail"> {
  const all = toNumber(updates) || 0;
  const detail = all === 0 ? none : `of the time, ${formatCount(count)}\u00a0of\u00a0${formatCount(all)} updates`;
  return {value: all > 1 ? formatPercent(share) : "–", detail};
}
