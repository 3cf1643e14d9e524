import {randomBytes} from "node:crypto";
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {feedbook} from "../../helpers/cli.js";
import {bodyAt} from "../../helpers/store.js";
import {expectWhole, recordsOf} from "../../helpers/stores/whole.js";
import {requireOnDemand} from "../../lake/on-demand.js";

interface S3Server {
  run(): Promise<{port: number}>;
  close(): Promise<void>;
}

const folder = mkdtempSync(join(tmpdir(), "feedbook-bucket-"));
const [address, twice] = ["s3://market/lakes/eu", "s3://market/lakes/us"];
const instant = Date.UTC(2026, 4, 12, 14) * 1000;
const env = {AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER", AWS_ENDPOINT_URL: ""}; // the keys that it knows
let server: S3Server;

beforeAll(async () => {
  const Server = (await requireOnDemand("s3rver", "3.7.1", "20 MB")) as new (options: object) => S3Server;
  const [directory, configureBuckets] = [join(folder, "objects"), [{name: "market"}]];
  server = new Server({address: "127.0.0.1", port: 0, silent: true, directory, configureBuckets});
  env.AWS_ENDPOINT_URL = `http://127.0.0.1:${(await server.run()).port}`;
}, 300_000);

afterAll(async () => {
  await server.close();
  rmSync(folder, {recursive: true});
});

// A server that others wrote, which the gate does not install.
describe("a lake at a server of the S3 protocol", () => {
  it("is written, found to be whole, and brought back, with a file above 5 MB", async () => {
    const note = randomBytes(6_000_000).toString("base64");
    const cwd = loader(
      "writer",
      bodyAt(instant, {priceFeedId: 1, price: 1, note}),
      bodyAt(instant + 1, {priceFeedId: 2})
    );
    const reader = loader("reader");
    expect(await done(cwd, "load", "file", "bodies.ndjson")).toContain("2");
    expect(await done(cwd, "lake", "write", address)).toMatch(/wrote 2 updates of 2 responses .* files of 6\.\d MB/);
    expect(await done(cwd, "lake", "write", address)).toMatch(/nothing is new/);
    expect(await done(cwd, "lake", "verify", address)).toMatch(/equals the store: 2 updates of 1 days/);
    expect(await done(reader, "lake", "import", address)).toMatch(/added 2 updates of 2 responses/);
    await expectWhole(reader);
    const rows = "SELECT priceFeedId::INTEGER AS id, md5(extra::VARCHAR) AS extra FROM feed_updates ORDER BY id";
    expect(await recordsOf(reader, rows)).toEqual(await recordsOf(cwd, rows));
  });

  // It knows no conditional writes, so that two processes can replace the same files at once.
  it("is compacted there, and loses nothing where two do so at once", async () => {
    const [cwd, other] = [loader("many"), loader("more")];
    for (let i = 1; i <= 8; i += 1) {
      await loaded(cwd, bodyAt(instant + i * 1_000_000, {priceFeedId: 3, price: i}));
      await done(cwd, "lake", "write", twice);
    }
    await loaded(cwd, bodyAt(instant, {priceFeedId: 4, price: 1}));
    await loaded(other, bodyAt(instant, {priceFeedId: 5, price: 1}));
    await Promise.all([cwd, other].map((at) => feedbook(["lake", "write", twice], {cwd: at, env})));
    for (const at of [cwd, other]) await done(at, "lake", "write", twice); // finds rows that are there twice
    expect(await done(other, "lake", "write", twice)).toMatch(/nothing is new/);
    for (const at of [cwd, other])
      expect(await done(at, "lake", "verify", twice)).toMatch(/equals the store: 10 updates/);
  });
});

async function loaded(cwd: string, body: string): Promise<void> {
  writeFileSync(join(cwd, "body.json"), body);
  await done(cwd, "load", "file", "body.json");
}

function loader(name: string, ...bodies: string[]): string {
  const cwd = join(folder, name);
  mkdirSync(cwd);
  writeFileSync(join(cwd, "bodies.ndjson"), bodies.join("\n"));
  return cwd;
}

// What a command says that must succeed.
async function done(cwd: string, ...args: string[]): Promise<string> {
  const {exitCode, stdout, stderr} = await feedbook(args, {cwd, env});
  expect({exitCode, stderr}).toMatchObject({exitCode: 0});
  return stdout;
}
