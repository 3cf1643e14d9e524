import {describe, expect, it} from "vitest";
import {datedFetch} from "../../loaders/service/dated.js";
import {reply, serve} from "./loopback.js";

describe("datedFetch(now)", () => {
  it("answers as fetch does, and notes when", async () => {
    const {url, seen} = await serve(reply(429, "slow down", {date: "Tue, 12 May 2026 13:55:00 GMT"}));
    const clock = [1500, 2000];
    const {fetch, sightings} = datedFetch(() => clock.shift() ?? 0);
    const response = await fetch(new Request(`${url}/v1/price`, {method: "POST", body: "{}"}));
    expect([response.status, await response.text(), seen[0]?.body]).toEqual([429, "slow down", "{}"]);
    const serverAt = Date.UTC(2026, 4, 12, 13, 55);
    expect(sightings).toEqual([{url: `${url}/v1/price`, sentAt: 1500, receivedAt: 2000, serverAt}]);
  });

  it.each([["soon"], [""]])("knows no time of the server from %j", async (date) => {
    const {url} = await serve((response) => {
      response.sendDate = false;
      response.writeHead(200, date === "" ? {} : {date}).end();
    });
    const {fetch, sightings} = datedFetch();
    await fetch(url);
    expect(sightings).toMatchObject([{url, serverAt: null}]);
  });

  it("notes nothing where nobody answers", async () => {
    const {fetch, sightings} = datedFetch();
    await expect(fetch("http://127.0.0.1:9")).rejects.toThrow();
    expect(sightings).toEqual([]);
  });
});
