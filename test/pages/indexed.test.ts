import {describe, expect, it} from "vitest";
import {usePublished} from "../helpers/published.js";
import {parametersOf, queriesOf} from "./queries.js";

const view = {from: "2026-05-12T02:00:00Z", until: "2026-05-12T05:00:00Z", step: 60, resolution: "raw"};

// Prices in units: 1 stood at 200 when the view begins; 2 is negative and rises; 3 begins within the view, after a missing
// price; 4 was worth nothing then; 5 only has prices before, too long ago to stand.
const published = usePublished(`
    INSERT INTO feeds BY NAME SELECT id AS priceFeedId, 'Feed ' || id AS symbol, now() AS updatedAt FROM range(1, 6) AS ids(id);
    INSERT INTO feed_updates BY NAME
    SELECT
      id AS priceFeedId, -2 AS exponent, uuid() AS responseId, 0 AS entryIndex, 100 * units AS price,
      TIMESTAMP '2026-05-12' + to_minutes((60 * hour)::INTEGER) AS publishedAt
    FROM (
      VALUES (1, 0, 100), (1, 1.5, 200), (1, 3, 210), (1, 4, 190), (2, 1, -10), (2, 3, -5), (2, 4, -20),
        (3, 2.5, NULL), (3, 3, 50), (3, 4, 51), (4, 1, 0), (4, 3, 7), (5, -30, 9)
    ) AS updates(id, hour, units)`);

describe("prices.md indexed", () => {
  it("begins each feed at 100, where it stood or began, and rises where a negative price does", async () => {
    expect(await indexed({compared: "[1,2,3]"})).toEqual({
      1: [100, 105, 95],
      2: [100, 150, 0],
      3: [100, 102]
    });
  });

  it("has no index of what was worth nothing, and no rows of what does not stand", async () => {
    expect(await indexed({compared: "[4,5]"})).toEqual({4: [null, null]});
  });

  it("has no rows where nothing is compared", async () => {
    expect(await indexed({compared: "[]"})).toEqual({});
  });

  it("says the same of bars, but for what a bar was before the view", async () => {
    expect(await indexed({compared: "[1,2]", resolution: "1h"})).toEqual({1: [100, 105, 95], 2: [100, 150, 0]});
  });
});

async function indexed(patch: Record<string, string | number>): Promise<Record<string, unknown[]>> {
  const query = queriesOf("prices").find(({place}) => place.endsWith(" indexed"));
  if (query === undefined) throw new Error("prices.md has no query of that name");
  const {rows} = await published.snapshot.query(query.sql, parametersOf(query, {...view, ...patch}));
  const ids = new Set(rows.map(([id]) => String(id)));
  return Object.fromEntries(
    Array.from(ids, (id) => [id, rows.filter(([other]) => String(other) === id).map(([, , , index]) => index)])
  );
}
