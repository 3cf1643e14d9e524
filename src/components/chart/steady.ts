import {type Zone, zoneOffset} from "../../lib/zone.js";

/** A stretch of time in which a zone's clocks are not changed, and how far ahead of UTC they are, in ms. */
export interface Steady {
  from: number;
  to: number;
  offset: number;
}

const stride = 14 * 86_400_000; // no zone changes its clocks twice in so little time and back

/** Splits a time range where a zone's clocks are changed. */
export function steadyParts(from: number, to: number, zone: Zone): Steady[] {
  const parts: Steady[] = [{from, to, offset: zoneOffset(zone, from)}];
  if (zone === "utc") return parts;
  for (let start = from; start < to; start += stride) {
    const end = Math.min(to, start + stride);
    if (zoneOffset(zone, start) === zoneOffset(zone, end)) continue;
    const change = changeBetween(start, end, zone);
    const last = parts.at(-1);
    if (last !== undefined) last.to = change;
    parts.push({from: change, to, offset: zoneOffset(zone, change)});
  }
  return parts;
}

// Clocks are changed on a full minute.
function changeBetween(before: number, after: number, zone: Zone): number {
  let [low, high] = [Math.floor(before / 60_000), Math.ceil(after / 60_000)];
  const offset = zoneOffset(zone, before);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (zoneOffset(zone, middle * 60_000) === offset) low = middle;
    else high = middle;
  }
  return high * 60_000;
}
