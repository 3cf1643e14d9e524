import {IANAZone} from "luxon";
import {type Market, type Session, sessionSlots, slotsPerWeek} from "./schedule.js";

const newYork = IANAZone.create("America/New_York");
const hourMs = 3_600_000;
const slotMs = hourMs / 2;
const mondayMs = 4 * 24 * hourMs; // 1970-01-05
const offsets = new Map<number, number>();
const weeks = new Map<Market, Session[]>();

/** A market's session at an instant (Unix ms). */
export function sessionAt(market: Market, instantMs: number): Session {
  const week = weeks.get(market) ?? sessionSlots(market);
  weeks.set(market, week);
  const slot = Math.floor((instantMs + offsetAt(instantMs) - mondayMs) / slotMs);
  return week.at(slot % slotsPerWeek) ?? "closed";
}

/**
 * The instant itself while the market is open, else its last open instant, on the finest grid: the ms before it
 * closed. It is the same for every channel, so that a frozen value does not depend on who asks.
 */
export function lastOpenMs(market: Market, instantMs: number): number {
  if (sessionAt(market, instantMs) !== "closed") return instantMs;
  let ms = Math.floor(instantMs / slotMs) * slotMs; // sessions begin and end on half-hours
  while (sessionAt(market, ms - 1) === "closed") ms -= slotMs;
  return ms - 1;
}

function offsetAt(instantMs: number): number {
  const hour = Math.floor(instantMs / hourMs); // shifts happen on whole hours of UTC
  const known = offsets.get(hour);
  if (known !== undefined) return known;
  if (offsets.size > 10_000) offsets.clear();
  const offset = newYork.offset(hour * hourMs) * 60_000;
  offsets.set(hour, offset);
  return offset;
}
