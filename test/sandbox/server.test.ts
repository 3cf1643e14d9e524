import {describe, expect, it} from "vitest";
import {listCatalogue} from "../../loaders/sandbox/catalogue.js";
import {createSandbox, startSandbox} from "../../loaders/sandbox/server.js";
import {wronglyAnswered} from "../helpers/hostile.js";
import {nowMs, useSandbox, wish} from "./http.js";

const {url, post} = useSandbox();
const paths = ["/v1/latest_price", "/v1/price", "/v1/reduce_price"];

describe("startSandbox(options)", () => {
  it("listens on a free loopback port, and no longer once closed", async () => {
    const sandbox = await startSandbox();
    expect(sandbox.url).toBe(`http://127.0.0.1:${sandbox.port}`);
    expect((await fetch(`${sandbox.url}/v1/symbols`)).status).toBe(200);
    await sandbox.close();
    await expect(fetch(`${sandbox.url}/v1/symbols`)).rejects.toThrow("fetch failed");
  });

  it("rejects when the port is taken", async () => {
    await expect(startSandbox({port: Number(new URL(url()).port)})).rejects.toThrow("EADDRINUSE");
  });

  it("answers with the clock's own time by default", async () => {
    const sandbox = await startSandbox();
    const before = Date.now();
    const headers = {authorization: "Bearer any"};
    const answer = await fetch(`${sandbox.url}/v1/latest_price`, {method: "POST", headers, body: JSON.stringify(wish)});
    const {parsed} = (await answer.json()) as {parsed: {timestampUs: string}};
    await sandbox.close();
    expect(Number(parsed.timestampUs) / 1000).toBeGreaterThan(before - 200);
    expect(Number(parsed.timestampUs) / 1000).toBeLessThanOrEqual(Date.now());
    expect(Number(parsed.timestampUs) % 200_000).toBe(0);
  });
});

describe("createSandbox(options)", () => {
  it("is the same service without a port", async () => {
    const request = {method: "POST", headers: {authorization: "Bearer any"}, body: JSON.stringify(wish)};
    const answer = await createSandbox({now: () => nowMs}).request("/v1/latest_price", request);
    expect(await answer.text()).toBe(await (await post("/v1/latest_price", wish)).text());
  });
});

describe("authorization", () => {
  it.each(paths)("%s without a bearer token is a 401 without a body", async (path) => {
    for (const authorization of ["", "Bearer", "Bearer ", "Basic dXNlcjpwYXNz", "any"]) {
      const answer = await post(path, wish, authorization === "" ? {} : {authorization});
      expect([answer.status, await answer.text()]).toEqual([401, ""]);
    }
  });

  it("comes before anything about the body", async () => {
    expect((await post("/v1/latest_price", "{", {})).status).toBe(401);
  });

  it.each(["Bearer x", "bearer some.long-token_1", "Bearer  spaced"])("takes %j", async (authorization) => {
    expect((await post("/v1/latest_price", wish, {authorization})).status).toBe(200);
  });
});

describe("GET /v1/symbols", () => {
  it("gives the catalogue as a plain array, to anyone", async () => {
    const answer = await fetch(`${url()}/v1/symbols`);
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(await answer.json()).toEqual(listCatalogue());
  });
});

describe("every answer", () => {
  it("says that it is simulated, refusals too", async () => {
    const answers = await Promise.all([
      fetch(`${url()}/v1/symbols`),
      post("/v1/latest_price", wish),
      post("/v1/latest_price", wish, {}),
      post("/v1/latest_price", "{"),
      post("/v1/latest_price", {...wish, priceFeedIds: [4_000_000]})
    ]);
    expect(answers.map(({status}) => status)).toEqual([200, 200, 401, 400, 403]);
    for (const {headers} of answers) expect(headers.get("x-feedbook-sandbox")).toBe("simulated");
  });
});

describe("anything else", () => {
  it("is refused, where no client of the service sends it", async () => {
    expect(await wronglyAnswered(url())).toEqual([]);
  });

  it.each([
    ["GET", "/v1/latest_price"],
    ["POST", "/v1/nothing"],
    ["GET", "/"]
  ])("%s %s is a 404", async (method, path) => {
    const answer = await fetch(url() + path, {method, headers: {authorization: "Bearer any"}});
    expect(answer.status).toBe(404);
  });
});
