import type {Result} from "../../duckdb/sql/ask.js";
import {formatAge, messageOf} from "../../format/format.js";
import type {Editor} from "../../ui/code-editor/editor.js";
import {type ConsoleChart, consoleHash, consoleLink, readConsole} from "../../url/console.js";
import type {Outcome} from "./outcome.js";
import {pageText} from "./page-text.js";

/** Runs a statement; `stop` ends it early with a reason. */
export type Ask = (sql: string, stop: Promise<string>) => Promise<Result>;

/** The rest of the console, as queries use it. */
interface QueryOptions {
  editor: Pick<Editor, "value" | "setValue">;
  outcome: Outcome;
  /** Stops a query that the address runs. */
  limit: () => Promise<string>;
  /** Called with each query that the reader runs; a link is not the reader's. */
  onAsk(sql: string): void;
  onRunning(isRunning: boolean): void;
  onResult(): void;
}

/** The queries of the console. The address keeps the query and its chart behind `#`. */
export interface Queries {
  run(sql: string): void;
  /** Writes a query into the editor, and runs it. */
  put(sql: string): void;
  cancel(): void;
  /** Runs the query of the address, if it has one. */
  runAddress(): void;
  /** An address that opens the editor's query, with its chart if it has been run. */
  link(): string;
  /** The text of a page with the same. */
  page(): string;
}

interface Running {
  startedAt: number;
  stop(reason: string): void;
  isStopped: boolean;
}

/** Runs one query at a time, each in place of the previous one, and shows its outcome. */
export function consoleQueries(ask: Ask, options: QueryOptions): Queries {
  const {editor, outcome, limit, onAsk, onRunning, onResult} = options;
  let ran = ""; // the query of the chart; the editor may have another by now
  let chart: ConsoleChart | undefined;
  let running: Running | null = null;

  async function start(sql: string, limited = false): Promise<void> {
    cancel();
    ran = sql;
    const {query, stopped} = newQuery();
    running = query;
    if (limited) void limit().then(query.stop);
    onRunning(true);
    outcome.report("Running …");
    outcome.dim();
    try {
      const result = await ask(sql, stopped);
      if (!ends(query)) return;
      outcome.show(result, chart, changeChart);
      onResult();
    } catch (error) {
      if (!ends(query)) return;
      if (query.isStopped) return outcome.reportStopped(messageOf(error));
      outcome.showError(messageOf(error), sql, put);
    }
  }
  // Whether the query is still the last one, which ends with it.
  function ends(query: Running): boolean {
    if (running !== query) return false;
    running = null;
    onRunning(false);
    return true;
  }
  function cancel(): void {
    running?.stop(`cancelled after ${formatAge((performance.now() - running.startedAt) / 1000)}`);
  }
  function changeChart(next: ConsoleChart): void {
    chart = next;
    history.replaceState(null, "", consoleHash(ran, chart));
  }
  function run(sql: string): void {
    if (sql.trim() === "") return;
    if (readConsole(location.hash)?.sql !== sql) {
      chart = undefined;
      history.pushState(null, "", consoleHash(sql));
    }
    onAsk(sql);
    void start(sql);
  }
  function put(sql: string): void {
    editor.setValue(sql);
    run(sql);
  }
  const isRan = () => editor.value() === ran;
  return {
    run,
    put,
    cancel,
    runAddress() {
      const address = readConsole(location.hash);
      if (address === null) return;
      chart = address.chart;
      if (editor.value() !== address.sql) editor.setValue(address.sql);
      void start(address.sql, true);
    },
    link: () => new URL(consoleLink(editor.value(), isRan() ? chart : undefined), location.href).href,
    page: () => pageText(editor.value(), isRan() ? outcome.chart() : {draw: "none"})
  };
}

function newQuery(): {query: Running; stopped: Promise<string>} {
  const query: Running = {startedAt: performance.now(), isStopped: false, stop() {}};
  const stopped = new Promise<string>((resolve) => {
    query.stop = (reason) => {
      query.isStopped = true;
      resolve(reason);
    };
  });
  return {query, stopped};
}
