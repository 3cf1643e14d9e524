// @vitest-environment jsdom
import {expect, it, vi} from "vitest";
import {type ConsoleChart, readConsole} from "../../../src/url/console.js";
import type {Outcome} from "../../../src/views/console/outcome.js";
import {type Ask, consoleQueries} from "../../../src/views/console/queries.js";

const drawn: ConsoleChart = {draw: "bars", x: "a"};
const result = {rows: [], columns: [], isCut: false, ms: 1};
const endless: Ask = async (_, stop) => {
  throw new Error(await stop);
};

function make(ask: Ask, limit = () => new Promise<string>(() => {})) {
  const texts = [""];
  const editor = {value: () => texts.at(-1) ?? "", setValue: (text: string) => void texts.push(text)};
  const outcome = {
    ...{report: vi.fn(), dim: vi.fn(), reportStopped: vi.fn(), show: vi.fn<Outcome["show"]>(), showError: vi.fn()},
    ...{chart: () => drawn, status: document.body, element: document.body}
  };
  const queries = consoleQueries(ask, {editor, outcome, limit, onAsk() {}, onRunning() {}, onResult() {}});
  return {queries, outcome, editor};
}

it("consoleQueries(ask, options) links to the editor's query, and to a chart only of the query that ran", async () => {
  const {queries, outcome, editor} = make(async () => result);
  const linked = () => readConsole(new URL(queries.link()).hash);
  queries.put("FROM a");
  await vi.waitFor(() => expect(outcome.show).toHaveBeenCalled());
  const [, , choose] = outcome.show.mock.calls[0] ?? [];
  choose?.(drawn);
  expect([linked(), queries.page()]).toEqual([{sql: "FROM a", chart: drawn}, expect.stringContaining("barChart(rows")]);
  editor.setValue("FROM b");
  expect([linked(), queries.page()]).toEqual([{sql: "FROM b"}, expect.stringMatching(/FROM b[\s\S]*dataTable\(rows/)]);
  choose?.({draw: "none"});
  expect(readConsole(location.hash)).toEqual({sql: "FROM a", chart: {draw: "none"}});
});

it("consoleQueries(ask, options) stops the query of an address at its limit, and no later query", async () => {
  history.replaceState(null, "", "/sql#sql=FROM+a");
  const limit = vi.fn(async () => "stopped after 10 s");
  const {queries, outcome} = make(
    (sql, stop) => (sql === "FROM a" ? endless(sql, stop) : Promise.resolve(result)),
    limit
  );
  queries.runAddress();
  await vi.waitFor(() => expect(outcome.reportStopped.mock.calls).toEqual([["stopped after 10 s"]]));
  queries.runAddress();
  queries.run("FROM b");
  await vi.waitFor(() => expect(outcome.show).toHaveBeenCalledOnce());
  expect([outcome.reportStopped.mock.calls.length, limit.mock.calls.length]).toEqual([1, 2]);
});
