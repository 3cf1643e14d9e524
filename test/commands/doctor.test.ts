import {readdirSync, readFileSync, rmSync, utimesSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {describe, expect, it} from "vitest";
import {readSettings} from "../../loaders/config/settings.js";
import {examineStore, type Finding} from "../../loaders/load/doctor.js";
import {startSandbox} from "../../loaders/service/sandbox/server.js";
import {cliFolder} from "../helpers/cli.js";
import {type Asked, serveFeeds, updateOf} from "../helpers/service.js";
import {bodyAt} from "../helpers/store.js";
import {holdFile} from "../helpers/stores/holder.js";
import {type Reply, reply, serve} from "../service/loopback.js";

const {alter, configure, emptyStore, path, run, runWith, write} = cliFolder();
const token = "a-secret-token";

type Found = Partial<Record<Finding["what"], Finding>>;

async function doctor(env: Record<string, string> = {}, ...flags: string[]) {
  const {exitCode, stdout, stderr} = await runWith({env}, "doctor", "--json", ...flags);
  expect(stdout + stderr).not.toContain(token);
  const findings: Finding[] = JSON.parse(stdout);
  const found: Found = Object.fromEntries(findings.map((finding) => [finding.what, finding]));
  return {exitCode, findings, found, wrong: findings.filter(({ok}) => !ok).map(({what}) => what)};
}

const at = (url: string) => ({FEEDBOOK_BASE_URL: url, FEEDBOOK_TOKEN: token});
const both = ["--feeds", "1,2"];

describe("feedbook doctor", () => {
  it("finds all well in an empty folder, and leaves nothing behind", async () => {
    const {exitCode, findings, found, wrong} = await doctor();
    expect({exitCode, wrong}).toEqual({exitCode: 0, wrong: []});
    expect(findings.map(({what}) => what)).toEqual(
      "configuration service token clock feeds store snapshot disk".split(" ")
    );
    expect(found.service?.text).toMatch(/^the embedded sandbox .*: answers; \d+ feeds in the catalogue$/);
    expect(found.feeds?.text).toMatch(/^received: [45]\d configured feeds$/);
    expect(found.store?.text).toContain("none yet");
    expect(readdirSync(path())).toEqual([]);
  });

  it.each<[string, object, string[], Finding["what"]]>([
    ["a mistake in it", {service: {chanel: "real_time"}}, [], "configuration"],
    ["only unknown feeds", {feeds: {symbols: ["Crypto.NONE/NONE"]}}, [], "feeds"]
  ])("ends with 2 for a configuration with %s", async (_what, config, flags, what) => {
    configure(config);
    const {exitCode, found, wrong} = await doctor({}, ...flags);
    expect({exitCode, wrong, misconfigured: found[what]?.misconfigured}).toEqual({
      ...{exitCode: 2, wrong: [what], misconfigured: true}
    });
  });
});

describe("feedbook doctor with a service", () => {
  it("says of each feed that does not come why, and what to do", async () => {
    const sandbox = await startSandbox();
    const ids = await doctor(at(sandbox.url), "--feeds", "1,2,3063,3417,4000000");
    const symbols = await doctor(at(sandbox.url), "--symbols", "Crypto.BTC/USD,Crypto.ETC/USD");
    const text = (await runWith({env: at(sandbox.url)}, "doctor", "--feeds", "3417")).stdout;
    await sandbox.close();
    expect(ids).toMatchObject({exitCode: 1, wrong: ["feeds"]});
    expect(ids.found.token?.text).toBe("FEEDBOOK_TOKEN is set, and accepted");
    expect(ids.found.feeds?.text).toBe("missing: 3 of 5 configured feeds");
    const newco =
      "Crypto.NEWCO/USD (3417): left out of the answer; its state is coming_soon: remove it from feeds until it is stable";
    expect(ids.found.feeds?.feeds?.map((feed) => feed.text).sort()).toEqual([
      expect.stringMatching(/^3063: Not entitled: .*; ask the service for access to it, or leave it out/),
      expect.stringMatching(/^4000000: Unknown feed: 4000000; .*leave it out/),
      newco
    ]);
    expect(text).toContain(`fix feeds: missing: 1 of 1 configured feed\n      ${newco}`);
    expect(symbols.found.feeds?.feeds).toEqual([
      {feed: "Crypto.ETC/USD", text: expect.stringContaining("did you mean")}
    ]);
  });

  it("distinguishes a refused token, a missing one, and a service that does not answer", async () => {
    const {url} = await serve(reply(401));
    const refused = await doctor(at(url), ...both);
    expect(refused).toMatchObject({exitCode: 1, wrong: ["token"], found: {service: {ok: true}}});
    expect(refused.found.token?.text).toMatch(/does not accept FEEDBOOK_TOKEN: .* 401 .*check F/);
    const missing = await doctor({FEEDBOOK_BASE_URL: url}, ...both);
    expect(missing).toMatchObject({exitCode: 2, wrong: ["token"]});
    const down = await doctor(at("http://127.0.0.1:9"), ...both);
    expect(down).toMatchObject({exitCode: 1, wrong: ["service"]});
    expect(down.found.service?.text).toMatch(/127\.0\.0\.1:9: .*check the network/);
  });

  it.each<[string, (asked: Asked) => Reply, RegExp]>([
    ["asks for a long pause", () => reply(429, "", {"retry-after": "30"}), /429.*in 30 s/],
    ["never answers", () => () => {}, /answer/]
  ])("reports a service that %s", async (_what, answer, message) => {
    const {url} = await serveFeeds({answer});
    configure({service: {timeoutMs: 500}});
    const {found, wrong} = await doctor(at(url), ...both);
    expect({wrong, text: found.service?.text}).toEqual({wrong: ["service"], text: expect.stringMatching(message)});
  });

  it("needs no token without service.auth, and reports updates that are not of now", async () => {
    const {url} = await serveFeeds({answer: ({priceFeedIds = []}) => reply(200, updateOf(priceFeedIds))}); // of a fixed day
    configure({service: {auth: null}});
    const {found, wrong} = await doctor({FEEDBOOK_BASE_URL: url}, ...both);
    expect(found.token?.text).toBe("not needed");
    expect(wrong).toEqual(["clock"]);
    expect(found.clock?.text).toMatch(
      /^1 answer of latest_price is not of now .*: a cache, a proxy, a clock or a time zone may be wrong$/
    );
  });
});

describe("examineStore(settings)", () => {
  const examined = async () => {
    const findings = await examineStore(await readSettings({env: {}}));
    return Object.fromEntries(findings.map((finding) => [finding.what, finding])) as Found;
  };

  async function book(): Promise<void> {
    await emptyStore();
    write("one.json", bodyAt(1778594100000000, ...[1, 2, 3].map((priceFeedId) => ({priceFeedId, price: 7}))));
    write("two.json", '{"parsed":{"timestampUs":1778594100000000,"priceFeeds":[null,{"priceFeedId":77}]}}');
    expect((await run("load", "file", "one.json", "two.json")).exitCode).toBe(0);
  }

  it("reports a row that is lost, doubled in place of another, of no response, or of no load", async () => {
    await book();
    const whole = readFileSync(path("data", "feeds.duckdb"));
    for (const [damage, count] of [
      ["DELETE FROM feed_updates WHERE priceFeedId = 1", "1 torn"],
      ["UPDATE feed_updates SET entryIndex = 0 WHERE entryIndex = 2", "1 misplaced"],
      ["DELETE FROM responses WHERE rejected = 0", "1 strays"],
      ["DELETE FROM loads", "2 orphans"]
    ] as const) {
      write(join("data", "feeds.duckdb"), whole);
      await alter(damage);
      const advice = "restore a backup, or load into another store";
      const text = expect.stringContaining(`the books do not balance (${count}): ${advice}`);
      expect((await examined()).store).toMatchObject({ok: false, text});
    }
  });

  it("reports a snapshot that is older than the store, damaged, or missing", async () => {
    await book();
    const snapshot = path("data", "feeds.snapshot.duckdb");
    expect((await examined()).snapshot).toMatchObject({ok: true});
    utimesSync(snapshot, 1, 1);
    const old = /older than the store's last change: run feedbook publish/;
    expect((await examined()).snapshot).toMatchObject({ok: false, text: expect.stringMatching(old)});
    writeFileSync(snapshot, "no database".repeat(1000));
    const damaged = /cannot be read: run feedbook publish to write/;
    expect((await examined()).snapshot).toMatchObject({ok: false, text: expect.stringMatching(damaged)});
    rmSync(snapshot);
    expect((await examined()).snapshot).toMatchObject({ok: false, text: expect.stringMatching(/^none at .* publish/)});
  });

  it("accepts a store that a load is using, and says that it was not checked", async () => {
    await emptyStore();
    const holder = await holdFile(path("data", "feeds.duckdb"));
    const {store} = await examined().finally(holder.release);
    const text = expect.stringMatching(/^not checked, as a load is using it: .*in use by another process/);
    expect(store).toMatchObject({ok: true, text});
  });
});
