import {formatAge, formatCount, formatPercent, type Quantity} from "../../lib/format.js";
import {toNumber} from "../../lib/instant.js";
import {type Stat, statRow} from "../parts/stats.js";
import {type About, isRate} from "./about.js";

/** How well a feed came in a stretch of time: counts of updates, entries and values, and seconds. */
export interface QualityRow {
  /** Received over expected: over those asked for. */
  completeness?: Quantity;
  received?: Quantity;
  expected?: Quantity;
  /** Times that it was asked for and did not come. */
  missing?: Quantity;
  notAsked?: Quantity;
  /** Times without an update over 1.5 steps. */
  gaps?: Quantity;
  /** Of the longest gap. */
  gapSeconds?: Quantity;
  silentSeconds?: Quantity;
  /** The greatest age outside the closed session. */
  staleSeconds?: Quantity;
  rejected?: Quantity;
  coercions?: Quantity;
  nullPrice?: Quantity;
  nullBid?: Quantity;
  nullAsk?: Quantity;
  nullConfidence?: Quantity;
  nullFundingRate?: Quantity;
  fewestPublishers?: Quantity;
}

/** The quality of a feed as key figures; what a feed of its kind never has is no missing value. */
export function feedQuality(feed: About = {priceFeedId: 0}, quality: QualityRow = {}): HTMLElement {
  const {completeness, received, expected, missing, notAsked} = quality;
  return statRow([
    {
      label: "Complete",
      value: formatPercent(completeness),
      detail: `${formatCount(received)} of ${formatCount(expected)} updates asked for`,
      tone: toNumber(missing) > 0 ? "warn" : undefined
    },
    {label: "Did not come", value: formatCount(missing), detail: `${formatCount(notAsked)} more nobody asked for`},
    {
      label: "Gaps",
      value: formatCount(quality.gaps),
      detail:
        quality.gaps === null || quality.gaps === undefined
          ? "of fewer than two updates nobody knows"
          : toNumber(quality.gaps) === 0
            ? "none over 1.5 steps"
            : `longest gap ${formatAge(quality.gapSeconds)}, ${formatAge(quality.silentSeconds)} in all`
    },
    {label: "Oldest value", value: formatAge(quality.staleSeconds), detail: "while not closed"},
    nulls(feed, quality),
    {
      label: "Rejected",
      value: formatCount(quality.rejected),
      detail: `${formatCount(quality.coercions)} values coerced to null`
    },
    {label: "Fewest publishers", value: formatCount(quality.fewestPublishers), detail: "of an update"}
  ]);
}

function nulls(feed: About, {nullPrice, nullBid, nullAsk, nullConfidence, nullFundingRate}: QualityRow): Stat {
  const counted: Record<string, Quantity> = isRate(feed)
    ? {rate: nullFundingRate, "mark price": nullPrice}
    : {price: nullPrice, bid: nullBid, ask: nullAsk, confidence: nullConfidence};
  const missing = Object.entries(counted).filter(([, count]) => toNumber(count) > 0);
  const sum = Object.values(counted).reduce<number>((total, count) => total + toNumber(count), 0);
  const detail = missing.map(([name, count]) => `${name} ${formatCount(count)}`).join(", ");
  return {
    label: "Missing values",
    value: formatCount(sum),
    detail: detail || (sum === 0 ? "each update has all" : "not known")
  };
}
