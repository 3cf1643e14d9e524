import {describe, expect, it} from "vitest";
import {eachStore} from "../../helpers/each-store.js";
import {at, bookRates, type Rate, ratesOf} from "./rates.js";

const test = eachStore();

describe("funding_intervals", () => {
  it("has a change within an hour, and none where an hour ends", async () => {
    await bookRates(test, ratesOf("0:00 1 8; 1:00 1 8; 1:10 1 4; 1:20 1 8; 1:30 1 4; 2:00 1 4"), at(3));
    expect(
      await test.records(`SELECT intervalHours, wasHours, updates, strftime(startedAt, '%H:%M') AS since
        FROM funding_intervals ORDER BY startedAt`)
    ).toEqual([
      {intervalHours: 8, wasHours: null, updates: 2, since: "00:00"},
      {intervalHours: 4, wasHours: 8, updates: 1, since: "01:10"},
      {intervalHours: 8, wasHours: 4, updates: 1, since: "01:20"},
      {intervalHours: 4, wasHours: 8, updates: 2, since: "01:30"}
    ]);
  });

  it.each<{name: string; intervals: (number | null)[]; stretches: unknown[]; changes: number[]}>([
    {
      name: "none where the same interval follows",
      intervals: [8, null, 8],
      stretches: [["00:00", "01:20", null, 8, 3]],
      changes: [0, 0]
    },
    {
      name: "one where another interval follows",
      intervals: [8, null, null, 4, null],
      stretches: [
        ["00:00", "01:20", null, 8, 3],
        ["02:00", "02:40", 8, 4, 2]
      ],
      changes: [0, 0, 1]
    },
    {
      name: "none where the first interval follows",
      intervals: [null, null, 4, 8],
      stretches: [
        ["00:00", "00:40", null, null, 2],
        ["01:20", "01:20", null, 4, 1],
        ["02:00", "02:00", 4, 8, 1]
      ],
      changes: [0, 0, 1]
    }
  ])("has of rates without an interval no change, and $name", async ({intervals, stretches, changes}) => {
    await bookRates(
      test,
      intervals.map((hours, i): Rate => [at(0, 40 * i), 1, hours]),
      at(0, 40 * intervals.length)
    );
    const rows = await test.records(`SELECT strftime(startedAt, '%H:%M') AS since, strftime(endedAt, '%H:%M') AS until,
      wasHours, intervalHours, updates FROM funding_intervals ORDER BY startedAt`);
    expect(rows.map((row) => Object.values(row))).toEqual(stretches);
    const counted = await test.records(
      "SELECT intervalChanges AS n FROM funding_1h WHERE updates > 0 ORDER BY startedAt"
    );
    expect(counted.map(({n}) => n)).toEqual(changes);
    expect(await test.records("SELECT sum(intervalChanges)::INTEGER AS n FROM funding_1d")).toEqual([
      {n: changes.reduce((sum, n) => sum + n, 0)}
    ]);
  });
});
