import {describe, expect, it} from "vitest";
import {properties} from "../../loaders/config/choices.js";
import {serviceSchema} from "../../loaders/config/service.js";

describe("serviceSchema", () => {
  it.each([
    [{}, true],
    [{auth: null, catalogueUrl: null}, true],
    [{auth: {header: "X-Api-Key", scheme: ""}}, true],
    [{properties: ["price"], formats: ["evm", "solana"]}, true],
    [{batchSize: {price: 1}, concurrency: 64, retries: 0, maxRetryAfterMs: 0}, true],
    [{baseUrl: "prices.example"}, false],
    [{baseUrl: "https://user:secret@prices.example"}, false],
    [{catalogueUrl: "file:///etc/passwd"}, false],
    [{auth: {header: "two words"}}, false],
    [{auth: {scheme: "line\nbreak"}}, false],
    [{properties: []}, false],
    [{properties: ["price", "price"]}, false],
    [{formats: ["xml"]}, false],
    [{batchSize: {latest_price: 0}}, false],
    [{concurrency: 65}, false],
    [{retries: -1}, false],
    [{timeoutMs: 0}, false],
    [{maxBodyBytes: 2 ** 30}, false]
  ])("of %j: %s", (value, taken) => expect(serviceSchema.safeParse(value).success).toBe(taken));

  it("asks by default for every property, so that no column is empty for want of asking", () =>
    expect(serviceSchema.parse({}).properties).toEqual(properties));
});
