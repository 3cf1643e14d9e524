import {writeFileSync} from "node:fs";
import {join} from "node:path";
import {pathToFileURL} from "node:url";
import {gzipSync} from "node:zlib";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {readKeptBody} from "../../../loaders/load/bodies.js";
import {type Files, loadFiles} from "../../../loaders/load/files/file.js";
import {enterPlace, type Loading, type LoadingPlace} from "../../helpers/loading.js";
import {serveFeeds, updateOf} from "../../helpers/service.js";

let place: LoadingPlace;

beforeEach(() => {
  place = enterPlace();
});

afterEach(() => place.leave());

const load = (files: Files, loading: Loading = {}) =>
  place.load((one) => loadFiles(one, files), {online: false, command: "file", ...loading});

const urlOf = (name: string) => pathToFileURL(join(place.folder, name)).href;

const ids = async () =>
  (await place.records("SELECT priceFeedId AS id FROM feed_updates ORDER BY id")).map(({id}) => id);

describe("loadFiles(load, {paths, again})", () => {
  it("books a body that comes twice in one run once, and says so", async () => {
    writeFileSync("twice.ndjson", `${updateOf([1])}\n${updateOf([2])}\n${updateOf([1])}\n`);
    writeFileSync("same.json", updateOf([2]));
    const report = await load({paths: ["twice.ndjson", "same.json"]});
    expect(report).toMatchObject({responses: 2, rows: 2, alreadyThere: 2});
    expect(await ids()).toEqual([1, 2]);
    const first = `${urlOf("twice.ndjson")}#3`;
    expect(place.notes).toEqual([
      `2 bodies are in the store already: skipped, the first of them ${first} (--again loads them once more)`
    ]);
  });

  it("says once how many bodies the store has already, however many", async () => {
    writeFileSync("many.ndjson", Array.from({length: 500}, (_, id) => updateOf([id])).join("\n"));
    await load({paths: ["many.ndjson"]});
    place.notes.length = 0;
    expect(await load({paths: ["many.ndjson"]})).toMatchObject({alreadyThere: 500, rows: 0});
    expect(place.notes).toEqual([expect.stringMatching(/^500 bodies are .*, the first of them \S+#1 \(/)]);
    writeFileSync("one.json", updateOf([7]));
    await load({paths: ["one.json"]});
    expect(place.notes[1]).toBe(`${urlOf("one.json")}#1 is in the store already: skipped (--again loads it once more)`);
  });

  it("books it as often as it comes, if told to", async () => {
    writeFileSync("twice.ndjson", `${updateOf([1])}\n${updateOf([1])}\n`);
    expect(await load({paths: ["twice.ndjson"], again: true})).toMatchObject({rows: 2, alreadyThere: 0});
    expect(await load({paths: ["twice.ndjson"], again: true})).toMatchObject({rows: 2, alreadyThere: 0});
    expect(await load({paths: ["twice.ndjson"]})).toMatchObject({rows: 0, alreadyThere: 2});
    expect(await ids()).toEqual([1, 1, 1, 1]);
  });

  it("loads what came from a service before, and what brought no entry", async () => {
    const {url} = await serveFeeds();
    await place.load(async ({books, client}) => books.add(await client().latestPrice({ids: [1]})), {baseUrl: url});
    writeFileSync("served.json", updateOf([1]));
    writeFileSync("empty.json", updateOf([]));
    expect(await load({paths: ["served.json", "empty.json"]})).toMatchObject({
      responses: 2,
      rows: 1,
      alreadyThere: 0
    });
    expect(await load({paths: ["served.json", "empty.json"]})).toMatchObject({
      responses: 1,
      rows: 0,
      alreadyThere: 1
    });
  });

  it("reads a body with a byte order mark, which is no part of it", async () => {
    writeFileSync("marked.json", `\uFEFF${updateOf([1])}`);
    writeFileSync("marked.ndjson", `\uFEFF${updateOf([2])}\n\uFEFF${updateOf([3])}\n`);
    writeFileSync("bare.json", updateOf([1]));
    const report = await load({paths: ["marked.json", "marked.ndjson", "bare.json"]});
    expect(report).toMatchObject({rows: 3, alreadyThere: 1, problems: []});
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
      expect.stringMatching(`^${urlOf("bad.json")}#1: body is no object`)
    ]);
    expect(
      await place.records("SELECT endpoint, baseUrl, httpStatus, latencyMs FROM responses ORDER BY rowid")
    ).toEqual([
      {endpoint: "file", baseUrl: `${urlOf("some.ndjson")}#1`, httpStatus: null, latencyMs: null},
      {endpoint: "file", baseUrl: `${urlOf("some.ndjson")}#3`, httpStatus: null, latencyMs: null},
      {endpoint: "file", baseUrl: `${urlOf("bad.json")}#1`, httpStatus: null, latencyMs: null}
    ]);
  });

  it("stops between two bodies when interrupted, and keeps what came before", async () => {
    writeFileSync("many.ndjson", [1, 2, 3].map((id) => updateOf([id])).join("\n"));
    const controller = new AbortController();
    const interrupting: Loading = {online: false, signal: controller.signal};
    const report = await place.load((one) => {
      const add: typeof one.books.add = async (received) => {
        await one.books.add(received);
        controller.abort();
      };
      return loadFiles({...one, books: {...one.books, add}}, {paths: ["many.ndjson"]});
    }, interrupting);
    expect(report).toMatchObject({interrupted: true, rows: 1});
  });

  it.each([
    ["a line", "some.ndjson", `${updateOf([1])}\n${"x".repeat(2001)}\n`, 1],
    ["a file", "some.json", "{\n".repeat(1001), 0]
  ])("reads no further than %s that is longer than a body may be, and says so", async (_what, name, text, rows) => {
    writeFileSync(name, text);
    const report = await load({paths: [name]}, {config: {service: {maxBodyBytes: 2000}}});
    expect(report.problems).toEqual([
      `cannot read ${name}: a body is longer than 2000 bytes: raise service.maxBodyBytes, or leave it out`
    ]);
    expect(await ids()).toHaveLength(rows);
  });

  it("says which file can not be read, and loads the others", async () => {
    writeFileSync("good.json", updateOf([1]));
    writeFileSync("bad.json.gz", Buffer.concat([gzipSync("{}").subarray(0, 12), Buffer.from("nonsense")]));
    const {problems} = await load({paths: ["bad.json.gz", "good.json"]});
    expect(problems).toEqual([expect.stringMatching(/^cannot read bad\.json\.gz: /)]);
    expect(await ids()).toEqual([1]);
  });

  it("shows the bytes of large files as it reads them", async () => {
    const many = Array.from({length: 1200}, (_, i) => updateOf(Array.from({length: 100}, (_, id) => i + id)));
    writeFileSync("large.ndjson", `${many.join("\n")}\n${many[0]}\n`);
    const steps: [number, number, string][] = [];
    const log = {note() {}, warn() {}, done() {}, step: (...step: [number, number, string]) => void steps.push(step)};
    expect(await load({paths: ["large.ndjson"]}, {log})).toMatchObject({rows: 120_000, alreadyThere: 1});
    const read = steps.filter(([, , what]) => what === "MB");
    expect(read.length).toBeGreaterThan(3);
    const [done, total] = read.at(-1) ?? [];
    expect(done).toBe(total);
    expect(done).toBeGreaterThan(4);
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

  it("counts further bodies of a file that are refused for one reason", async () => {
    writeFileSync("entries.ndjson", '{"priceFeedId":1}\n'.repeat(500) + updateOf([1]));
    const report = await load({paths: ["entries.ndjson"]});
    expect(report).toMatchObject({responses: 2, rows: 1});
    expect(report.problems).toEqual([
      expect.stringContaining("entries.ndjson#1: body is an entry without its response"),
      expect.stringMatching(/entries\.ndjson: body is an entry .* \(499 more of this file\)$/)
    ]);
  });
});
