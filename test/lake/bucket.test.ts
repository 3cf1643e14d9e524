import {randomBytes} from "node:crypto";
import {existsSync, writeFileSync} from "node:fs";
import {join, relative} from "node:path";
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi} from "vitest";
import {openBucket} from "../../loaders/lake/bucket.js";
import {makeStore, type TestStore} from "../helpers/store.js";
import {body} from "../store/dropping.js";
import {type BucketServer, startBucketServer} from "./bucket-server.js";
import {type LakeTest, makeLake} from "./lakes.js";

const address = "s3://market/lakes/eu";
let server: BucketServer;
let test: TestStore;
let here: LakeTest;
let there: LakeTest;

beforeAll(async () => {
  server = await startBucketServer();
});

beforeEach(async () => {
  server.objects.clear();
  server.uploads.clear();
  server.refusal = null;
  vi.stubEnv("AWS_ENDPOINT_URL", server.address);
  vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIATEST");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret-of-the-bucket");
  test = await makeStore();
  [here, there] = [await makeLake(address), await makeLake(address)];
});

afterEach(() => {
  vi.unstubAllEnvs();
  for (const made of [test, here, there]) made.remove();
});

afterAll(() => server.stop());

const keys = (start: string) => [...server.objects.keys()].filter((key) => key.startsWith(`lakes/eu/${start}`));

describe("a lake in a bucket", () => {
  it("has each row once, whichever machine writes it, and brings all back", async () => {
    const other = await makeStore();
    try {
      await other.book(body(20));
      for (let i = 0; i < 8; i += 1) {
        await test.book(body(i));
        await here.write(test);
      }
      const {responses, replaced} = await here.write(test);
      expect(responses).toBe(0);
      expect(replaced).toBeGreaterThan(8);
      expect(await there.write(other)).toMatchObject({responses: 1, updates: 2});
      expect(await here.write(test)).toMatchObject({files: 0});
      expect(await here.verify(test)).toEqual([]);
      expect(await there.verify(other)).toEqual([]);
      expect(keys("feed_updates/").length).toBeLessThan(5);
      expect(keys("_temporary/")).toEqual([]);
      expect(await there.importTo(join(there.folder, "new.duckdb"))).toMatchObject({responses: 9, updates: 18});
    } finally {
      other.remove();
    }
  });

  it("is judged by what the bucket has, not by the mirror", async () => {
    await test.book(body(1));
    await here.write(test);
    const [updates = "", responses = ""] = [...keys("feed_updates/"), ...keys("responses/")];
    server.objects.set(updates, new Uint8Array(server.objects.get(updates)?.length ?? 0));
    server.objects.delete(responses);
    server.objects.set("lakes/eu/feed_updates/strange.parquet", new Uint8Array(1));
    const problems = await here.verify(test);
    expect(problems).toEqual([
      expect.stringMatching(/^feed_updates.* has changed/),
      expect.stringMatching(/^responses.* is missing/),
      expect.stringMatching(/strange.parquet is of no finished write/)
    ]);
    await expect(there.importTo(join(there.folder, "new.duckdb"))).rejects.toThrow("lakes/eu is not as it was written");
    server.objects.set(`${keys("manifest/").find((key) => key.endsWith(".json"))}`, new Uint8Array(1));
    await expect(here.verify(test)).rejects.toThrow(/cannot read .*manifest.*json/);
  });

  it("has files above 5 MB, which come in parts, and no part of one that broke off", async () => {
    const note = randomBytes(6_000_000).toString("base64");
    await test.book(body(1, 10_000, {priceFeedId: 3, note}));
    let parts = 0;
    server.refusal = (method, key) => {
      if (method !== "PUT" || !key.includes("/feed_updates/")) return null;
      parts += 1;
      return parts === 2 ? {status: 403, code: "AccessDenied"} : null;
    };
    await expect(here.write(test)).rejects.toThrow(/AccessDenied/);
    expect(keys("feed_updates/")).toEqual([]);
    expect(server.uploads.size).toBe(0);
    expect(await here.write(test)).toMatchObject({updates: 3});
    expect(server.uploads.size).toBe(0);
    expect(keys("feed_updates/").map((key) => Number(server.objects.get(key)?.length) > 5 * 2 ** 20)).toEqual([true]);
    expect(await here.verify(test)).toEqual([]);
    expect(await there.importTo(join(there.folder, "new.duckdb"))).toMatchObject({updates: 3});
  });

  it("writes and removes nothing outside of its mirror, whatever others put into the bucket", async () => {
    await test.book(body(1));
    await here.write(test);
    const [made, mine] = [join(here.folder, "made.json"), join(here.folder, "mine.parquet")];
    writeFileSync(mine, "mine");
    server.objects.set(`lakes/eu/manifest/../${relative(here.lake, made)}`, new Uint8Array());
    expect(await here.verify(test)).toEqual([]);
    expect(existsSync(made)).toBe(false);
    const removes = [relative(here.lake, mine)];
    const removing = {format: 1, writtenAt: "2026-05-12T00:00:00Z", simulated: true, adds: [], removes};
    server.objects.set("lakes/eu/manifest/1.json", new TextEncoder().encode(JSON.stringify(removing)));
    await expect(here.verify(test)).rejects.toThrow("it is not an entry of a manifest");
    expect(existsSync(mine)).toBe(true);
  });
});

describe("openBucket(address)", () => {
  const faults: [string, string, () => void, RegExp][] = [
    ["no bucket", "s3://nothing/x", () => {}, /cannot use s3:\/\/nothing\/x: .*: make the bucket, or name another/],
    ["a wrong key", address, () => vi.stubEnv("AWS_ACCESS_KEY_ID", "other"), /: check AWS_ACCESS_KEY_ID/],
    ["no server", address, () => vi.stubEnv("AWS_ENDPOINT_URL", "http://127.0.0.1:9"), /cannot reach s3:.*ECONNREFUSED/]
  ];
  for (const [name, at, arrange, message] of faults)
    it(`says what to do about ${name}, and no secret`, async () => {
      arrange();
      const error = await openBucket(at)
        .then((bucket) => bucket.list(""))
        .catch((thrown) => thrown);
      expect(error.message).toMatch(message);
      expect(JSON.stringify([error.message, error.stack, error.cause])).not.toContain("secret-of-the-bucket");
    });

  it("refuses an address of another kind", async () => {
    for (const wrong of ["s3://", "s3:///x", "gs://market/x"])
      await expect(openBucket(wrong)).rejects.toThrow(`invalid lake: ${wrong}: name a folder, or s3://bucket/folder`);
  });
});
