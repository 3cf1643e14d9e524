import {describe, expect, it} from "vitest";
import {bodyAt} from "../helpers/store.js";
import {machine} from "./machines.js";

const {cluster, configure, run, sql, alter, write, difference} = machine();

// Rejects and values that today's rules can read, as if they came before these rules.
const readable = `UPDATE coercions SET value = '"5"' WHERE columnName = 'price';
  UPDATE rejected_entries SET entry = '{"priceFeedId": 3, "price": "5", "exponent": -2}'`;
const faults = () =>
  cluster().records(`SELECT kind, priceFeedId AS feed, sum(faults)::INTEGER AS faults
    FROM feed_faults WHERE kind <> 'missing' GROUP BY ALL ORDER BY ALL`);

describe("feedbook ship after rejects replay", () => {
  it("sends the changed responses again, with no fault in place of the mended ones", async () => {
    await alter(readable);
    await run("ship");
    expect(await faults()).toEqual([
      {kind: "coerced", feed: 2, faults: 4},
      {kind: "rejected", feed: 3, faults: 4}
    ]);
    expect(await run("rejects", "replay")).toMatchObject({exitCode: 0});
    await run("ship");
    for (const table of ["feed_updates", "responses"]) expect([table, await difference(table)]).toEqual([table, 0]);
    expect((await faults()).map(({faults}) => faults)).toEqual(Array(6).fill(0));
    expect(await sql("SELECT count(*)::INTEGER AS n FROM unshipped")).toEqual([{n: 0}]);
  });

  it("loses no change of a response that is being sent", async () => {
    await alter(readable);
    cluster().fail(/INSERT INTO responses/, () => run("rejects", "replay"));
    await run("ship");
    await run("ship");
    expect(await difference("feed_updates")).toBe(0);
  });
});

describe("feedbook ship of a store whose old updates were dropped", () => {
  it("sends the responses without rows, and leaves these days out of --verify", async () => {
    configure({retain: {rows: "1d"}});
    write("now.json", bodyAt(Date.now() * 1000, {priceFeedId: 1, price: "5"}));
    await run("load", "file", "now.json"); // drops the others
    expect(await run("ship")).toMatchObject({stdout: expect.stringContaining("shipped 1 update of 5 responses")});
    expect(await difference("responses")).toBe(0);
    expect(await run("ship", "--verify")).toMatchObject({exitCode: 0});
  });
});
