import {readFileSync} from "node:fs";
import type {Store} from "./open.js";
import {queryRecords} from "./query.js";

/** Why a stretch has no update; `market closed` whether it was asked or not. */
export type GapKind = "nothing there" | "not asked" | "market closed";

/** A stretch without an update: from the first to the last missing instant, in Unix µs. */
export interface Gap {
  priceFeedId: number;
  symbol: string | null;
  kind: GapKind;
  /** Whether the service was asked, and had nothing. */
  asked: boolean;
  fromUs: number;
  toUs: number;
  /** The feed's usual step there, in µs; null if its updates are too few to tell. */
  stepUs: number | null;
  seconds: number;
}

/** Where to look for gaps: in Unix µs; null: from a feed's first update, to the last of the store; of all feeds. */
export interface GapRange {
  from: number | null;
  to: number | null;
  feeds: readonly number[] | null;
}

/** The stretches of each feed that have no update for longer than its usual step, by time. */
export async function findGaps({connection}: Store, {from, to, feeds}: GapRange): Promise<Gap[]> {
  const found = await queryRecords(connection, gaps, {from, to, feeds: feeds && JSON.stringify(feeds)});
  return found.map((gap) => ({
    priceFeedId: Number(gap.priceFeedId),
    symbol: gap.symbol === null ? null : String(gap.symbol),
    kind: gap.kind as GapKind,
    asked: gap.asked === true,
    fromUs: Number(gap.fromUs),
    toUs: Number(gap.toUs),
    stepUs: gap.stepUs === null ? null : Number(gap.stepUs),
    seconds: Number(gap.seconds)
  }));
}

const gaps = readFileSync(new URL("./gaps.sql", import.meta.url), "utf8");
