import {existsSync, statSync} from "node:fs";
import {dirname, resolve} from "node:path";
import {sum} from "d3-array";
import {ConfigError, messageOf} from "../config/errors.js";
import {countText} from "../config/size.js";
import {type Day, type DaysExported, exportDays} from "../inspect/export-days.js";
import {notDerived} from "../inspect/status.js";
import {InterruptedError, type Store} from "../store/database/store.js";
import {readStore} from "../store/open.js";
import type {Context} from "./run.js";

const memory = "512MB"; // DuckDB keeps the rows' order, as it gets one thread with it

/** What an export notes about rows of the sandbox. */
export const simulatedNote =
  "its rows are simulated, and the file says so: feedbook load file keeps them apart from real ones";

/** `export --partition-by day`: writes the days of a table that are missing in a folder, and reports them. @throws ConfigError */
export async function writeDays(
  {settings, signal, log}: Context,
  table: string,
  to: string,
  anew = false
): Promise<void> {
  const folder = resolve(to);
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new ConfigError(`${to} is not a folder: name another`);
  if (!existsSync(dirname(folder))) throw new ConfigError(`no folder ${dirname(folder)}: make it, or name another`);
  const onDay = (done: number, all: number) => log.step(done, all, "days");
  const write = async (store: Store) => {
    const due = await notDerived(store);
    if (due !== null) log.warn(due);
    return exportDays(store, table, {folder, anew, signal, onDay});
  };
  const work = readStore(settings.storePath, write, {...settings.rows, signal, memory});
  const found = await work.catch((error) => restated(error, table)).finally(() => log.done());
  for (const text of textsOf(found, to)) log.note(text);
}

function restated(error: unknown, table: string): never {
  if (/Table with name .* does not exist/.test(messageOf(error)))
    throw new ConfigError(`no table or view ${table}: feedbook sql "SHOW TABLES" lists them`);
  if (!(error instanceof InterruptedError)) throw error;
  throw new InterruptedError("interrupted: the days that are written stay, and the next run writes the others");
}

function textsOf({written, there, grown, kept, open, isSimulated}: DaysExported, to: string): string[] {
  const count = sum(written, ({rows}) => rows);
  const wrote = `wrote ${countText(written.length, "day")} to ${to}: ${listText(written)}; ${countText(count, "row")}`;
  const had = there > 0 ? `; ${countText(there, "day")} already there` : "";
  const texts = [written.length > 0 ? wrote + had : `nothing to write: ${to} has every day that is over`];
  if (open.length > 0) texts.push(`left out, as the day is not over: ${listText(open)}`);
  if (grown.length > 0)
    texts.push(`got rows since they were written: ${listText(grown)}: --force writes these days anew`);
  if (kept.length > 0)
    texts.push(`got rows since they were written, but stay, as the store has dropped rows of them: ${listText(kept)}`);
  if (isSimulated && written.length > 0) texts.push(simulatedNote);
  return texts;
}

const mostListed = 5;

function listText(days: readonly Day[]): string {
  const listed = days.slice(0, mostListed).map(({day}) => day);
  const more = days.length > mostListed ? ` and ${days.length - mostListed} more` : "";
  return listed.join(", ") + more;
}
