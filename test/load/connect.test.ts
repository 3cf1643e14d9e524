import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {connect, startService} from "../../loaders/load/connect.js";
import {enterPlace, type LoadingPlace, token} from "../helpers/loading.js";
import {serveFeeds} from "../helpers/service.js";

let place: LoadingPlace;
const notes: string[] = [];
const log = {note: (text: string) => notes.push(text), warn() {}, step() {}, done() {}};

beforeEach(() => {
  notes.length = 0;
  place = enterPlace();
});

afterEach(() => place.leave());

describe("startService(settings, log)", () => {
  it("starts a sandbox where no service is configured, says so, and ends it", async () => {
    const {settings, embedded, close} = await startService(place.settings(), log);
    expect(embedded).toBe(true);
    expect(settings.token).toBe("sandbox");
    expect(notes).toEqual([`sandbox: simulated feeds at ${settings.baseUrl}, as no FEEDBOOK_BASE_URL is set`]);
    expect((await fetch(`${settings.baseUrl}/v1/symbols`)).status).toBe(200);
    await close();
    await expect(fetch(`${settings.baseUrl}/v1/symbols`)).rejects.toThrow("fetch failed");
  });

  it("gives the settings as they are where one is configured", async () => {
    const given = place.settings({baseUrl: "http://127.0.0.1:9"});
    const {settings, embedded, close} = await startService(given, log);
    await close();
    expect([settings, embedded, notes]).toEqual([given, false, []]);
  });
});

describe("connect(settings, log, work)", () => {
  it("asks the configured service, of which it knows not yet whether it is a sandbox", async () => {
    const {url, seen} = await serveFeeds({catalogue: []});
    const simulated = await connect(place.settings({baseUrl: url}), log, async ({client, simulated}) => {
      await client.catalogue();
      return simulated;
    });
    expect(simulated).toBeNull();
    expect(seen[0]?.headers.authorization).toBe(`Bearer ${token}`);
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

  it("needs a token for a service", async () => {
    const settings = {...place.settings({baseUrl: "http://127.0.0.1:9"}), token: null};
    await expect(connect(settings, log, async () => {})).rejects.toThrow("missing FEEDBOOK_TOKEN: set it");
  });
});
