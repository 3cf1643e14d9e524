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
});
