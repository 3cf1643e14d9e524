import {writeFileSync} from "node:fs";
import {join} from "node:path";
import {pathToFileURL} from "node:url";
import {gzipSync} from "node:zlib";
import {describe, expect, it} from "vitest";
import {readKeptBody} from "../../../loaders/load/bodies.js";
import {type Files, loadFiles} from "../../../loaders/load/files/file.js";
import {eachPlace, type Loading} from "../../helpers/loading.js";
import {serveFeeds, updateOf} from "../../helpers/service.js";

const place = eachPlace();

const load = (files: Files, loading: Loading = {}) =>
  place.load((one) => loadFiles(one, files), {online: false, command: "file", ...loading});

const urlOf = (name: string) => pathToFileURL(join(place.folder, name)).href;

const ids = async () =>
  (await place.records("SELECT priceFeedId AS id FROM feed_updates ORDER BY id")).map(({id}) => id);

describe("loadFiles(load, {paths, again})", () => {
  it("skips a body that a file brought before, and reports all of them in one note", async () => {
    writeFileSync("many.ndjson", `${[1, 2, 1].map((id) => updateOf([id])).join("\n")}\n`);
    writeFileSync("same.json", updateOf([2]));
    const report = await load({paths: ["many.ndjson", "same.json"]});
    expect(report).toMatchObject({responses: 2, rows: 2, alreadyThere: 2});
    expect(await ids()).toEqual([1, 2]);
    await load({paths: ["same.json"]});
    expect(place.notes).toEqual([
      `2 bodies are in the store already: skipped, the first of them ${urlOf("many.ndjson")}#3 (--again loads them once more)`,
      `${urlOf("same.json")}#1 is in the store already: skipped (--again loads it once more)`
    ]);
    expect(await load({paths: ["many.ndjson"], again: true})).toMatchObject({rows: 3, alreadyThere: 0});
    expect(await ids()).toEqual([1, 1, 1, 2, 2]);
  });

  it("loads a body that came from a service before, or that brought no entry", async () => {
    const {url} = await serveFeeds();
    await place.load(async ({books, client}) => books.add(await client().latestPrice({ids: [1]})), {baseUrl: url});
    writeFileSync("served.json", updateOf([1]));
    writeFileSync("empty.json", updateOf([]));
    const paths = ["served.json", "empty.json"];
    expect(await load({paths})).toMatchObject({responses: 2, rows: 1, alreadyThere: 0});
    expect(await load({paths})).toMatchObject({responses: 1, rows: 0, alreadyThere: 1});
  });

  it("keeps a body as it stands in the file, down to its spaces and spellings of numbers", async () => {
    const odd = '{"parsed" : {"timestampUs":1.77e15,"priceFeeds":[{"priceFeedId":1e0,"price":1.50}]},\n "é": 1E+2 }';
    writeFileSync("odd.ndjson.gz", gzipSync(`${odd}\r\n`));
    await load({paths: ["odd.ndjson.gz"]}, {config: {store: {keepBodies: true}}});
    const [row] = await place.records("SELECT responseId::VARCHAR AS id FROM responses");
    expect(readKeptBody(place.settings().storePath, String(row?.id))).toBe(odd);
  });

  it("names the file and line of each body, and of each problem", async () => {
    writeFileSync("some.ndjson", `${updateOf([1])}\n\n<html>\n`);
    writeFileSync("bad.json", "5");
    const report = await load({paths: ["some.ndjson", "bad.json"]});
    expect(report.problems).toEqual([
      expect.stringMatching(`^${urlOf("some.ndjson")}#3: body is no JSON`),
      expect.stringMatching(`^${urlOf("bad.json")}#1: body is not an object`)
    ]);
    const columns = "endpoint, baseUrl, httpStatus, latencyMs";
    expect(await place.records(`SELECT ${columns} FROM responses ORDER BY rowid`)).toEqual(
      [`${urlOf("some.ndjson")}#1`, `${urlOf("some.ndjson")}#3`, `${urlOf("bad.json")}#1`].map((baseUrl) => ({
        endpoint: "file",
        baseUrl,
        httpStatus: null,
        latencyMs: null
      }))
    );
  });

  it.each<[string, string | Buffer, RegExp, number]>([
    ["bad.json.gz", Buffer.concat([gzipSync("{}").subarray(0, 12), Buffer.from("nonsense")]), /: \w/, 0]
  ])("reports that %s cannot be read to its end, and loads the others", async (name, text, problem, rows) => {
    writeFileSync(name, text);
    writeFileSync("good.json", updateOf([2]));
    const report = await load({paths: [name, "good.json"]}, {config: {service: {maxBodyBytes: 2000}}});
    expect(report.problems).toEqual([expect.stringMatching(`^cannot read ${name}${problem.source}`)]);
    expect(report.rows).toBe(rows + 1);
  });

  it("fails for signed data alone only in a file without updates", async () => {
    writeFileSync("both.ndjson", `{"evm":{}}\n${updateOf([1])}\n{"evm":{"a":1}}\n`);
    expect(await load({paths: ["both.ndjson"]})).toMatchObject({rows: 1, problems: []});
    expect(place.warnings).toEqual([
      expect.stringMatching(/both\.ndjson#1: body has no parsed object, only signed data/),
      expect.stringMatching(/both\.ndjson: body has .* \(1 more of this file\)$/)
    ]);
    writeFileSync("signed.ndjson", '{"evm":{"b":1}}\n{"type":"subscribed"}\n');
    expect((await load({paths: ["signed.ndjson", "both.ndjson"]})).problems).toEqual([
      expect.stringMatching(/signed\.ndjson#1: body has no parsed object, only signed data/)
    ]);
  });
});
