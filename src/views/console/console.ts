import {makeEditor} from "../../ui/code-editor/editor.js";
import type {SchemaFunction} from "../../ui/code-editor/schema.js";
import {sqlLanguage} from "../../ui/code-editor/sql.js";
import {html} from "../../ui/elements/dom.js";
import type {CatalogTable} from "../catalog/catalog.js";
import {queryBar} from "./bar.js";
import {exampleList} from "./examples.js";
import {keptHistory} from "./history.js";
import {historyList} from "./history-list.js";
import {knownNames} from "./names.js";
import {outcomePlace} from "./outcome.js";
import {consoleQueries} from "./queries.js";
import type {Ask} from "./running.js";
import {sparklineQuery, sparklinesOf} from "./sparklines.js";
import {tablesAside} from "./tables.js";

/** What the console asks: src/duckdb/sql/ask.ts, as components ask nothing themselves. */
export interface ConsoleEngine {
  ask: Ask;
  /** Ends a query of a link after so many ms of the engine. */
  limitOf: (ms: number) => Promise<string>;
  engineFunctions: () => Promise<SchemaFunction[]>;
}

const limitMs = 10_000;

const first = `-- Bitcoin by the hour
SELECT startedAt, open, high, low, close
FROM bars_1h
WHERE priceFeedId = 1
ORDER BY startedAt`;

/**
 * An editor of SQL with what it gives below: chart, rows, and all that can be done with them. Query and chart stand in the
 * address behind `#`: an address that has a query runs it by itself, for ten seconds at most.
 */
export function sqlConsole(engine: ConsoleEngine, tables: Promise<readonly CatalogTable[]>): HTMLElement {
  const names = knownNames(tables, engine.engineFunctions);
  const history = keptHistory();
  const editor = makeEditor({
    ...{label: "SQL query", value: first, hint: "FROM prices LIMIT 10", language: sqlLanguage(names.schema)},
    onRun: (sql) => queries.run(sql),
    onCancel: () => queries.cancel()
  });
  const past = historyList(history, (sql) => {
    editor.setValue(sql);
    editor.focus();
  });
  const outcome = outcomePlace(exampleList((sql) => queries.put(sql)));
  const queries = consoleQueries(engine.ask, () => engine.limitOf(limitMs), {
    ...{editor, outcome, onGiven: names.learnFunctions},
    onAsk(sql) {
      history.add(sql);
      past.show();
    },
    onRunning(isRunning) {
      element.toggleAttribute("data-running", isRunning);
      bar.showRunning(isRunning);
    }
  });
  const bar = queryBar({...queries, run: () => queries.run(editor.value()), tell: outcome.tell});
  const aside = tablesAside(tables, {
    run: queries.put,
    insert(text) {
      editor.insert(text);
      editor.focus();
    },
    async sparklines(table) {
      const query = sparklineQuery(table);
      const given = query === null ? null : await engine.ask(query, new Promise(() => {})).catch(() => null);
      return sparklinesOf(given?.rows ?? []);
    }
  });
  const main = [editor.element, bar.element, outcome.status, past.element, outcome.element];
  const element = html("div", {class: "fb-console"}, html("div", {class: "fb-console-main"}, ...main), aside);
  element.addEventListener("keydown", ({key}) => key === "Escape" && queries.cancel());
  addEventListener("hashchange", queries.runAddress);
  queries.runAddress();
  return element;
}
