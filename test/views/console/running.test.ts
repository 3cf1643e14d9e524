import {describe, expect, it} from "vitest";
import type {Given} from "../../../src/views/console/result.js";
import {type Ask, runner} from "../../../src/views/console/running.js";

const given: Given = {rows: [{n: 1}], columns: [], isCut: false, ms: 1};
const endless: Ask = async (_, stop) => {
  throw new Error(await stop);
};

function told(): {said: string[]; on: Parameters<typeof runner>[1]} {
  const said: string[] = [];
  const on = {
    started: () => void said.push("started"),
    given: ({rows}: Given) => void said.push(`${rows.length} rows`),
    failed: (message: string, sql: string, isStopped: boolean) =>
      void said.push(`${sql}: ${message}${isStopped ? ", stopped" : ""}`)
  };
  return {said, on};
}

describe("runner(ask, told)", () => {
  it("ends a query by its limit, which says why", async () => {
    const {said, on} = told();
    await runner(endless, on).run("FROM a", async () => "stopped after 10 s");
    expect(said).toEqual(["started", "FROM a: stopped after 10 s, stopped"]);
  });

  it("does not end the next query by the limit of the one before", async () => {
    const {said, on} = told();
    let reach = (_: string): void => {};
    const limit = new Promise<string>((resolve) => {
      reach = resolve;
    });
    const soon = new Promise<Given>((resolve) => setTimeout(resolve, 20, given));
    const asked: Ask = (sql, stop) => Promise.race([endless(sql, stop), ...(sql === "FROM b" ? [soon] : [])]);
    const queries = runner(asked, on);
    void queries.run("FROM a", () => limit);
    const next = queries.run("FROM b");
    reach("too late");
    await next;
    expect(said).toEqual(["started", "started", "1 rows"]);
  });
});
