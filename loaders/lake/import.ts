import type {DuckDBConnection} from "@duckdb/node-api";
import type {Settings} from "../config/settings.js";
import type {Log} from "../load/report.js";
import {deriveStore} from "../load/upkeep.js";
import {outdateSnapshot} from "../snapshot/snapshot.js";
import {deduplicate, noteSuperseded} from "../sql/deduplicate.js";
import {StoreError} from "../store/database/error.js";
import {queryRecords} from "../store/database/query.js";
import {type Store, transaction} from "../store/database/store.js";
import {assertUnmixed} from "../store/loads.js";
import {useStore, writerWaitMs} from "../store/open.js";
import {daysOf, filesOf, fromFiles, type Lake, reasonOf} from "./manifest.js";
import {type DailyTable, dailyTables, latestRows, type SmallTable, smallTables, storeColumns} from "./parts.js";
import {checkFiles} from "./verify.js";

/** What an import added to the store. */
export interface Imported {
  responses: number;
  updates: number;
  seconds: number;
}

/**
 * Brings what a lake has into the store, which is made if need be: responses that it lacks, with all that belongs to them,
 * a day in one transaction; then derives and publishes. An interrupted one goes on where it was. @throws StoreError if
 * files of the lake are missing or changed, or real and simulated rows would be mixed
 */
export async function importLake(
  lake: Lake,
  settings: Settings,
  {log, signal}: {log: Log; signal: AbortSignal}
): Promise<Imported> {
  const started = performance.now();
  const problems = await checkFiles(lake, log, signal);
  if (problems.length > 0) {
    const listed = problems.slice(0, 5).join("; ");
    const damaged = new StoreError(`${lake.place.name} is not as it was written: ${listed}: feedbook lake verify`);
    throw await reasonOf(damaged, lake);
  }
  const total = {responses: 0, updates: 0};
  const inStore = <T>(use: (store: Store) => Promise<T>) =>
    useStore(settings.storePath, {...settings.rows, waitMs: writerWaitMs, signal}, use);
  const replaced = async (error: unknown): Promise<never> => {
    throw await reasonOf(error, lake);
  };
  outdateSnapshot(settings.snapshotPath);
  const wasEmpty = await inStore(async (store) => {
    await assertUnmixed(store, lake.simulated === true);
    await transaction(store.connection, async () => {
      for (const table of smallTables) await importSmall(store.connection, lake, table);
    });
    return (await queryRecords(store.connection, "FROM responses LIMIT 1")).length === 0;
  }).catch(replaced);
  const days = daysOf(lake);
  for (const [i, day] of days.entries()) {
    if (signal.aborted) break;
    const added = await inStore(({connection}) => importDay(connection, lake, day)).catch(replaced);
    total.responses += added.responses;
    total.updates += added.updates;
    log.step(i + 1, days.length, "days");
  }
  log.done();
  await deriveStore(settings, {rebuild: wasEmpty, log, signal}); // from scratch it takes larger parts at once
  return {...total, seconds: (performance.now() - started) / 1000};
}

async function importDay(
  connection: DuckDBConnection,
  lake: Lake,
  day: string
): Promise<Pick<Imported, "responses" | "updates">> {
  const responses = await fromFiles(lake, filesOf(lake, "responses", day));
  await connection.run(`CREATE OR REPLACE TEMP TABLE lacking AS
    SELECT responseId, count(*) AS times
    ${responses}
    ANTI JOIN (SELECT responseId::VARCHAR AS responseId FROM responses) AS held USING (responseId)
    GROUP BY responseId`);
  const [found] = await queryRecords(
    connection,
    "SELECT count(*)::INTEGER AS responses, max(times)::INTEGER AS times FROM lacking"
  );
  if (found?.responses === 0) return {responses: 0, updates: 0};
  return await transaction(connection, async () => {
    // Two processes may have written the same responses at once.
    const distinct = Number(found?.times) > 1 ? "DISTINCT" : "";
    const added = new Map<string, number>();
    for (const part of dailyTables)
      added.set(part.table.name, await importTable(connection, lake, {...part, day, distinct}));
    await connection.run(
      noteSuperseded(`SELECT publishedAt::TIMESTAMP AS publishedAt ${responses} SEMI JOIN lacking USING (responseId)`)
    );
    await deduplicate(connection);
    return {responses: Number(found?.responses), updates: added.get("feed_updates") ?? 0};
  });
}

async function importTable(
  connection: DuckDBConnection,
  lake: Lake,
  {table, day, distinct}: DailyTable & {day: string; distinct: string}
): Promise<number> {
  const files = filesOf(lake, table.name, day);
  if (files.length === 0) return 0;
  const place = table.columns.some(({name}) => name === "entryIndex") ? "responseId, entryIndex" : "responseId";
  const [row] = await queryRecords(
    connection,
    `INSERT INTO ${table.name} BY NAME
    SELECT ${distinct} ${storeColumns(table)} ${await fromFiles(lake, files)} SEMI JOIN lacking USING (responseId) ORDER BY ${place}`
  );
  return Number(row?.Count);
}

// What the store has already stays.
async function importSmall(connection: DuckDBConnection, lake: Lake, small: SmallTable): Promise<void> {
  const {table, key} = small;
  const files = filesOf(lake, table.name);
  if (files.length === 0) return;
  await connection.run(`INSERT INTO ${table.name} BY NAME
    SELECT *
    FROM (${latestRows(small, await fromFiles(lake, files))})
    ANTI JOIN ${table.name} AS held USING (${key})`);
}
