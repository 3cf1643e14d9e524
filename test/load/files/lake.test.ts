import {cpSync, readdirSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {resolve} from "node:path";
import {describe, expect, it} from "vitest";
import {loadFiles} from "../../../loaders/load/files/file.js";
import {checkFiles, inputsOf} from "../../../loaders/load/files/inputs.js";
import {eachPlace, enterPlace} from "../../helpers/loading.js";

// Written by feedbook lake write of 2026-11-26 from these bodies, in two writes.
const [written, bodies] = ["lake", "lake-bodies.ndjson.gz"].map((name) => resolve("test/fixtures", name));
const [day, first] = ["date=2026-05-13", "01a21709-16a6-74d2-aca1-1395f9aff896"];

const place = eachPlace();

async function load(path = "") {
  const report = await place.load((one) => loadFiles(one, {paths: [path]}), {online: false});
  const rows = await place.records("SELECT * EXCLUDE (responseId, entryIndex) FROM feed_updates ORDER BY ALL");
  return {report, rows};
}

describe("loadFiles(load, {paths}) of a lake", () => {
  it("brings every update, in as many responses as before, and no other table", async () => {
    const {rows} = await load(bodies);
    expect(rows).toHaveLength(390);
    place.leave();
    Object.assign(place, enterPlace());
    const loaded = await load(written);
    expect(loaded.rows).toEqual(rows);
    expect(loaded.report).toMatchObject({responses: 190, rejected: 0, problems: []});
    expect(place.notes).toContain(`left out: ${written} is a lake: other tables than its feed_updates`);
  });

  it("reads the files that the manifest adds and does not replace, and reports a missing one", async () => {
    cpSync(written ?? "", "lake", {recursive: true});
    const path = (number: number) => `feed_updates/${day}/${first}-${number}.parquet`;
    const pathsOf = async () => (await inputsOf(["lake"])).files.map((file) => file.path);
    const all = await pathsOf();
    cpSync(`lake/${path(5)}`, `lake/${path(9)}`); // as a killed write leaves it
    expect(await pathsOf()).toEqual(all);
    rmSync(`lake/${path(5)}`);
    expect((await load("lake")).report.problems).toEqual([`no such file: lake/${path(5)}`]);
    writeFileSync("lake/manifest/more.json", JSON.stringify({simulated: false, adds: [], removes: [path(5)]}));
    const adds = ["../outside.parquet", "feed_updates/../../outside.parquet"].map((outside) => ({path: outside}));
    writeFileSync("lake/manifest/outside.json", JSON.stringify({simulated: false, adds, removes: []}));
    expect(await pathsOf()).toEqual(all.filter((one) => one !== `lake/${path(5)}`));
    expect((await load("lake")).report.problems).toEqual([]);
  });

  it("knows from the manifest whether rows are simulated", async () => {
    cpSync(written ?? "", "lake", {recursive: true});
    expect(await checkFiles({paths: ["lake"]}, false)).toBe(false);
    for (const name of readdirSync("lake/manifest").filter((one) => one.endsWith(".json"))) {
      const entry = readFileSync(`lake/manifest/${name}`, "utf8");
      writeFileSync(`lake/manifest/${name}`, entry.replace('"simulated": false', '"simulated": true'));
    }
    expect(await checkFiles({paths: ["lake"]}, false)).toBe(true);
    writeFileSync("lake/manifest/other.json", "{}");
    await expect(checkFiles({paths: ["lake"]}, false)).rejects.toThrow(/other\.json: it is not an entry of a lake/);
  });
});
