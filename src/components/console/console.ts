import {type ConsoleChart, consoleHash, consoleLink, readConsole} from "../../lib/console.js";
import type {CatalogTable} from "../catalog/catalog.js";
import {makeEditor} from "../editor/editor.js";
import type {Schema, SchemaFunction} from "../editor/schema.js";
import {sqlLanguage} from "../editor/sql.js";
import {html} from "../parts/dom.js";
import {schemaBrowser} from "./browser.js";
import {keptHistory} from "./history.js";
import {historyList} from "./history-list.js";
import {pageText} from "./page-text.js";
import {resultView, tellResult} from "./result.js";
import {type Ask, runner} from "./running.js";
import {sparklineQuery, sparklinesOf} from "./sparklines.js";
import {wrongView} from "./wrong-view.js";

/** What the console asks: src/lib/ask.ts, as components ask nothing themselves. */
export interface ConsoleEngine {
  ask: Ask;
  /** Ends a query of a link after so many ms of the engine. */
  limitOf: (ms: number) => Promise<string>;
  engineFunctions: () => Promise<SchemaFunction[]>;
}

const limitMs = 10_000;

const first = `-- Bitcoin by the hour. Ctrl-Enter runs it.
SELECT startedAt, open, high, low, close
FROM bars_1h
WHERE priceFeedId = 1
ORDER BY startedAt`;

/**
 * An editor of SQL with what it gives below: chart, rows, and all that can be done with them. Query and chart stand in the
 * address behind `#`: an address that has a query runs it by itself, for ten seconds at most.
 */
export function sqlConsole(engine: ConsoleEngine, tables: Promise<readonly CatalogTable[]>): HTMLElement {
  const schema: {-readonly [Name in keyof Schema]: Schema[Name]} = {tables: [], functions: []};
  let chart: ConsoleChart | undefined;
  let drawn: (() => ConsoleChart) | null = null;
  const history = keptHistory();
  const place = html("div");
  const status = html("p", {class: "fb-console-status", role: "status"});
  const editor = makeEditor({
    ...{label: "SQL query", value: first, hint: "FROM prices LIMIT 10", language: sqlLanguage(() => schema)},
    onRun: (sql) => runNew(sql),
    onCancel: () => statement.cancel()
  });
  const past = historyList(history, (sql) => {
    editor.setValue(sql);
    editor.focus();
  });
  const statement = runner(engine.ask, {
    started() {
      element.toggleAttribute("data-running", true);
      cancel.disabled = false;
      status.textContent = "Running …";
      editor.markWrong(null);
    },
    given(result) {
      ended(tellResult(result));
      const view = resultView(result, chart, changeChart);
      drawn = view.chart;
      place.replaceChildren(view.element);
      learnFunctions();
    },
    failed(message, asked, isStopped) {
      ended(isStopped ? message : "");
      if (isStopped) return;
      const {element: view, wrong} = wrongView(message, asked, (sql) => {
        editor.setValue(sql);
        runNew(sql);
      });
      editor.markWrong(editor.value() === asked ? wrong.offset : null);
      drawn = null;
      place.replaceChildren(view);
    }
  });
  const ended = (text: string): void => {
    element.toggleAttribute("data-running", false);
    cancel.disabled = true;
    status.textContent = text;
  };
  const changeChart = (next: ConsoleChart): void => {
    chart = next;
    window.history.replaceState(null, "", consoleHash(editor.value(), chart));
  };
  const runNew = (sql: string): void => {
    if (sql.trim() === "") return;
    if (readConsole(location.hash)?.sql !== sql) {
      chart = undefined;
      window.history.pushState(null, "", consoleHash(sql));
    }
    history.add(sql);
    past.show();
    void statement.run(sql);
  };
  const runAddress = (): void => {
    const given = readConsole(location.hash);
    if (given === null) return;
    chart = given.chart;
    if (editor.value() !== given.sql) editor.setValue(given.sql);
    void statement.run(given.sql, () => engine.limitOf(limitMs));
  };
  let isLearnt = false;
  const learnFunctions = (): void => {
    if (isLearnt) return;
    isLearnt = true;
    void engine.engineFunctions().then(
      (functions) => {
        schema.functions = functions.filter(({name}) => !schema.tables.some((table) => table.name === name));
      },
      () => {
        isLearnt = false;
      }
    );
  };
  const copy = async (text: string, told: string): Promise<void> => {
    status.textContent = await navigator.clipboard.writeText(text).then(
      () => told,
      () => "The browser does not allow to copy."
    );
  };
  const cancel = button("Cancel", () => statement.cancel());
  cancel.disabled = true;
  const bar = html(
    "div",
    {class: "fb-console-bar"},
    button("Run", () => runNew(editor.value()), "Ctrl-Enter"),
    cancel,
    button("Copy link", () => {
      const link = new URL(consoleLink(editor.value(), chart), location.href).href;
      void copy(link, "Copied a link to this query and its chart.");
    }),
    button("Copy as a page", () => {
      const text = pageText(editor.value(), drawn?.() ?? {draw: "none"});
      void copy(text, "Copied: save it as src/mine.md, and open /mine.");
    })
  );
  const aside = html("aside", {"aria-label": "Tables and named queries"}, html("h2", {}, "Tables and named queries"));
  const element = html(
    "div",
    {class: "fb-console"},
    html("div", {class: "fb-console-main"}, editor.element, bar, status, past.element, place),
    aside
  );
  void tables.then((all) => {
    schema.tables = all.filter(({kind}) => kind !== "store");
    const sparklines = async (table: CatalogTable) => {
      const query = sparklineQuery(table);
      const given = query === null ? null : await engine.ask(query, new Promise(() => {})).catch(() => null);
      return sparklinesOf(given?.rows ?? []);
    };
    const run = (sql: string) => {
      editor.setValue(sql);
      runNew(sql);
    };
    const insert = (text: string) => {
      editor.insert(text);
      editor.focus();
    };
    aside.append(schemaBrowser(all, {insert, run, sparklines}));
  });
  element.addEventListener("keydown", ({key}) => key === "Escape" && statement.cancel());
  addEventListener("hashchange", runAddress);
  runAddress();
  return element;
}

function button(text: string, act: () => void, title?: string): HTMLButtonElement {
  const element = html("button", {type: "button", title}, text);
  element.addEventListener("click", act);
  return element;
}
