import type {DuckDBConnection} from "@duckdb/node-api";
import {sum} from "d3-array";
import {queryRecords} from "../database/query.js";
import {type CutTables, cutTables, minuteBars, rawTables} from "./parts.js";
import type {RowBytes} from "./window.js";

/** Rows, by table. */
export type Counts = Readonly<Record<string, number>>;

/** Bytes that tables would take whole, that they get before all others, and their share where not all fit. */
export interface Asking {
  need: number;
  least?: number;
  share: number;
}

const minutes = 24 * 60 + 5; // what pages open with, and some more, as rows are cut at whole minutes
const mostOfDay = 0.8; // so that something is there of older ones
const margin = 1.05; // rows may take more than was thought
const denseShare = 0.01; // bars of a minute that are as many as the updates show nothing more

/**
 * Bytes for each of `cutTables`, at most `room` together. The newest day of all feeds, which pages open with, goes before
 * all if it fits: its bars of a minute, or its updates where those are not twice as many.
 */
export async function roomsOf(
  connection: DuckDBConnection,
  {room, bytes, counts}: {room: number; bytes: RowBytes; counts: Counts}
): Promise<number[]> {
  const [bars, updates] = [await countDay(connection, minuteBars), await countDay(connection, rawTables)];
  const [day, rows] = 2 * Number(bars.bars_1m) > Number(updates.prices) ? [rawTables, updates] : [minuteBars, bars];
  const least = margin * bytesOf(day, rows, bytes);
  const isDense = 2 * (counts.bars_1m ?? 0) > (counts.prices ?? 0);
  const asking = cutTables.map((cut) => ({
    need: bytesOf(cut, counts, bytes),
    least: cut === day && least <= mostOfDay * room ? least : 0,
    share: cut === minuteBars && isDense ? denseShare : cut.share
  }));
  return shareOut(room, asking);
}

/** Divides `room`: each gets what it needs, but no more than its share, which shrinks until all of them fit. */
export function shareOut(room: number, asking: readonly Asking[]): number[] {
  for (let part = room / denseShare; ; part *= 0.97) {
    const rooms = asking.map(({need, least = 0, share}) => Math.min(need, Math.max(least, share * part)));
    if (sum(rooms) <= room) return rooms;
  }
}

/** Bytes that so many rows of tables take. */
export function bytesOf({tables}: CutTables, rows: Counts, bytes: RowBytes): number {
  return sum(tables, ({name, bytes: usual}) => (rows[name] ?? 0) * (bytes[name] ?? usual));
}

async function countDay(connection: DuckDBConnection, {tables, source, time, span}: CutTables): Promise<Counts> {
  const [held] = await queryRecords(connection, `SELECT last FROM (${span})`);
  if (typeof held?.last !== "string") return {};
  const counted = tables.map(({name, count}) => `(${count})::DOUBLE AS ${name}`).join();
  const since = `TIMESTAMP '${held.last}' - INTERVAL ${minutes} MINUTE`;
  const [rows] = await queryRecords(connection, `SELECT ${counted} FROM ${source} WHERE ${time} >= ${since}`);
  return rows as Counts;
}
