import {readFileSync} from "node:fs";
import {queryRecords} from "../database/query.js";
import type {Store} from "../database/store.js";

/** Which questions: on a channel, at the instants from `from` to `to` (both included) in steps of `every`, in Unix µs. */
export interface AskedRange {
  channel: string;
  from: number;
  to: number;
  every: number;
  /** What was asked for at least: a question for more is another one. */
  properties: readonly string[];
  formats: readonly string[];
  /** The service; null for the embedded sandbox, whose address changes. */
  baseUrl: string | null;
  /** Whether "nothing there" counts as an answer too. Default true. */
  missingToo?: boolean;
}

/** Feeds that were answered at `count` instants of the range one after another, the first of them number `first` (from 0). */
export interface AskedRun {
  ids: number[];
  first: number;
  count: number;
}

/**
 * The feeds that `price` was asked for and answered, in runs of instants. The booked responses are the ledger: a response
 * is committed with its rows, so what stands here is in the store.
 */
export async function askedBefore(store: Store, {missingToo = true, ...range}: AskedRange): Promise<AskedRun[]> {
  const {properties, formats} = range;
  const parameters = {...range, missingToo, properties: JSON.stringify(properties), formats: JSON.stringify(formats)};
  return (await queryRecords(store.connection, runs, parameters)).map(({ids, missing, first, count}) => {
    const none = new Set(missing as number[]);
    return {ids: (ids as number[]).filter((id) => !none.has(id)), first: Number(first), count: Number(count)};
  });
}

const runs = readFileSync(new URL("./asked.sql", import.meta.url), "utf8");
