import {createReadStream} from "node:fs";
import {join} from "node:path";
import {pipeline} from "node:stream/promises";
import {ConfigError, messageOf} from "../config/errors.js";
import {notDerived} from "../inspect/status.js";
import {snapshotDictionary} from "../snapshot/dictionary.js";
import {inOwnFolder} from "../store/database/files.js";
import {statementsOf} from "../store/database/statement.js";
import {assertReads, lockEngine, type Store} from "../store/database/store.js";
import {readStore} from "../store/open.js";
import type {Host} from "./host.js";
import type {Context} from "./run.js";

/** A query, the database it is for, and whether it may reach other files and hosts. */
export type Question = Pick<Context, "settings" | "signal" | "log"> & {
  sql: string;
  snapshot?: boolean | undefined;
  unsafe?: boolean | undefined;
};

const missing = 'missing query: give one, as in feedbook sql "FROM feeds"';

/** Opens the store or the snapshot for one query, which can write only to `file`. @throws its error, with a hint */
export async function ask(question: Question, write: (store: Store) => Promise<void>, file?: string): Promise<void> {
  const {settings, signal, log, sql, snapshot = false, unsafe = false} = question;
  if (sql.trim() === "") throw new ConfigError(missing);
  const answer = async (store: Store): Promise<void> => {
    const {connection} = store;
    const due = await notDerived(store);
    if (due !== null) log.warn(due);
    try {
      if (!unsafe) await lockEngine(connection, file);
      const count = statementsOf(sql).length;
      if (count !== 1) throw new ConfigError(count === 0 ? missing : `${count} statements: give one query at a time`);
      if (!unsafe) await assertReads(connection, sql);
      await write(store);
    } catch (error) {
      throw hinted(error, sql, snapshot);
    }
  };
  const path = snapshot ? settings.snapshotPath : settings.storePath;
  await readStore(path, answer, {...settings.rows, signal, anyDatabase: true});
}

// Hints, such as for double quotes, which mean names, but which a shell's quoting suggests for text.
function hinted(error: unknown, sql: string, snapshot: boolean): unknown {
  const message = messageOf(error);
  if (/^read-only: |disabled by configuration|disabled through configuration|has been locked/.test(message))
    return new ConfigError(`${message}: see --unsafe in feedbook sql --help`);
  const table = /Table with name (\w+) does not exist/.exec(message)?.[1];
  if (!snapshot && table !== undefined && snapshotDictionary.table(table) !== null)
    return new Error(`${table} is in the snapshot that pages read: add --snapshot`);
  if (table !== undefined)
    return new Error(`${message}\nall tables and views: feedbook sql "SHOW TABLES"${snapshot ? " --snapshot" : ""}`);
  const name = /Referenced column "(.+?)" not found/.exec(message)?.[1];
  if (name === undefined || !sql.includes(`"${name}"`)) return error;
  return new Error(`no column "${name}": text stands in single quotes, as in '${name}'`);
}

/** Lets `write` write a temporary file, and copies it to standard output. */
export async function toOutput(stdout: Host["stdout"], write: (path: string) => Promise<void>): Promise<void> {
  await inOwnFolder(async (folder) => {
    const path = join(folder, "result");
    await write(path);
    await pipeline(createReadStream(path), stdout, {end: false}).catch((error: NodeJS.ErrnoException) => {
      if (error.syscall !== "write") throw error; // else the output is lost, which `outliveOutputs` reports
    });
  });
}
