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

// Days of 2026 on which New York's stock exchanges are closed, or close early.
const holidays: Partial<Record<Market, {[session in Session]?: string}>> = {
  equity: {
    regular: "0101/C,0703/C,1126/C,1127/0930-1300,1224/0930-1300,1225/C",
    preMarket: "0101/C,0703/C,1126/C,1225/C",
    postMarket: "0101/C,0703/C,1126/C,1127/1300-1700,1224/1300-1700,1225/C",
    overNight: "0101/2000-2400,0702/0000-0400,0703/C,1125/0000-0400,1126/2000-2400,1224/0000-0400,1225/C,1231/0000-0400"
  }
};

const newYork = IANAZone.create("America/New_York");
const slotMs = 1_800_000;
const hourMs = 2 * slotMs;
const dayMs = 24 * hourMs;
const offsets = new Map<number, number>();
const days = new Map<string, Session[]>();

/** A market's sessions as the catalogue names and writes them: `zone;Mon,…,Sun;holidays`. */
export function schedulesOf(market: Market): Record<string, string> {
  const sessions = Object.entries(weeks[market]).map(([session, week]) => [
    session.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`),
    `America/New_York;${week};${holidays[market]?.[session as Session] ?? ""}`
  ]);
  return Object.fromEntries(sessions);
}

/** A market's session at an instant (Unix ms). */
export function sessionAt(market: Market, instantMs: number): Session {
  const localMs = instantMs + offsetAt(instantMs);
  const day = Math.floor(localMs / dayMs);
  const key = `${market} ${day}`;
  const slots = days.get(key) ?? slotsOf(market, day);
  days.set(key, slots);
  return slots[Math.floor((localMs - day * dayMs) / slotMs)] ?? "closed";
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

// The session in each half-hour of a local day, by its number since 1970.
function slotsOf(market: Market, day: number): Session[] {
  const slots = new Array<Session>(48).fill("closed");
  const date = new Date(day * dayMs).toISOString().replace(/^\d+-(\d\d)-(\d\d).*/, "$1$2/");
  for (const [session, week] of Object.entries(weeks[market])) {
    const special = holidays[market]?.[session as Session]?.split(",").find((text) => text.startsWith(date));
    const usual = week.split(",")[(day + 3) % 7] ?? ""; // 1970 began on a Thursday
    const hours = (special?.slice(date.length) ?? usual).replace("O", "0000-2400");
    for (const [, open, close] of hours.matchAll(/(\d+)-(\d+)/g))
      slots.fill(session as Session, slotOf(open), slotOf(close));
  }
  return slots;
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
