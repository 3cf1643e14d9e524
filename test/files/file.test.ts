import {execFileSync} from "node:child_process";
import {mkdirSync, symlinkSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {pathToFileURL} from "node:url";
import {gzipSync} from "node:zlib";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {bodyFiles, type Files, loadFiles} from "../../loaders/files/file.js";
import {readKeptBody} from "../../loaders/load/bodies.js";
import {enterPlace, type Loading, type LoadingPlace} from "../helpers/loading.js";
import {serveFeeds, updateOf} from "../helpers/service.js";

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
    expect(place.notes[1]).toBe(`${urlOf("one.json")} is in the store already: skipped (--again loads it once more)`);
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
    writeFileSync("empty.json", '{"parsed":{"priceFeeds":[]}}');
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
    const odd = '{"parsed" : {"priceFeeds":[{"priceFeedId":1e0,"price":1.50,"exponent":-2.0}]}, "é": 1E+2 }\r';
    writeFileSync("odd.ndjson.gz", gzipSync(`${odd}\n`));
    await load({paths: ["odd.ndjson.gz"]}, {config: {store: {keepBodies: true}}});
    const [row] = await place.records("SELECT responseId::VARCHAR AS id FROM responses");
    expect(readKeptBody(place.settings().storePath, String(row?.id))).toBe(odd);
  });

  it("names the file and line of each body, and of each problem", async () => {
    writeFileSync("some.ndjson", `${updateOf([1])}\n\n<html>\n`);
    writeFileSync("bad.json", "[]");
    const report = await load({paths: ["some.ndjson", "bad.json"]});
    expect(report.problems).toEqual([
      expect.stringMatching(`^${urlOf("some.ndjson")}#3: body is no JSON`),
      expect.stringMatching(`^${urlOf("bad.json")}: body is no object`)
    ]);
    expect(
      await place.records("SELECT endpoint, baseUrl, httpStatus, latencyMs FROM responses ORDER BY rowid")
    ).toEqual([
      {endpoint: "file", baseUrl: `${urlOf("some.ndjson")}#1`, httpStatus: null, latencyMs: null},
      {endpoint: "file", baseUrl: `${urlOf("some.ndjson")}#3`, httpStatus: null, latencyMs: null},
      {endpoint: "file", baseUrl: urlOf("bad.json"), httpStatus: null, latencyMs: null}
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
    ["a file", "some.json", " \n".repeat(2001), 0]
  ])("reads no further than %s that is longer than a body may be, and says so", async (_what, name, text, rows) => {
    writeFileSync(name, text);
    await expect(load({paths: [name]}, {config: {service: {maxBodyBytes: 2000}}})).rejects.toThrow(
      `cannot read ${name}: a body is longer than 2000 bytes: raise service.maxBodyBytes, or leave it out`
    );
    expect(await ids()).toHaveLength(rows);
  });

  it("says which file can not be read, and keeps what came before", async () => {
    writeFileSync("good.json", updateOf([1]));
    writeFileSync("bad.json.gz", Buffer.concat([gzipSync("{}").subarray(0, 12), Buffer.from("nonsense")]));
    await expect(load({paths: ["good.json", "bad.json.gz"]})).rejects.toThrow(/^cannot read bad\.json\.gz: /);
    expect(await ids()).toEqual([1]);
  });
});

describe("bodyFiles(path)", () => {
  it("names the body files of a folder, in order, and no other file", () => {
    mkdirSync("bodies");
    for (const name of ["b.ndjson", "a.json", "c.json.gz", "d.ndjson.gz", "e.txt", "json", "f.json.tmp"]) {
      writeFileSync(join("bodies", name), "");
    }
    expect(bodyFiles("bodies")).toEqual(
      ["a.json", "b.ndjson", "c.json.gz", "d.ndjson.gz"].map((name) => join("bodies", name))
    );
  });

  it("names a file itself, whatever its name, and standard input", () => {
    writeFileSync("body.txt", "\uFEFF\n {}");
    writeFileSync("packed", gzipSync("{}"));
    writeFileSync("bad.json", "<html>"); // what a service sent, saved: it is booked as a failed response
    expect(["body.txt", "packed", "bad.json", "-"].flatMap(bodyFiles)).toEqual(["body.txt", "packed", "bad.json", "-"]);
  });

  it.each(["# Readme", "", "<html>", "[1]"])(
    "refuses a file of another name that begins as no body does: %j",
    (text) => {
      writeFileSync("README.md", text);
      expect(() => bodyFiles("README.md")).toThrow(
        /^no body file: README\.md; it does not begin as JSON does: give \.json, \.ndjson, \.parquet or \.csv files$/
      );
    }
  );

  // Windows has files of other kinds elsewhere.
  it.skipIf(process.platform === "win32").each<[string, () => unknown]>([
    ["a pipe that nobody writes to", () => execFileSync("mkfifo", ["odd.ndjson"])],
    ["a device without end", () => symlinkSync("/dev/zero", "odd.ndjson")],
    ["a folder in the folder", () => mkdirSync("odd.ndjson")]
  ])("refuses what is no regular file, by itself and in a folder: %s", async (what, make) => {
    mkdirSync("some");
    process.chdir("some");
    await make();
    process.chdir("..");
    const refused = /^no regular file: some\/odd\.ndjson; pipe what it holds into standard input, given as -$/;
    expect(() => bodyFiles("some")).toThrow(refused);
    expect(() => bodyFiles("some/odd.ndjson")).toThrow(what.startsWith("a folder") ? /^no \.json or/ : refused);
  });

  it("refuses what is not there, and a folder without bodies", () => {
    mkdirSync("empty");
    expect(() => bodyFiles("none.json")).toThrow(/^no such file: none\.json$/);
    expect(() => bodyFiles("empty")).toThrow(
      /^no \.json or \.ndjson file in folder empty; name \.parquet and \.csv files one by one$/
    );
  });
});
