import {writeFileSync} from "node:fs";
import {gzipSync} from "node:zlib";
import {describe, expect, it} from "vitest";
import {loadReduced, type Reduction} from "../../../loaders/load/files/file.js";
import {eachPlace, type Loading} from "../../helpers/loading.js";
import {serveFeeds, updateOf} from "../../helpers/service.js";
import {reply} from "../../service/loopback.js";

const place = eachPlace();

const odd = '{ "parsed":{"priceFeeds":[ ]},\t"leEcdsa": {"data":"é","n":1.50e0}}\n';

const reduce = (reduction: Reduction, loading: Loading = {}) =>
  place.load((load) => loadReduced(load, reduction), loading);

describe("loadReduced(load, reduction)", () => {
  it.each([
    ["update.json", Buffer.from(odd)],
    ["update.json.gz", gzipSync(odd)]
  ])("sends the body in %s unchanged, and books the response", async (file, bytes) => {
    const {url, seen} = await serveFeeds({answer: () => reply(200, updateOf([2]))});
    writeFileSync(file, bytes);
    const report = await reduce({file, feeds: [2, 3]}, {baseUrl: url});
    expect(seen.map(({url, body}) => [url, body])).toEqual([
      ["/v1/reduce_price", `{"priceFeedIds":[2,3],"payload":${odd}}`]
    ]);
    expect(report).toMatchObject({responses: 1, rows: 1, missingFeeds: {3: 1}});
  });

  it.each<[Omit<Reduction, "feeds">, RegExp]>([
    [{file: "none.json"}, /^no such file: none\.json$/],
    [{file: "cut.json.gz"}, /^cannot read cut\.json\.gz: unexpected end/],
    [{response: "01900000-0000-7000-8000-000000000000"}, /^no kept body of response 019\S+: set store\.keepBodies/],
    [{}, /^give either --response ID or --file PATH$/]
  ])("refuses %j", async (reduction, message) => {
    writeFileSync("cut.json.gz", gzipSync(odd).subarray(0, -9));
    await expect(reduce({...reduction, feeds: [1]})).rejects.toThrow(message);
  });
});
