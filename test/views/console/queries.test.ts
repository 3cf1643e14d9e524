// @vitest-environment jsdom
import {expect, it} from "vitest";
import type {Editor} from "../../../src/ui/code-editor/editor.js";
import {type ConsoleChart, readConsole} from "../../../src/url/console.js";
import type {Outcome} from "../../../src/views/console/outcome.js";
import {consoleQueries} from "../../../src/views/console/queries.js";

it("consoleQueries(ask, limit, places) links to the text of the editor, and to a chart only of what was run", async () => {
  let text = "";
  let pick: (chart: ConsoleChart) => void = () => {};
  const editor = {value: () => text, setValue: (value: string) => (text = value), markWrong() {}} as unknown as Editor;
  const drawn: ConsoleChart = {draw: "bars", x: "a"};
  const outcome = {
    tell() {},
    dim() {},
    chart: () => drawn,
    show: (_given: unknown, _chart: unknown, changed: typeof pick) => (pick = changed)
  } as unknown as Outcome;
  const given = {rows: [], columns: [], isCut: false, ms: 1};
  const told = {onAsk() {}, onRunning() {}, onGiven() {}};
  const queries = consoleQueries(
    async () => given,
    () => new Promise(() => {}),
    {editor, outcome, ...told}
  );
  const linked = () => readConsole(new URL(queries.link()).hash);
  queries.put("FROM a");
  await new Promise((resolve) => setTimeout(resolve));
  pick(drawn);
  expect([linked(), queries.page()]).toEqual([{sql: "FROM a", chart: drawn}, expect.stringContaining("barChart(rows")]);
  text = "FROM b";
  expect([linked(), queries.page()]).toEqual([{sql: "FROM b"}, expect.stringMatching(/FROM b[\s\S]*dataTable\(rows/)]);
  pick({draw: "none"});
  expect(readConsole(location.hash)).toEqual({sql: "FROM a", chart: {draw: "none"}});
});
