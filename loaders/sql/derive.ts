import {availableParallelism} from "node:os";
import type {DuckDBConnection} from "@duckdb/node-api";
import {sum} from "d3-array";
import {collectGarbage, withMemory, withThreads} from "../store/database/memory.js";
import {queryRecords} from "../store/database/query.js";
import {InterruptedError, interruptible, type Store, transaction} from "../store/database/store.js";
import {deduplicate, renoteSuperseded} from "./deduplicate.js";
import {derivePart, makeDerived} from "./derived.js";
import {dueParts, markDue, type Part} from "./due.js";

// Rows per part, with memory and threads; what does not fit goes to files beside the store. A part takes less than a second
// if others may wait for the store (`shared`); a rebuild is started by hand, and may take longer.
const rooms: Record<"shared" | "held" | "rebuild", Room> = {
  shared: {rows: 100_000, memory: "128MB"},
  held: {rows: 400_000, memory: "144MB"},
  rebuild: {rows: 2_000_000, memory: "1GB"}
};

interface Room {
  rows: number;
  memory: string;
}

/** Result of a derivation: the numbers of feed hours that were made again and that are still due, and the time taken. */
export interface Derived {
  hours: number;
  due: number;
  seconds: number;
}

/** How the derived tables are brought up to date. */
export interface DeriveOptions {
  /** Makes them from scratch, as is needed after rows of feed_updates were altered or deleted by hand. */
  rebuild?: boolean;
  /** Whether the store is held and nothing else runs: then parts are larger, and use all cores. */
  held?: boolean;
  /** Stops it; the next derivation does the rest. */
  signal?: AbortSignal;
  onProgress?(done: number, total: number): void;
}

/**
 * Empties the derived tables, except for hours whose updates were dropped, and marks all hours of the store as due. `hash`
 * identifies the SQL that makes them.
 */
export async function resetDerived(connection: DuckDBConnection, hash: string): Promise<void> {
  await transaction(connection, async () => {
    await makeDerived(connection);
    await connection.run("DELETE FROM derived_stale; DELETE FROM derived_state; DELETE FROM feed_totals;");
    await connection.run("INSERT INTO derived_state (definition, rows, responses) VALUES ($hash, 0, 0)", {hash});
  });
}

/** Whether the store has derived tables that SQL of this hash made. */
export async function isDerivedBy(connection: DuckDBConnection, hash: string): Promise<boolean> {
  const [state] = await queryRecords(connection, "SELECT definition FROM derived_state");
  return state?.definition === hash;
}

/**
 * Brings the derived tables up to date: makes again those hours of feeds that got rows since, in whatever order, and gives
 * the same result as a rebuild. `withStore` is called for each part, so that others can use the store in between.
 */
export async function derive(
  withStore: <T>(work: (store: Store) => Promise<T>) => Promise<T>,
  {rebuild = false, held = false, signal, onProgress}: DeriveOptions = {}
): Promise<Derived> {
  const started = performance.now();
  collectGarbage();
  const room = rooms[rebuild ? "rebuild" : held ? "held" : "shared"];
  const inRoom = <T>(work: (connection: DuckDBConnection) => Promise<T>) =>
    withStore(({connection}) => {
      const inMemory = () => withMemory(connection, () => work(connection), room.memory);
      return rebuild || held ? withThreads(connection, availableParallelism(), inMemory) : inMemory();
    });
  const parts = await inRoom((connection) => findDue(connection, {rebuild, rows: room.rows}));
  const total = sum(parts, ({hours}) => hours);
  let hours = 0;
  for (const part of parts) {
    if (!(await inRoom((connection) => made(connection, part, signal)))) break;
    hours += part.hours;
    onProgress?.(hours, total);
  }
  return {hours, due: total - hours, seconds: (performance.now() - started) / 1000};
}

// Makes the rows of a part. Gives false if it was interrupted; the part is still due then.
async function made(connection: DuckDBConnection, part: Part, signal?: AbortSignal): Promise<boolean> {
  try {
    await interruptible(connection, () => derivePart(connection, part), signal);
    return true;
  } catch (error) {
    if (error instanceof InterruptedError) return false;
    throw error;
  }
}

async function findDue(
  connection: DuckDBConnection,
  {rebuild, rows}: {rebuild: boolean; rows: number}
): Promise<Part[]> {
  const [state] = await queryRecords(
    connection,
    "SELECT definition, rows > (SELECT count(*) FROM feed_updates) AS fewer FROM derived_state"
  );
  // After rows were deleted, row numbers no longer show which rows are new.
  const anew = rebuild || state?.fewer === true;
  if (anew) await resetDerived(connection, String(state?.definition));
  await transaction(connection, async () => {
    if (anew) await connection.run(renoteSuperseded);
    await deduplicate(connection);
    await markDue(connection);
  });
  return dueParts(connection, rows);
}
