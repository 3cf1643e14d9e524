import {describe, expect, it} from "vitest";
import {cliFolder} from "../helpers/cli.js";
import {recorded} from "../helpers/store.js";
import {reply, serve} from "../service/loopback.js";

const {configure, run, runWith, sql, write} = cliFolder();
const catalogue = [{priceFeedId: 2, symbol: "Mine.ETH", name: "Ether", exponent: -8}, {priceFeedId: 1}];

describe("catalogue in feedbook.config.ts", () => {
  it("names the feeds of a service that has no catalogue", async () => {
    const {url, seen} = await serve((response, asked) =>
      asked.method === "GET" ? reply(404, "no such path")(response, asked) : reply(200, recorded)(response, asked)
    );
    configure({catalogue, service: {auth: null}});
    const {exitCode, stderr} = await runWith({env: {FEEDBOOK_BASE_URL: url}}, "load", "latest");
    expect({exitCode, stderr}).toMatchObject({exitCode: 0, stderr: expect.stringMatching(/^no feed catalogue: /)});
    expect(JSON.parse(seen.at(-1)?.body ?? "").priceFeedIds).toEqual([2, 1]);
    expect(await sql("SELECT priceFeedId, symbol, name FROM feeds ORDER BY 1")).toEqual([
      {priceFeedId: 1, symbol: null, name: null},
      {priceFeedId: 2, symbol: "Mine.ETH", name: "Ether"}
    ]);
  });

  it("names the feeds of saved bodies, and keeps what the store knows besides", async () => {
    write("body.json", recorded);
    expect((await run("load", "file", "body.json", "--simulated")).exitCode).toBe(0);
    expect(await sql("SELECT count(*) AS n FROM feeds")).toEqual([{n: 0}]);
    expect((await run("load", "latest", "--feeds", "1,2")).exitCode).toBe(0);
    configure({catalogue});
    expect((await run("load", "file", "body.json", "--simulated", "--again")).exitCode).toBe(0);
    expect(await sql("SELECT symbol, name, assetType FROM feeds WHERE priceFeedId = 2")).toEqual([
      {symbol: "Mine.ETH", name: "Ether", assetType: "crypto"}
    ]);
  });

  it("lets the symbol be asked for", async () => {
    configure({catalogue});
    const {exitCode, stdout} = await run("load", "latest", "--symbols", "Mine.ETH", "--json");
    expect({exitCode, rows: JSON.parse(stdout).rows}).toEqual({exitCode: 0, rows: 1});
  });
});
