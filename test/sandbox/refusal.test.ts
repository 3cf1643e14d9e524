import {describe, expect, it} from "vitest";
import {alteredText, Refusal} from "../../loaders/sandbox/refusal.js";
import {latestUs, useSandbox, wish} from "./http.js";

const {ask} = useSandbox();

describe("new Refusal(status, text)", () => {
  it.each([
    ["/v1/latest_price", {...wish, priceFeedIds: []}, 400, "no price feed ids specified"],
    ["/v1/latest_price", {...wish, priceFeedIds: [4_000_000]}, 403, "Unknown feed: 4000000"],
    ["/v1/price", {...wish, timestamp: latestUs + 3_600_000_000}, 404, /^No update found for timestamp \d+$/],
    ["/v1/reduce_price", {payload: {evm: {encoding: "base64", data: "AAAA"}}, priceFeedIds: [1]}, 400, alteredText]
  ])("is answered by %s as its status and its text, plain", async (path, body, status, text) => {
    const answer = await ask(path, body);
    expect(answer).toMatchObject({status, type: expect.stringContaining("text/plain")});
    expect(answer.body).toEqual(typeof text === "string" ? text : expect.stringMatching(text));
  });

  it("is an error with both", () => {
    expect(new Refusal(403, "Unknown feed: 7")).toMatchObject({
      name: "Refusal",
      status: 403,
      message: "Unknown feed: 7"
    });
  });
});
