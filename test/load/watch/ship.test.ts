import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {ConfigError} from "../../../loaders/config/errors.js";
import type {ShippingTimes} from "../../../loaders/load/watch/ship.js";
import {account, type FakeCluster, startFake} from "../../cluster/fake.js";
import type {Asked} from "../../helpers/service.js";
import {eachWatching} from "./watching.js";

const place = eachWatching();
let fake: FakeCluster;

beforeEach(async () => {
  fake = await startFake();
});

afterEach(() => fake.stop());

const [user, password] = Object.values(account) as [string, string];
const isUpdates = /INSERT INTO feed_updates/;
const shippedTo = (url = fake.url, times: ShippingTimes = {}) => ({ship: {cluster: {url, user, password}, times}});

// Watches until `isOver`, which is asked at each poll.
const until = (isOver: (asked: readonly Asked[]) => boolean, watching = shippedTo()) =>
  place.runUntil(isOver, {watching});

const shipped = async () => {
  const [row] = await fake.records("SELECT count(*) AS n FROM feed_updates").catch(() => []);
  return Number(row?.n ?? 0);
};
const own = (texts: readonly string[]) => texts.filter((text) => /ship/.test(text));
const left = () => place.records("SELECT count(*) AS n FROM unshipped");

describe("watch(load, {ship})", () => {
  it("ships each commit while it polls, and all by its end; bars and quality at its start and end", async () => {
    let [some, wanted] = [0, 0];
    const report = await until(() => {
      void shipped().then((n) => {
        if (n > some) [some, wanted] = [n, wanted + 1];
      });
      return wanted >= 3;
    });
    expect(await shipped()).toBe(report.rows);
    expect(await left()).toEqual([{n: 0}]);
    expect(fake.statements.filter((sql) => sql.startsWith("INSERT INTO kept_hours"))).toHaveLength(2);
    expect([own(place.warnings), own(place.notes)]).toEqual([[], []]);
  });

  it("reports a failing cluster once, tries again, and notes once when it works again", async () => {
    fake.fail(isUpdates, {code: 241, text: "Memory limit exceeded"}, 2);
    const report = await until(() => own(place.notes).length > 0);
    expect(own(place.warnings)).toEqual([
      expect.stringMatching(/^not shipped: the ClickHouse server at .* fails: .*Memory/)
    ]);
    expect(own(place.notes)).toEqual([expect.stringMatching(/^shipping again, after /)]);
    expect(await shipped()).toBe(report.rows);
  });

  it("goes on polling while a shipment takes long, and begins no other meanwhile", async () => {
    let [underWay, most, free] = [0, 0, () => {}];
    const released = new Promise<void>((resolve) => {
      free = resolve;
    });
    const slow = async () => {
      most = Math.max(most, ++underWay);
      await released;
      underWay -= 1;
    };
    fake.fail(isUpdates, slow, Infinity);
    let [atStart, polls] = [0, 0];
    const report = await until((asked) => {
      if (underWay > 0 && atStart === 0) atStart = asked.length;
      polls = asked.length;
      if (atStart > 0 && polls > atStart + 40) free(); // two seconds
      return atStart > 0 && polls > atStart + 45;
    });
    expect(most).toBe(1);
    expect(report.rows).toBe(polls);
    expect(await shipped()).toBe(polls);
  });

  it("ends before the first poll if the cluster refuses", async () => {
    fake.fail(/SELECT version/, {code: 516, text: "Authentication failed"}, Infinity);
    let polls = 0;
    const watched = until((asked) => {
      polls = asked.length;
      return true;
    });
    await expect(watched).rejects.toThrow(ConfigError);
    expect(polls).toBe(0);
    expect(await place.records("FROM shipping")).toEqual([]);
  });

  it("only warns of a later refusal", async () => {
    fake.fail(/INSERT INTO responses/, {code: 60, text: "no such table"}, Infinity);
    await until(() => own(place.warnings).length > 0);
    expect(own(place.warnings)).toEqual([expect.stringMatching(/^not shipped: .* refuses: .*no such table/)]);
  });

  it("polls without a cluster that answers, and notes the rest", async () => {
    const report = await until((asked) => asked.length > 5, shippedTo("http://127.0.0.1:9/default"));
    expect(own(place.warnings)).toEqual([
      expect.stringMatching(/^not shipped: no answer of the ClickHouse server at .*:9/)
    ]);
    expect(own(place.notes)).toEqual([`${report.responses} responses not shipped yet: feedbook ship sends them`]);
    expect(await left()).toEqual([{n: report.responses}]);
  });

  it("ends soon although the cluster does not answer", async () => {
    fake.fail(/./, () => new Promise(() => {}), Infinity);
    const report = await until((asked) => asked.length > 5, shippedTo(fake.url, {startMs: 100, finishMs: 100}));
    expect(own(place.warnings)).toEqual([
      expect.stringMatching(/^not shipped: .* has not answered for 100ms; polls begin/)
    ]);
    expect(own(place.notes)).toEqual([`${report.responses} responses not shipped yet: feedbook ship sends them`]);
  });
});
