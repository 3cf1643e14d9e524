import {writeFileSync} from "node:fs";
import {gzipSync} from "node:zlib";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {loadReduced, type Reduction} from "../../../loaders/load/files/file.js";
import {enterPlace, type Loading, type LoadingPlace} from "../../helpers/loading.js";
import {serveFeeds, updateOf} from "../../helpers/service.js";
import {reply} from "../../service/loopback.js";

let place: LoadingPlace;

beforeEach(() => {
  place = enterPlace();
});

afterEach(() => place.leave());

const odd = '{ "parsed":{"priceFeeds":[ ]},\t"leEcdsa": {"data":"é","n":1.50e0}}\n';

const reduce = (reduction: Reduction, loading: Loading = {}) =>
  place.load((load) => loadReduced(load, reduction), loading);

describe("loadReduced(load, {file, feeds})", () => {
  it.each([
    ["update.json", Buffer.from(odd)],
    ["update.json.gz", gzipSync(odd)]
  ])("hands the body in %s back to the last byte, and books what comes", async (file, bytes) => {
    const {url, seen} = await serveFeeds({answer: () => reply(200, updateOf([2]))});
    writeFileSync(file, bytes);
    const report = await reduce({file, feeds: [2, 3]}, {baseUrl: url});
    expect(seen.map(({url, body}) => [url, body])).toEqual([
      ["/v1/reduce_price", `{"priceFeedIds":[2,3],"payload":${odd}}`]
    ]);
    expect(report).toMatchObject({responses: 1, rows: 1, missingFeeds: {3: 1}});
  });

  it("refuses a file that can not be read", async () => {
    writeFileSync("cut.json.gz", gzipSync(odd).subarray(0, -9));
    await expect(reduce({file: "none.json", feeds: [1]})).rejects.toThrow(/^no such file: none\.json$/);
    await expect(reduce({file: "cut.json.gz", feeds: [1]})).rejects.toThrow(
      /^cannot read cut\.json\.gz: unexpected end/
    );
  });
});

describe("loadReduced(load, {response, feeds})", () => {
  const config: Loading["config"] = {store: {keepBodies: true}, service: {formats: ["leUnsigned"]}};

  it("hands a kept body back to the service that signed it", async () => {
    await place.load(async ({books, client}) => books.add(await client().latestPrice({ids: [1, 2, 6]})), {config});
    const [row] = await place.records("SELECT responseId::VARCHAR AS id FROM responses");
    const report = await reduce({response: String(row?.id), feeds: [6, 1]}, {config});
    expect([report.rows, report.missingFeeds]).toEqual([2, {}]);
    const reduced =
      "SELECT priceFeedId AS id FROM feed_updates JOIN responses USING (responseId) WHERE endpoint = 'reduce_price'";
    expect((await place.records(`${reduced} ORDER BY id`)).map(({id}) => id)).toEqual([1, 6]);
  });

  it("refuses a response that was not kept", async () => {
    const response = "01900000-0000-7000-8000-000000000000";
    await expect(reduce({response, feeds: [1]})).rejects.toThrow(
      `no kept body of response ${response}: set store.keepBodies`
    );
  });

  it("needs a response or a file, and not both", async () => {
    const message = /^give either --response ID or --file PATH$/;
    await expect(reduce({feeds: [1]})).rejects.toThrow(message);
    await expect(reduce({response: "a", file: "b", feeds: [1]})).rejects.toThrow(message);
  });
});
