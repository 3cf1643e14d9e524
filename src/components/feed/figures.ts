import {
  formatAge,
  formatBps,
  formatCount,
  formatPercent,
  formatPrice,
  formatRate,
  formatUtc
} from "../../lib/format.js";
import {type Instant, toMs, toNumber} from "../../lib/instant.js";
import {ageTone, sessionBadge} from "../parts/badge.js";
import {clockFrom, countDown, countdown} from "../parts/countdown.js";
import {type Stat, statRow, toneOf} from "../parts/stats.js";
import {type About, isNeverUpdated, isRate} from "./about.js";

const never: Stat = {
  label: "Updates",
  value: "none yet",
  detail: "the store has only what the catalogue says, under Facts"
};

/** The last values of a feed as key figures: of a price feed its price, of a funding feed its rate and when it is paid next; without an update, that there is none. */
export function feedFigures(
  feed: About | undefined,
  {simulatedAt = null}: {simulatedAt?: Instant | null} = {}
): HTMLElement {
  if (feed === undefined) return statRow([]);
  const {marketSession, ageSeconds, publisherCount} = feed;
  if (isNeverUpdated(feed)) return statRow([never]);
  const tone = ageTone(marketSession, {ageSeconds}) === "warn" ? "warn" : undefined;
  const clock = clockFrom(simulatedAt);
  const element = statRow([
    ...(isRate(feed) ? rateFigures(feed, clock()) : priceFigures(feed)),
    {label: "Publishers", value: formatCount(publisherCount), detail: "in the last update"},
    {label: "Age", value: formatAge(ageSeconds), detail: sessionBadge(marketSession, {ageSeconds}), tone}
  ]);
  countDown(element, clock);
  return element;
}

function priceFigures({price, exponent, spreadBps, confidenceBps, publishedAt}: About): Stat[] {
  return [
    {label: "Price", value: formatPrice(price, exponent), detail: formatUtc(publishedAt, "second")},
    {label: "Spread", value: formatBps(spreadBps), detail: "ask − bid, of the mid price"},
    {label: "Confidence", value: formatBps(confidenceBps), detail: "± of the price"}
  ];
}

function rateFigures({rate8h, apr, intervalHours, fundingTimestamp, ratedAt}: About, now: number): Stat[] {
  const isAhead = toMs(fundingTimestamp) > toMs(ratedAt); // of some venues it is the instant of the rate
  const left = countdown({nextFundingAt: isAhead ? fundingTimestamp : null, intervalHours}, now);
  const tone = toneOf(toNumber(rate8h));
  const payer = tone === "positive" ? "longs pay shorts" : tone === "negative" ? "shorts pay longs" : "nobody pays";
  const every = toNumber(intervalHours) > 0 ? `paid every ${formatAge(3600 * toNumber(intervalHours))}` : "no interval";
  return [
    {label: "Rate per 8 h", value: formatRate(rate8h), detail: formatUtc(ratedAt, "second"), tone},
    {label: "APR", value: formatPercent(apr), detail: tone === undefined && rate8h !== 0 ? "no rate" : payer},
    {label: "Next payment in", value: left, detail: every}
  ];
}
