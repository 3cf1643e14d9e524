import {resolve, sep} from "node:path";
import {ConfigError} from "../config/errors.js";
import {filesOf, type Lake} from "../lake/manifest.js";
import {
  type DailyTable,
  dailyTables,
  latestRows,
  plainType,
  type SmallTable,
  smallTables,
  storeColumns
} from "../lake/parts.js";
import {lakeDefinitions} from "../sql/definitions.js";
import type {FundingUnits} from "../sql/list.js";
import {type Planner, usePlanner} from "../store/database/plan.js";
import {tables as publicTables} from "../store/tables.js";
import type {FileTable} from "./dialect.js";
import {dialects, type Engine} from "./dialects.js";
import {selectText} from "./select.js";

/**
 * The statements that give an engine the tables and derived views of a store under their local names, over the files of a lake.
 * They are made of the store's own definitions: DuckDB plans each view over tables without rows, and the plan is written in
 * the engine's words. Tables of which the lake has no file are left out. @throws ConfigError if it has no updates
 */
export async function statementsFor(lake: Lake, engine: Engine, units: FundingUnits): Promise<string[]> {
  if (filesOf(lake, "feed_updates").length === 0)
    throw new ConfigError(`${lake.place.name} has no updates yet: load some, then feedbook lake write`);
  const held = [...dailyTables, ...smallTables].filter(
    ({table}) => publicTables.includes(table) && filesOf(lake, table.name).length > 0
  );
  return await usePlanner(async (planner) => {
    const statements = [...(dialects[engine].before ?? [])];
    const view = async (name: string, sql: string) => statements.push(await viewText(planner, {name, sql, engine}));
    for (const part of held) {
      const files = fileTable(lake, part);
      statements.push(...dialects[engine].files(files));
      await planner.run(
        `CREATE TABLE ${files.name} (${files.columns.map(({name, type}) => `${name} ${type}`).join()})`
      );
      await view(part.table.name, tableSql(part, files.name));
    }
    const catalogue = held.some(({table}) => table.name === "feeds");
    const {macros, views} = lakeDefinitions(units, {catalogue});
    await planner.run(macros);
    for (const [name, sql] of Object.entries(views)) await view(name, sql);
    return statements;
  });
}

// A table without rows stands for each view, so that plans of other views name it.
async function viewText(
  planner: Planner,
  {name, sql, engine}: {name: string; sql: string; engine: Engine}
): Promise<string> {
  await planner.run(`CREATE TABLE ${name} AS FROM (${sql}\n) LIMIT 0`);
  const select = selectText(await planner.plan(sql), await planner.columnsOf(name), dialects[engine]);
  return `CREATE OR REPLACE VIEW ${name} AS\n${select}`;
}

function tableSql(part: DailyTable | SmallTable, files: string): string {
  return "key" in part ? latestRows(part, `FROM ${files}`) : `SELECT ${storeColumns(part.table)} FROM ${files}`;
}

function fileTable({place: {name, folder, bucket}}: Lake, part: DailyTable | SmallTable): FileTable {
  const {table} = part;
  return {
    name: `lake_${table.name}`,
    folder: `${bucket === null ? resolve(folder).replaceAll(sep, "/") : name.replace(/\/$/, "")}/${table.name}`,
    daily: !("key" in part),
    columns: table.columns.map((column) => ({
      name: column.name,
      type: plainType(column.type),
      nullable: column.constraint === undefined
    }))
  };
}
