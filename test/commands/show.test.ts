import {createHash} from "node:crypto";
import {readFileSync, writeFileSync} from "node:fs";
import {gunzipSync, gzipSync} from "node:zlib";
import {describe, expect, it} from "vitest";
import {cliFolder} from "../helpers/cli.js";

const at = (minute: number) => `2026-05-12T13:0${minute}:00Z`;
const times = ["--from", at(0), "--to", at(4), "--every", "1m", "--feeds", "1,112"];

const {path, run, alter} = cliFolder(async ({configure, run}) => {
  configure({store: {keepBodies: true}});
  await run("load", "history", ...times);
});

async function show(...args: string[]) {
  const {stdout, stderr, exitCode} = await run("show", "--json", ...args);
  expect({stderr, exitCode}).toEqual({stderr: "", exitCode: 0});
  return JSON.parse(stdout);
}

const bodyPath = (responseId: string) => path("data", "feeds.bodies", `${responseId}.json.gz`);

describe("feedbook show", () => {
  it("follows an update to its response and its bytes, whichever time since the update names it", async () => {
    const {updates, responses} = await show("--feed", "Crypto.BTC/USD", "--at", "2026-05-12T13:02:59.999Z");
    expect(updates).toMatchObject([{priceFeedId: 1, publishedAt: at(2), exponent: -8, entryIndex: 0}]);
    expect(responses).toMatchObject([
      {responseId: updates[0].responseId, endpoint: "price", httpStatus: 200, body: "kept, with this hash"}
    ]);
    const {stdout} = await run("show", "--feed", "1", "--at", at(2), "--body");
    expect(createHash("sha256").update(stdout).digest("hex")).toBe(responses[0].bodyHash);
    expect(JSON.parse(stdout).parsed.priceFeeds[0].price).toBe(String(updates[0].price));
  });

  it("lists the updates of a bar, without the one at its end", async () => {
    const {updates, responses} = await show("--feed", "112", "--at", at(1), "--to", at(4));
    expect(updates.map(({publishedAt}: {publishedAt: string}) => publishedAt)).toEqual([at(1), at(2), at(3)]);
    expect(responses).toHaveLength(3);
    expect((await run("show", "--feed", "112", "--at", at(1), "--to", at(4))).stdout).toContain(responses[2].bodyHash);
  });

  it("shows both updates of an instant that was requested twice", async () => {
    await run("load", "history", ...times, "--again");
    const {updates} = await show("--feed", "1", "--at", at(2));
    expect(new Set(updates.map(({responseId}: {responseId: string}) => responseId)).size).toBe(2);
  });

  it("reports a body that was changed or not kept", async () => {
    const [{responseId}] = (await show("--feed", "1", "--at", at(2))).updates;
    const body = gunzipSync(readFileSync(bodyPath(responseId))).toString();
    writeFileSync(bodyPath(responseId), gzipSync(body.replace("parsed", "parse")));
    expect((await show("--feed", "1", "--at", at(2))).responses[0].body).toMatch(/^kept, but with another hash: /);
    await alter("UPDATE responses SET responseId = uuid()");
    await alter("UPDATE feed_updates SET responseId = (SELECT any_value(responseId) FROM responses)");
    expect((await run("show", "--feed", "1", "--at", at(2), "--body")).stderr).toMatch(
      /was not kept: set store\.keepB/
    );
  });

  it.each([
    [["--feed", "1", "--at", "2026-05-12T12:00:00Z"], 1, "no update of feed 1 at or before this time"],
    [["--feed", "99", "--at", "now"], 1, "no update of feed 99 at or before this time"],
    [["--feed", "Crypto.BTX/USD", "--at", "now"], 2, "Crypto.BTC/USD"],
    [["--feed", "1", "--at", at(2), "--to", at(2)], 2, "exchange them"],
    [["--feed", "1"], 2, "--at"]
  ])("%j ends with %i and says why", async (args, exitCode, message) => {
    expect(await run("show", ...args)).toMatchObject({exitCode, stdout: "", stderr: expect.stringContaining(message)});
  });
});
