/** A market: feeds of one market share hours, activity and a common factor. */
export type Market = "crypto" | "equity" | "fx" | "metal" | "commodity" | "nav";

/** Sessions as they stand on the wire in `marketSession`. */
export type Session = "regular" | "preMarket" | "postMarket" | "overNight" | "closed";

/** The catalogue's names of the sessions. */
export type SessionKey = "regular" | "pre_market" | "post_market" | "over_night";

/** Half-hours in a week, Monday 00:00 New York time first: every session begins and ends on one. */
export const slotsPerWeek = 7 * 48;

const always = "O,O,O,O,O,O,O";
const precious =
  "0000-1700&1800-2400,0000-1700&1800-2400,0000-1700&1800-2400,0000-1700&1800-2400,0000-1700,C,1800-2400";

const weeks: Record<Market, Partial<Record<SessionKey, string>>> = {
  crypto: {regular: always},
  nav: {regular: always},
  equity: {
    regular: "0930-1600,0930-1600,0930-1600,0930-1600,0930-1600,C,C",
    pre_market: "0400-0930,0400-0930,0400-0930,0400-0930,0400-0930,C,C",
    post_market: "1600-2000,1600-2000,1600-2000,1600-2000,1600-2000,C,C",
    over_night: "0000-0400&2000-2400,0000-0400&2000-2400,0000-0400&2000-2400,0000-0400&2000-2400,0000-0400,C,2000-2400"
  },
  fx: {regular: "O,O,O,O,0000-1700,C,1700-2400"},
  metal: {regular: precious},
  commodity: {regular: precious}
};

const wireNames: Record<SessionKey, Session> = {
  regular: "regular",
  pre_market: "preMarket",
  post_market: "postMarket",
  over_night: "overNight"
};

/** A market's sessions as the catalogue writes them: `zone;Mon,…,Sun;holidays`. Holidays are not kept: none is listed. */
export function schedulesOf(market: Market): [SessionKey, string][] {
  return entriesOf(market).map(([key, week]) => [key, `America/New_York;${week};`]);
}

/** The session of every half-hour of a market's week. */
export function sessionSlots(market: Market): Session[] {
  const slots = new Array<Session>(slotsPerWeek).fill("closed");
  for (const [key, week] of entriesOf(market)) {
    for (const [day, hours] of week.split(",").entries()) {
      for (const [open, close] of rangesOf(hours)) slots.fill(wireNames[key], day * 48 + open, day * 48 + close);
    }
  }
  return slots;
}

function entriesOf(market: Market): [SessionKey, string][] {
  const week = weeks[market];
  const keys: SessionKey[] = ["regular", "pre_market", "post_market", "over_night"];
  return keys.flatMap((key) => (week[key] === undefined ? [] : [[key, week[key]]]));
}

function rangesOf(hours: string): [number, number][] {
  if (hours === "C") return [];
  if (hours === "O") return [[0, 48]];
  return hours.split("&").map((range) => [slotOf(range.slice(0, 4)), slotOf(range.slice(5))]);
}

function slotOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 2 + Number(clock.slice(2)) / 30;
}
