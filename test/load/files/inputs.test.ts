import {execFileSync} from "node:child_process";
import {mkdirSync, readFileSync, symlinkSync, writeFileSync} from "node:fs";
import {gzipSync} from "node:zlib";
import {describe, expect, it} from "vitest";
import {loadFiles} from "../../../loaders/load/files/file.js";
import {inputsOf} from "../../../loaders/load/files/inputs.js";
import {eachPlace} from "../../helpers/loading.js";
import {updateOf} from "../../helpers/service.js";

const place = eachPlace();

const csv = "priceFeedId,publishedAt,price\n1,2026-05-12T13:55:00Z,5\n";
const parquet = readFileSync("test/fixtures/cases/12-types.parquet");

describe("inputsOf(paths)", () => {
  it.each<[string, string | Uint8Array, "bodies" | "rows"]>([
    ["body.txt", "\uFEFF\n {}", "bodies"],
    ["packed", gzipSync("{}"), "bodies"],
    ["utf16", Buffer.from("\uFEFF{}", "utf16le"), "bodies"],
    ["LINES.NDJSON", "<html>", "bodies"], // a refusal that someone saved: it is booked as a failed response
    ["rows.CSV", csv, "rows"],
    ["parquet.csv", parquet, "rows"],
    ["parquet", parquet, "rows"]
  ])("recognizes %s by its first bytes", async (name, content, kind) => {
    writeFileSync(name, content);
    expect((await inputsOf([name, "-"])).files).toEqual([
      {path: name, kind, isSimulated: false},
      {path: "-", kind: "bodies", isSimulated: false}
    ]);
  });

  it.each<[string, string | Uint8Array, RegExp]>([
    ["README.md", "[![badge](x)]", /; it does not begin as JSON does: give JSON, \.parquet or \.csv files$/],
    ["empty", "", /; it is empty: give/],
    ["bodies.zst", Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), /; it is packed by zstd: unpack it first: give/],
    ["rows.parquet", gzipSync("PAR1"), /; it is gzipped Parquet: unpack it first: give/],
    ["twice.json.gz", gzipSync(gzipSync(updateOf([1]))), /; it is gzipped twice: unpack it once: give/],
    ["rows.txt", csv, /; it has rows, so let its name end in \.csv, /]
  ])("refuses %s, and says why", async (name, content, reason) => {
    writeFileSync(name, content);
    await expect(inputsOf([name])).rejects.toThrow(reason);
  });

  // Windows has no pipes and devices among its files.
  it.skipIf(process.platform === "win32").each<[string, () => unknown]>([
    ["a pipe that nobody writes to", () => execFileSync("mkfifo", ["odd.ndjson"])],
    ["a device without end", () => symlinkSync("/dev/zero", "odd.ndjson")],
    ["a link to nothing", () => symlinkSync("gone", "odd.ndjson")]
  ])("refuses %s", async (_kind, make) => {
    make();
    await expect(inputsOf(["odd.ndjson"])).rejects.toThrow(/^no (?:regular|such) file: odd\.ndjson/);
  });
});

describe("loadFiles(load, {paths}) of a folder", () => {
  it("loads bodies and rows, also of its folders, names skipped files, and fails for an unreadable file", async () => {
    mkdirSync("some/day=7/sub", {recursive: true});
    mkdirSync("some/.days.1.tmp");
    const files = {"a.jsonl": updateOf([1]), "b.JSON.gz": gzipSync(updateOf([2])), "c.csv": csv.replace("\n1", "\n3")};
    writeFileSync("some/day=7/sub/d.csv", csv.replace("\n1", "\n4"));
    writeFileSync("some/.days.1.tmp/half.parquet", "PAR1");
    symlinkSync("..", "some/again");
    for (const [name, content] of Object.entries(files)) writeFileSync(`some/${name}`, content);
    writeFileSync("some/README.md", "# Readme");
    writeFileSync("some/own.csv", "day,profit\n1,2\n");
    symlinkSync("gone", "some/d.json");
    const report = await place.load((one) => loadFiles(one, {paths: ["some"]}), {online: false});
    expect(report.problems).toEqual(["no such file: some/d.json"]);
    const ids = await place.records("SELECT priceFeedId AS id FROM feed_updates ORDER BY id");
    expect(ids.map(({id}) => id)).toEqual([1, 2, 3, 4]);
    expect(place.notes).toEqual([
      "left out: some/.days.1.tmp is a folder: name it by itself",
      expect.stringMatching(/^left out: no body file: some\/README\.md; it does not begin as JSON does/),
      "left out: some/again is a folder: name it by itself",
      expect.stringMatching(/^left out: .*some\/own\.csv.*priceFeedId/)
    ]);
  });
});
