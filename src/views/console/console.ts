import type {Schema, SchemaFunction} from "../../ui/code-editor/completions.js";
import {makeEditor} from "../../ui/code-editor/editor.js";
import {sqlLanguage} from "../../ui/code-editor/sql.js";
import {copyText} from "../../ui/elements/copyable.js";
import {button, html} from "../../ui/elements/dom.js";
import {exported} from "../../url/exported.js";
import {type CatalogOptions, type CatalogTable, catalog} from "../catalog/catalog.js";
import {historyList} from "./history.js";
import {outcomePlace} from "./outcome.js";
import {type Ask, consoleQueries, type Queries} from "./queries.js";

/** What the console asks: src/duckdb/sql/ask.ts, as views ask nothing themselves. */
interface ConsoleEngine {
  ask: Ask;
  /** Resolves after so many ms of the engine, with the reason to stop a query. */
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
 * An editor of SQL with the rows and a chart of its query below. The address keeps both behind `#`: an address with a query runs
 * it by itself, for ten seconds at most.
 */
export function sqlConsole(engine: ConsoleEngine, tables: Promise<readonly CatalogTable[]>): HTMLElement {
  const {schema, learnFunctions} = knownNames(tables, engine.engineFunctions);
  const editor = makeEditor({
    ...{label: "SQL query", value: first, hint: "FROM prices LIMIT 10", language: sqlLanguage(schema)},
    onRun: (sql) => queries.run(sql),
    onCancel: () => queries.cancel()
  });
  const take = (sql: string) => {
    editor.setValue(sql);
    editor.focus();
  };
  const history = historyList(take, () => editor.focus());
  const outcome = outcomePlace(exampleList((sql) => queries.put(sql)));
  const queries = consoleQueries(engine.ask, {
    ...{editor, outcome, limit: () => engine.limitOf(limitMs), onResult: learnFunctions},
    onAsk: history.add,
    onRunning(isRunning) {
      element.toggleAttribute("data-running", isRunning);
      bar.cancel.disabled = !isRunning;
    }
  });
  const bar = queryBar(queries, () => queries.run(editor.value()), outcome.report);
  const aside = tablesAside(tables, {
    async run(sql) {
      queries.put(sql);
      return null;
    },
    insert(text) {
      editor.insert(text);
      editor.focus();
    }
  });
  const main = [editor.element, bar.element, outcome.status, history.element, outcome.element];
  const element = html("div", {class: "fb-console"}, html("div", {class: "fb-console-main"}, ...main), aside);
  element.addEventListener("keydown", ({key}) => key === "Escape" && queries.cancel());
  addEventListener("hashchange", queries.runAddress);
  queries.runAddress();
  return element;
}

function tablesAside(tables: Promise<readonly CatalogTable[]>, options: CatalogOptions): HTMLElement {
  const loading = html("p", {class: "fb-console-note", role: "status"}, "Loading tables …");
  const label = "Tables and named queries";
  tables.then(
    (all) => loading.replaceWith(catalog(all.filter(isOnSite), options)),
    () => {
      loading.textContent = "The list of tables did not load: reload the page to try again. Queries run without it.";
    }
  );
  return html("aside", {"aria-label": label}, html("h2", {}, label), loading);
}

function isOnSite({kind}: CatalogTable): boolean {
  return kind !== "store";
}

// The names that the editor completes: tables as soon as they are read, functions once a query has started the engine.
function knownNames(
  tables: Promise<readonly CatalogTable[]>,
  readFunctions: () => Promise<readonly SchemaFunction[]>
): {schema(): Schema; learnFunctions(): void} {
  let schema: Schema = {tables: [], functions: []};
  tables.then(
    (all) => {
      schema = {...schema, tables: all.filter(isOnSite)};
    },
    () => {} // the column beside the editor reports it
  );
  return {
    schema: () => schema,
    async learnFunctions() {
      if (schema.functions.length > 0) return;
      const all = await readFunctions().catch(() => []); // the next query tries again
      schema = {...schema, functions: all.filter(({name}) => !schema.tables.some((table) => table.name === name))};
    }
  };
}

const notCopied = "Not copied: a browser allows it over https, or for a page of this machine.";

function queryBar({cancel: onCancel, link, page}: Queries, onRun: () => void, report: (text: string) => void) {
  const copy = async (text: string, done: string): Promise<void> => report((await copyText(text)) ? done : notCopied);
  const look = {class: "fb-button"};
  const cancel = button("Cancel", onCancel, {...look, title: "Escape"});
  cancel.disabled = true;
  const [linkCopied, pageCopied] = [
    "Copied a link to this query and its chart.",
    "Copied: save it as src/notebooks/mine.md, and open /notebooks/mine."
  ];
  const element = html(
    "div",
    {class: "fb-console-bar"},
    button("Run", onRun, {...look, title: "Ctrl-Enter"}),
    cancel,
    ...(exported() === null ? [button("Copy link", () => void copy(link(), linkCopied), look)] : []),
    button("Copy as a page", () => void copy(page(), pageCopied), look)
  );
  return {element, cancel};
}

/** Queries to start with, by their titles. */
export const examples = {
  "Prices and EMA of feed 1":
    "SELECT publishedAt, price, ema\nFROM prices\nWHERE priceFeedId = 1\nORDER BY publishedAt",
  "Range of three feeds by the hour": `SELECT startedAt, symbol, 10000 * (high / low - 1) AS rangeBps
FROM bars_1h JOIN feeds USING (priceFeedId)
WHERE priceFeedId IN (FROM familiar_feeds(3) SELECT priceFeedId)
ORDER BY startedAt`,
  "Spread by hour and weekday": `SELECT isodow(publishedAt) AS weekday, hour(publishedAt) AS hour, median(spreadBps) AS spreadBps
FROM spreads
GROUP BY ALL
ORDER BY ALL`,
  "Widest spreads": `SELECT symbol, median(spreadBps) AS spreadBps
FROM spreads JOIN feeds USING (priceFeedId)
GROUP BY symbol
ORDER BY spreadBps DESC
LIMIT 12`,
  "What a table holds": "SUMMARIZE prices"
};

function exampleList(run: (sql: string) => void): HTMLElement {
  const buttons = Object.entries(examples).map(([name, sql]) => button(name, () => run(sql), {class: "fb-button"}));
  return html("p", {class: "fb-console-note fb-console-examples"}, "Or try: ", ...buttons);
}
