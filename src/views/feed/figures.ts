import {
  type Figures,
  formatAge,
  formatBps,
  formatCount,
  formatHours,
  formatPercent,
  formatPrice,
  formatRate,
  formatUtc,
  type Instant,
  type Quantity,
  toMs,
  toNumber
} from "../../format/format.js";
import {clockFrom, countdown, runCountdowns} from "../../ui/elements/countdown.js";
import {ageTone, sessionBadge} from "../../ui/elements/names.js";
import {payerOf, type Stat, statRow, toneOf} from "../../ui/elements/stats.js";
import {type About, isNeverUpdated, isRate} from "./about.js";

const never: Stat = {
  label: "Updates",
  value: "none yet",
  detail: "the store has only its catalogue entry: see Facts"
};

/**
 * The last values of a feed as key figures: the price of a price feed, the rate and next payment of a funding feed, or a note
 * without updates.
 */
export function feedFigures(
  feed: About | undefined,
  {simulatedAt = null}: {simulatedAt?: Instant | null} = {}
): HTMLElement {
  if (feed === undefined) return statRow([]);
  const {marketSession, ageSeconds, publisherCount} = feed;
  if (isNeverUpdated(feed)) return statRow([never]);
  const tone = ageTone(feed) === "warn" ? "warn" : undefined;
  const clock = clockFrom(simulatedAt);
  const element = statRow([
    ...(isRate(feed) ? rateFigures(feed, clock()) : priceFigures(feed)),
    {label: "Publishers", value: formatCount(publisherCount), detail: "in the last update"},
    {label: "Behind newest", value: formatAge(ageSeconds), detail: sessionBadge(marketSession, feed), tone}
  ]);
  runCountdowns(element, clock);
  return element;
}

function priceFigures({price, exponent, confidence, spreadBps, confidenceBps, publishedAt}: About): Stat[] {
  return [
    {label: "Price", value: formatPrice(price, {exponent, confidence}), detail: formatUtc(publishedAt, "second")},
    {label: "Spread", value: formatBps(spreadBps), detail: "ask − bid, of the mid price"},
    {label: "Confidence", value: formatBps(confidenceBps), detail: "± of the price"}
  ];
}

function rateFigures({rate, rate8h, apr, intervalHours, fundingTimestamp, ratedAt}: About, now: number): Stat[] {
  const isAhead = toMs(fundingTimestamp) > toMs(ratedAt); // some venues send the instant of the rate
  const left = countdown({nextFundingAt: isAhead ? fundingTimestamp : null, intervalHours}, now);
  const tone = toneOf(toNumber(rate8h));
  const every = toNumber(intervalHours) > 0 ? `paid every ${formatHours(intervalHours)}` : "no interval";
  return [
    {label: "APR", value: formatPercent(apr, {signed: true}), detail: payerOf(rate8h) || "no rate", tone},
    {label: "Rate", value: formatRate(rate), detail: formatUtc(ratedAt, "second"), tone},
    {label: "Next payment in", value: left, detail: every}
  ];
}

/** A row of `feed_quality` as key figures. Fields that feeds of its kind never have do not count as missing. */
export function feedQuality(feed: About = {priceFeedId: 0}, quality: Figures = {}): HTMLElement {
  const {share, received, expected, missing, notAsked} = quality;
  return statRow([
    {
      label: "Complete",
      value: formatPercent(share),
      detail: `${formatCount(received)} of ${formatCount(expected)} requested updates`,
      tone: toNumber(missing) > 0 ? "warn" : undefined
    },
    {label: "Not received", value: formatCount(missing), detail: `${formatCount(notAsked)} more were not requested`},
    {
      label: "Gaps",
      value: formatCount(quality.gaps),
      detail:
        quality.gaps === null || quality.gaps === undefined
          ? "unknown: a feed needs two updates"
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

function nulls(feed: About, {nullPrice, nullBid, nullAsk, nullConfidence, nullFundingRate}: Figures): Stat {
  const counted: Record<string, Quantity> = isRate(feed)
    ? {rate: nullFundingRate, "mark price": nullPrice}
    : {price: nullPrice, bid: nullBid, ask: nullAsk, confidence: nullConfidence};
  const missing = Object.entries(counted).filter(([, count]) => toNumber(count) > 0);
  const sum = Object.values(counted).reduce<number>((total, count) => total + toNumber(count), 0);
  const detail = missing.map(([name, count]) => `${name} ${formatCount(count)}`).join(", ");
  return {
    label: "Missing values",
    value: formatCount(sum),
    detail: detail || (sum === 0 ? "every update is complete" : "unknown")
  };
}
