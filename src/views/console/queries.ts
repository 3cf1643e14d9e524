import type {Editor} from "../../ui/code-editor/editor.js";
import {type ConsoleChart, consoleHash, consoleLink, readConsole} from "../../url/console.js";
import type {Outcome} from "./outcome.js";
import {pageText} from "./page-text.js";
import {type Ask, runner, type Told} from "./running.js";

/** What queries need of the rest of the console. */
export interface QueryPlaces {
  editor: Editor;
  outcome: Outcome;
  /** Called with a query that the reader runs, which a link does not. */
  onAsk(sql: string): void;
  onRunning(isRunning: boolean): void;
  /** Called when a query has given rows. */
  onGiven(): void;
}

/** The queries of the console: the reader's, and that of the address, which keeps query and chart behind `#`. */
export interface Queries {
  run(sql: string): void;
  /** Writes a query into the editor, and runs it. */
  put(sql: string): void;
  cancel(): void;
  /** Runs the query of the address, if it has one. */
  runAddress(): void;
  /** An address that opens the query of the editor, and its chart if it has been run. */
  link(): string;
  /** A page with them. */
  page(): string;
}

/** Runs queries, and shows what they give. `limit` ends one that runs by itself. */
export function consoleQueries(ask: Ask, limit: () => Promise<string>, places: QueryPlaces): Queries {
  const {editor, outcome, onAsk} = places;
  let ran = ""; // the query that the chart is of; the editor may have another by now
  let chart: ConsoleChart | undefined;
  const changeChart = (next: ConsoleChart): void => {
    chart = next;
    history.replaceState(null, "", consoleHash(ran, chart));
  };
  const isRan = () => editor.value() === ran;
  const run = (sql: string): void => {
    if (sql.trim() === "") return;
    ran = sql;
    if (readConsole(location.hash)?.sql !== sql) {
      chart = undefined;
      history.pushState(null, "", consoleHash(sql));
    }
    onAsk(sql);
    void query.run(sql);
  };
  const put = (sql: string): void => {
    editor.setValue(sql);
    run(sql);
  };
  const query = runner(
    ask,
    showing(places, put, (given) => outcome.show(given, chart, changeChart))
  );
  return {
    run,
    put,
    cancel: () => void query.cancel(),
    runAddress() {
      const given = readConsole(location.hash);
      if (given === null) return;
      ran = given.sql;
      chart = given.chart;
      if (editor.value() !== given.sql) editor.setValue(given.sql);
      void query.run(given.sql, limit);
    },
    link: () => new URL(consoleLink(editor.value(), isRan() ? chart : undefined), location.href).href,
    page: () => pageText(editor.value(), isRan() ? outcome.chart() : {draw: "none"})
  };
}

function showing(
  {editor, outcome, onRunning, onGiven}: QueryPlaces,
  put: (sql: string) => void,
  show: Told["given"]
): Told {
  return {
    started() {
      onRunning(true);
      outcome.tell("Running …");
      outcome.dim();
      editor.markWrong(null);
    },
    given(result) {
      onRunning(false);
      show(result);
      onGiven();
    },
    failed(message, sql, isStopped) {
      onRunning(false);
      if (isStopped) return outcome.tellStopped(message);
      const place = outcome.showWrong(message, sql, put);
      editor.markWrong(editor.value() === sql ? place : null); // the reader may have written on meanwhile
    }
  };
}
