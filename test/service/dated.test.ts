import {describe, expect, it} from "vitest";
import {datedSend} from "../../loaders/service/dated.js";
import {readText} from "../../loaders/service/send.js";
import {reply, serve} from "./loopback.js";

const post = {method: "POST", headers: {}, signal: new AbortController().signal} as const;

describe("datedSend(now)", () => {
  it("answers as send does, and notes when", async () => {
    const {url, seen} = await serve(reply(429, "slow down", {date: "Tue, 12 May 2026 13:55:00 GMT"}));
    const clock = [1500, 2000];
    const {send, sightings} = datedSend(() => clock.shift() ?? 0);
    const response = await send(`${url}/v1/price`, {...post, body: "{}"});
    expect([response.status, await readText(response.body, 100), seen[0]?.body]).toEqual([429, "slow down", "{}"]);
    const serverAt = Date.UTC(2026, 4, 12, 13, 55);
    expect(sightings).toEqual([{url: `${url}/v1/price`, sentAt: 1500, receivedAt: 2000, serverAt}]);
  });

  it.each([["soon"], [""]])("knows no time of the server from %j", async (date) => {
    const {url} = await serve((response) => {
      response.sendDate = false;
      response.writeHead(200, date === "" ? {} : {date}).end();
    });
    const {send, sightings} = datedSend();
    await send(url, post);
    expect(sightings).toMatchObject([{url, serverAt: null}]);
  });

  it("notes nothing where nobody answers", async () => {
    const {send, sightings} = datedSend();
    await expect(send("http://127.0.0.1:9", post)).rejects.toThrow();
    expect(sightings).toEqual([]);
  });
});
