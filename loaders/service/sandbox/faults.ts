import {ConfigError} from "../../config/errors.js";
import type {Body} from "./answer.js";
import {findFeed} from "./feeds.js";
import {type Quote, quote} from "./market.js";

// What each kind changes in an entry. A gap leaves the entry out. Each makes the rule of its kind find an event.
const changes = {
  stale: (_, {us}) => ({feedUpdateTimestamp: us - 5 * minuteUs}),
  stall: stalled,
  deviate: (entry) => priceTimes(entry, 1.02),
  spread: ({price}) => ({bestBidPrice: scaled(price, 0.98), bestAskPrice: scaled(price, 1.02)}),
  confidence: ({price}) => ({confidence: Math.round(Math.abs(Number(price)) * 0.02)}),
  publishers: () => ({publisherCount: 0}),
  jump: (entry, {us}) => (minuteOf(us) === 30 ? priceTimes(entry, 1.1) : {}),
  rate: ({exponent = 0}) => ({fundingRate: Math.round(0.01 * 10 ** -exponent)}),
  cross: ({bestBidPrice = "1", bestAskPrice = "1"}) => ({bestBidPrice: bestAskPrice, bestAskPrice: bestBidPrice}),
  gap: () => ({})
} satisfies Record<string, (entry: Partial<Quote>, at: {us: number; seed: number}) => Partial<Quote>>;

/** The kinds of faults. */
export const faultKinds = Object.keys(changes) as (keyof typeof changes)[];

/** A fault of a feed. */
export interface Fault {
  kind: keyof typeof changes;
  feed: number;
}

const minuteUs = 60_000_000;
const dayUs = 1440 * minuteUs;

/** Reads faults such as `stall:1,gap:2`. @throws ConfigError */
export function readFaults(text: string): Fault[] {
  return text.split(",").map((part) => {
    const [, name, id] = /^(\w+):(\d+)$/.exec(part.trim()) ?? [];
    const kind = faultKinds.find((one) => one === name);
    if (kind !== undefined && findFeed(Number(id)) !== undefined) return {kind, feed: Number(id)};
    throw new ConfigError(
      `invalid --fault: ${part}; allowed: KIND:FEED with a feed of the sandbox and a kind of ${faultKinds.join(", ")}`
    );
  });
}

/** Spoils the parsed entries of a body by faults. The signed formats keep the values without faults. */
export function spoil(body: Body, faults: readonly Fault[], seed: number): Body {
  const {parsed} = body;
  if (parsed === undefined) return body;
  const us = Number(parsed.timestampUs);
  const priceFeeds = parsed.priceFeeds.flatMap((entry) => {
    const own = faults.filter(({feed}) => feed === entry.priceFeedId);
    if (own.some(({kind}) => kind === "gap") && minuteOf(us) >= 20 && minuteOf(us) < 30) return [];
    const spoilt = {...entry};
    for (const {kind} of own) Object.assign(spoilt, only(entry, changes[kind](spoilt, {us, seed})));
    return [spoilt];
  });
  return {...body, parsed: {...parsed, priceFeeds}};
}

function minuteOf(us: number): number {
  return Math.floor(us / minuteUs) % 60;
}

// A field that was not requested stays out.
function only(entry: Partial<Quote>, changed: Partial<Quote>): Partial<Quote> {
  return Object.fromEntries(Object.entries(changed).filter(([name]) => name in entry));
}

// The prices of the day's begin, with noise of a thousandth of a bps, while timestamps and the session go on.
function stalled({priceFeedId}: Partial<Quote>, {us, seed}: {us: number; seed: number}): Partial<Quote> {
  const found = findFeed(Number(priceFeedId));
  if (found === undefined) return {};
  return priceTimes(quote(seed, found, Math.floor(us / dayUs) * dayUs), 1 + 1e-7 * Math.sin(us / 7e6));
}

function priceTimes({price, bestBidPrice, bestAskPrice}: Partial<Quote>, factor: number): Partial<Quote> {
  return {
    price: scaled(price, factor),
    bestBidPrice: scaled(bestBidPrice, factor),
    bestAskPrice: scaled(bestAskPrice, factor)
  };
}

function scaled(mantissa: string | undefined, factor: number): string {
  return String(BigInt(Math.round(Number(mantissa ?? 1) * factor)) || 1n);
}
