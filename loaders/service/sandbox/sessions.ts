import {IANAZone} from "luxon";

/** The markets: the feeds of a market have the same hours and partly move together. */
export const markets = ["crypto", "equity", "fx", "metal", "commodity", "nav"] as const;

/** Name of a market. */
export type Market = (typeof markets)[number];

/** The values of `marketSession` on the wire. */
export type Session = "regular" | "preMarket" | "postMarket" | "overNight" | "closed";

const always = "O,O,O,O,O,O,O";
const precious =
  "0000-1700&1800-2400,0000-1700&1800-2400,0000-1700&1800-2400,0000-1700&1800-2400,0000-1700,C,1800-2400";
const night = "0000-0400&2000-2400";

// The week in New York, from Monday. Sessions start and end on half-hours.
const weeks: Record<Market, {[session in Session]?: string}> = {
  crypto: {regular: always},
  nav: {regular: always},
  equity: {
    regular: "0930-1600,0930-1600,0930-1600,0930-1600,0930-1600,C,C",
    preMarket: "0400-0930,0400-0930,0400-0930,0400-0930,0400-0930,C,C",
    postMarket: "1600-2000,1600-2000,1600-2000,1600-2000,1600-2000,C,C",
    overNight: `${night},${night},${night},${night},0000-0400,C,2000-2400`
  },
  fx: {regular: "O,O,O,O,0000-1700,C,1700-2400"},
  metal: {regular: precious},
  commodity: {regular: precious}
};

const newYork = IANAZone.create("America/New_York");
const slotMs = 1_800_000;
const hourMs = 2 * slotMs;
const mondayMs = 4 * 24 * hourMs; // 1970-01-05
const offsets = new Map<number, number>();
const slots = new Map(markets.map((market) => [market, slotsOf(market)]));

/** A market's session at an instant (Unix ms). */
export function sessionAt(market: Market, instantMs: number): Session {
  const slot = Math.floor((instantMs + offsetAt(instantMs) - mondayMs) / slotMs);
  return slots.get(market)?.at(slot % (7 * 48)) ?? "closed";
}

/**
 * The instant itself while the market is open, otherwise the last ms before it closed. This is the same for every
 * channel, so that all channels give the same last value.
 */
export function lastOpenMs(market: Market, instantMs: number): number {
  if (sessionAt(market, instantMs) !== "closed") return instantMs;
  let ms = Math.floor(instantMs / slotMs) * slotMs;
  while (sessionAt(market, ms - 1) === "closed") ms -= slotMs;
  return ms - 1;
}

// The session in each half-hour of the week.
function slotsOf(market: Market): Session[] {
  const week = new Array<Session>(7 * 48).fill("closed");
  for (const [session, days] of Object.entries(weeks[market])) {
    for (const [day, hours] of days.replaceAll("O", "0000-2400").split(",").entries()) {
      for (const [, open, close] of hours.matchAll(/(\d+)-(\d+)/g))
        week.fill(session as Session, day * 48 + slotOf(open), day * 48 + slotOf(close));
    }
  }
  return week;
}

function slotOf(clock = ""): number {
  return Number(clock.slice(0, 2)) * 2 + Number(clock.slice(2)) / 30;
}

function offsetAt(instantMs: number): number {
  const hour = Math.floor(instantMs / hourMs); // clocks change at whole hours of UTC
  const offset = offsets.get(hour) ?? newYork.offset(hour * hourMs) * 60_000;
  offsets.set(hour, offset);
  return offset;
}
