import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {connect} from "../../loaders/load/connect.js";
import {silent} from "../../loaders/load/report.js";
import {enterPlace, type LoadingPlace, token} from "../helpers/loading.js";
import {serveFeeds} from "../helpers/service.js";

let place: LoadingPlace;
let warnings: string[];
const log = {...silent, warn: (text: string) => void warnings.push(text)};

beforeEach(() => {
  warnings = [];
  place = enterPlace();
});

afterEach(() => place.leave());

describe("connect(settings, log, work)", () => {
  it("reaches the configured service, with the token, and does not know yet whether it is a sandbox", async () => {
    const {url, seen} = await serveFeeds({catalogue: []});
    const simulated = await connect(place.settings({baseUrl: url}), log, async ({client, simulated}) => {
      await client().catalogue();
      return simulated;
    });
    expect([simulated, warnings]).toEqual([null, []]);
    expect(seen[0]?.headers.authorization).toBe(`Bearer ${token}`);
  });

  it.each([
    ["https://prices.example", {}, []],
    ["http://prices.example", {service: {auth: null}}, []],
    ["http://prices.example", {}, [/^FEEDBOOK_TOKEN is sent to http:\/\/prices\.example unencrypted/]]
  ])("warns of a token that others could read at %s with %j", async (baseUrl, config, expected) => {
    await connect(place.settings({baseUrl, config}), log, async () => {});
    expect(warnings).toEqual(expected.map((warning) => expect.stringMatching(warning)));
  });

  it("ends its sandbox with the work, even when that throws", async () => {
    let url = "";
    const failing = connect(place.settings(), log, async ({settings, client, simulated}) => {
      url = settings.baseUrl;
      expect(simulated).toBe(true);
      expect((await client().catalogue()).length).toBeGreaterThan(0);
      throw new Error("enough");
    });
    await expect(failing).rejects.toThrow(/^enough$/);
    await expect(fetch(url)).rejects.toThrow("fetch failed");
  });
});
