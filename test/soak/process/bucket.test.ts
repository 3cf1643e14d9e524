import {randomBytes} from "node:crypto";
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, expect, it} from "vitest";
import {requireOnDemand} from "../../cluster/on-demand.js";
import {feedbook} from "../../helpers/cli.js";
import {bodyAt} from "../../helpers/store.js";

interface S3Server {
  run(): Promise<{port: number}>;
  close(): Promise<void>;
}

const folder = mkdtempSync(join(tmpdir(), "feedbook-bucket-"));
const env = {AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER", AWS_ENDPOINT_URL: ""}; // keys of the server
let server: S3Server;

// A server of the S3 protocol that others wrote, which the gate does not install.
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

it("a lake in a bucket has every row once, with a file above 5 MB, after it was compacted", async () => {
  const address = "s3://market/lakes/eu";
  const instant = Date.UTC(2026, 4, 12, 14) * 1000;
  const [writer, reader] = ["writer", "reader"].map((name) => join(folder, name)) as [string, string];
  for (const cwd of [writer, reader]) mkdirSync(cwd);
  for (let i = 0; i < 9; i++) {
    const note = i === 0 ? randomBytes(6_000_000).toString("base64") : "";
    writeFileSync(join(writer, "body.json"), bodyAt(instant + i, {priceFeedId: 1, price: i, note}));
    await done(writer, "load", "file", "body.json");
    expect(await done(writer, "lake", "write", address)).toMatch(/wrote 1 update of 1 response /);
  }
  expect(await done(writer, "lake", "verify", address)).toMatch(/equals the store: 9 updates of 1 day/);
  expect(await done(reader, "lake", "import", address)).toMatch(/added 9 updates of 9 responses/);
  expect(await done(reader, "lake", "verify", address)).toMatch(/equals the store: 9 updates/);
});

async function done(cwd: string, ...args: string[]): Promise<string> {
  const {exitCode, stdout, stderr} = await feedbook(args, {cwd, env});
  expect({exitCode, stderr}).toMatchObject({exitCode: 0});
  return stdout;
}
