import {group} from "d3-array";
import type {Gap} from "../inspect/gaps.js";

/** What every command that fills gaps needs: the finest step that can be asked for, in µs, and the store if it was named. */
export interface FillOptions {
  finestUs: number;
  store?: string | undefined;
}

/** The command that fills each gap; those of one kind with the same instants are filled by one. */
export function fillCommands(gaps: readonly Gap[], options: FillOptions): Map<Gap, string> {
  const same = group(gaps, ({kind, asked, fromUs, toUs, stepUs}) => [kind, asked, fromUs, toUs, stepUs].join());
  return new Map([...same.values()].flatMap((of) => of.map((gap) => [gap, commandFor(of, gap, options)])));
}

function commandFor(gaps: readonly Gap[], {fromUs, toUs, asked, stepUs}: Gap, {finestUs, store}: FillOptions): string {
  const every =
    stepUs === null ? coarsest(fromUs, toUs, finestUs) : Math.max(1, Math.floor(stepUs / finestUs)) * finestUs;
  const first = Math.ceil(fromUs / every) * every <= toUs ? fromUs : Math.floor(fromUs / every) * every; // else no instant
  const words = ["--from", instantText(Math.floor(first / 1000)), "--to", instantText(Math.ceil(toUs / 1000))];
  words.push("--every", everyText(every), "--feeds", [...new Set(gaps.map((gap) => gap.priceFeedId))].join());
  if (asked) words.push("--retry-missing");
  if (store !== undefined)
    words.push("--store", /^[\w./-]+$/.test(store) ? store : `'${store.replaceAll("'", "'\\''")}'`);
  return `npm run -s feedbook -- load history ${words.join(" ")}`;
}

// Of a feed with too few updates to know its step: one that meets both ends.
function coarsest(fromUs: number, toUs: number, finestUs: number): number {
  return units.map(([, us]) => us).find((us) => fromUs % us === 0 && (toUs - fromUs) % us === 0) ?? finestUs;
}

const units = [
  ["d", 86_400_000_000],
  ["h", 3_600_000_000],
  ["m", 60_000_000],
  ["s", 1_000_000]
] as const;

function everyText(us: number): string {
  const [name, size] = units.find(([, size]) => us % size === 0) ?? ["ms", 1000];
  return `${us / size}${name}`;
}

function instantText(ms: number): string {
  return new Date(ms).toISOString().replace(".000Z", "Z");
}
