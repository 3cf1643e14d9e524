import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {connect} from "../../loaders/load/connect.js";
import {enterPlace, type LoadingPlace, token} from "../helpers/loading.js";
import {serveFeeds} from "../helpers/service.js";

describe("connect", () => {
  let place: LoadingPlace;
  const notes: string[] = [];
  const warnings: string[] = [];
  const log = {
    note: (text: string) => notes.push(text),
    warn: (text: string) => warnings.push(text),
    step() {},
    done() {}
  };

  beforeEach(() => {
    notes.length = 0;
    warnings.length = 0;
    place = enterPlace();
  });

  afterEach(() => place.leave());

  describe("connect(settings, log, work)", () => {
    it("asks the configured service, of which it knows not yet whether it is a sandbox", async () => {
      const {url, seen} = await serveFeeds({catalogue: []});
      const simulated = await connect(place.settings({baseUrl: url}), log, async ({client, simulated}) => {
        await client.catalogue();
        return simulated;
      });
      expect(simulated).toBeNull();
      expect(seen[0]?.headers.authorization).toBe(`Bearer ${token}`);
      expect(warnings).toEqual([]);
    });

    it("warns of a token that others could read on its way", async () => {
      const at = (baseUrl: string) => connect(place.settings({baseUrl}), log, async () => {});
      await at("https://prices.example");
      expect(warnings).toEqual([]);
      await at("http://prices.example");
      expect(warnings).toEqual([
        expect.stringMatching(/^FEEDBOOK_TOKEN is sent to http:\/\/prices\.example unencrypted/)
      ]);
      const config = {service: {auth: null}}; // then no token is sent
      await connect(place.settings({baseUrl: "http://prices.example", config}), log, async () => {});
      expect(warnings).toHaveLength(1);
    });

    it("ends its sandbox with the work, also if that throws", async () => {
      let url = "";
      const failing = connect(place.settings(), log, async ({settings, client, simulated}) => {
        url = settings.baseUrl;
        expect(simulated).toBe(true);
        expect((await client.catalogue()).length).toBeGreaterThan(0);
        throw new Error("enough");
      });
      await expect(failing).rejects.toThrow(/^enough$/);
      await expect(fetch(url)).rejects.toThrow("fetch failed");
    });
  });
});
