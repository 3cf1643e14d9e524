import {IANAZone} from "luxon";
import {type Market, type Session, sessionSlots, slotsPerWeek} from "./schedule.js";

const newYork = IANAZone.create("America/New_York");
const hourMs = 3_600_000;
const slotMs = hourMs / 2;
const weekMs = slotsPerWeek * slotMs;
const mondayMs = 4 * 24 * hourMs; // 1970-01-05
const offsets = new Map<number, number>();
const tables = new Map<Market, {sessions: Session[]; closedSince: number[]}>();

/** Where an instant (Unix ms) stands in New York's week: the local Monday 00:00 it counts from, and the ms since. */
export interface WeekTime {
  weekStartMs: number;
  ms: number;
}

/** The place of a wall-clock time (ms, as if it were UTC) in its week. */
export function weekTime(wallMs: number): WeekTime {
  const weekStartMs = Math.floor((wallMs - mondayMs) / weekMs) * weekMs + mondayMs;
  return {weekStartMs, ms: wallMs - weekStartMs};
}

/** New York's wall clock at an instant (Unix ms), in ms as if it were UTC. */
export function newYorkMs(instantMs: number): number {
  return instantMs + offsetAt(instantMs);
}

/** A market's session at an instant (Unix ms). */
export function sessionAt(market: Market, instantMs: number): Session {
  const {ms} = weekTime(newYorkMs(instantMs));
  return tableOf(market).sessions[Math.floor(ms / slotMs)] ?? "closed";
}

/**
 * The instant itself while the market is open, else its last open instant, on the finest grid: the ms before it
 * closed. It is the same for every channel, so that a frozen value does not depend on who asks.
 */
export function lastOpenMs(market: Market, instantMs: number): number {
  const {weekStartMs, ms} = weekTime(newYorkMs(instantMs));
  const {sessions, closedSince} = tableOf(market);
  const slot = Math.floor(ms / slotMs);
  if (sessions[slot] !== "closed") return instantMs;
  const closeWallMs = weekStartMs + (closedSince[slot] ?? slot) * slotMs;
  // Less than a day-light shift from the close, which no schedule puts near one (Sunday 02:00).
  const nearMs = closeWallMs - offsetAt(instantMs);
  return closeWallMs - offsetAt(nearMs) - 1;
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

function tableOf(market: Market): {sessions: Session[]; closedSince: number[]} {
  const known = tables.get(market);
  if (known !== undefined) return known;
  const sessions = sessionSlots(market);
  const closedSince = sessions.map((_, slot) => firstClosed(sessions, slot));
  const table = {sessions, closedSince};
  tables.set(market, table);
  return table;
}

// The slot in which the closed spell around a slot began; negative in the week before.
function firstClosed(sessions: Session[], slot: number): number {
  let first = slot;
  while (slot - first < slotsPerWeek && sessions.at((first - 1) % slotsPerWeek) === "closed") first -= 1;
  return first;
}
