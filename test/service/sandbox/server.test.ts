import {describe, expect, it} from "vitest";
import {listCatalogue} from "../../../loaders/service/sandbox/catalogue.js";
import {wronglyAnswered} from "../../http/hostile.js";
import {useSandbox, wish} from "./http.js";

const {url, post} = useSandbox();

describe("the sandbox", () => {
  it.each(["/v1/latest_price", "/v1/price", "/v1/reduce_price"])(
    "answers %s with an empty 401 without a bearer token, whatever the body",
    async (path) => {
      for (const authorization of ["", "Bearer", "Bearer ", "Basic dXNlcjpwYXNz", "any"]) {
        const answer = await post(path, "{", authorization === "" ? {} : {authorization});
        expect([answer.status, await answer.text()]).toEqual([401, ""]);
      }
    }
  );

  it("gives anyone the catalogue as a plain array", async () => {
    const answer = await fetch(`${url()}/v1/symbols`);
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(await answer.json()).toEqual(listCatalogue(Date.now()));
  });

  it("marks every answer as simulated, refusals too", async () => {
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

  it("refuses hostile requests", async () => expect(await wronglyAnswered(url())).toEqual([]));
});
