import {newYorkMs, weekTime} from "./clock.js";
import {type Market, type Session, sessionSlots} from "./schedule.js";

const slotMs = 1_800_000;

// Trading days in a week, and how busy each hour of the day is: in New York, or in UTC for what never closes, as there
// a shift of the clocks would take the path back by an hour.
const rhythms: Record<Market, {days: number; hours: number[]}> = {
  crypto: {days: 7, hours: [9, 8, 8, 7, 7, 7, 8, 10, 11, 10, 9, 10, 13, 18, 19, 17, 15, 14, 13, 12, 11, 9, 8, 9]},
  nav: {days: 7, hours: new Array<number>(24).fill(1)},
  equity: {days: 5, hours: [4, 4, 5, 6, 6, 7, 8, 10, 14, 18, 15, 11, 9, 9, 11, 16, 12, 8, 6, 6, 5, 5, 5, 4]},
  fx: {days: 5, hours: [8, 7, 9, 14, 15, 12, 11, 14, 20, 19, 18, 13, 9, 8, 7, 6, 5, 3, 4, 7, 9, 9, 8, 8]},
  metal: {days: 5, hours: [8, 8, 8, 12, 12, 11, 11, 14, 22, 20, 17, 13, 10, 9, 7, 6, 5, 3, 6, 8, 10, 9, 8, 8]},
  commodity: {days: 5, hours: [6, 6, 7, 10, 11, 11, 11, 12, 16, 22, 22, 18, 14, 15, 20, 9, 6, 3, 6, 6, 6, 6, 6, 6]}
};

// A closed market hardly moves, but it does not stand still: it reopens with a gap.
const sessionShares: Record<Session, number> = {
  regular: 1,
  preMarket: 0.14,
  postMarket: 0.12,
  overNight: 0.1,
  closed: 0.01
};

const weekendShare = 0.55; // of crypto, which never closes

interface Profile {
  rates: number[]; // trading days per calendar day, in every half-hour of the week
  sums: number[]; // trading days before it
  peak: number;
}

const profiles = new Map<Market, Profile>();

/** Where a market stands in its own time: trading days gone by, and how quiet it is (0 in its busiest half-hour). */
export interface MarketTime {
  days: number;
  quiet: number;
}

/** A market's own time at an instant (Unix µs): it runs fast in busy hours and almost stands still when closed. */
export function marketTime(market: Market, timestampUs: number): MarketTime {
  const instantMs = timestampUs / 1000;
  const {weekStartMs, ms} = weekTime(rhythms[market].days === 7 ? instantMs : newYorkMs(instantMs));
  const {rates, sums, peak} = profileOf(market);
  const slot = Math.floor(ms / slotMs);
  const rate = rates[slot] ?? 0;
  const week = Math.round(weekStartMs / (7 * 24 * 3_600_000));
  const days = week * rhythms[market].days + (sums[slot] ?? 0) + (rate * (ms - slot * slotMs)) / (48 * slotMs);
  return {days, quiet: Math.log(peak / rate)};
}

function profileOf(market: Market): Profile {
  const known = profiles.get(market);
  if (known !== undefined) return known;
  const {days, hours} = rhythms[market];
  const weights = sessionSlots(market).map((session, slot) => weightOf(market, session, hours, slot));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const rates = weights.map((weight) => (weight / total) * days * 48);
  const sums: number[] = [];
  let sum = 0;
  for (const rate of rates) {
    sums.push(sum);
    sum += rate / 48;
  }
  const profile = {rates, sums, peak: Math.max(...rates)};
  profiles.set(market, profile);
  return profile;
}

function weightOf(market: Market, session: Session, hours: number[], slot: number): number {
  const hour = hours[Math.floor(slot / 2) % 24] ?? 1;
  const weekend = market === "crypto" && slot >= 5 * 48 ? weekendShare : 1;
  return hour * sessionShares[session] * weekend;
}
