import {writeFileSync} from "node:fs";
import {gzipSync} from "node:zlib";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {bodiesOf, type SavedBody} from "../../loaders/files/bodies.js";
import {loadFiles} from "../../loaders/files/file.js";
import {bodiesByThread} from "../../loaders/files/thread.js";
import {readSaved} from "../../loaders/rows/body.js";
import {columns, feedIdsOf} from "../../loaders/rows/columns.js";
import {enterPlace, type LoadingPlace} from "../helpers/loading.js";
import {updateOf} from "../helpers/service.js";

let place: LoadingPlace;

beforeEach(() => {
  place = enterPlace();
});

afterEach(() => place.leave());

const time = 1770000000000000;
const entriesOf = (exponent: number) => [
  {
    exponent,
    priceFeedId: 1,
    price: "12345678901234567890",
    marketSession: "regular",
    venue: 'é "😀"',
    feedUpdateTimestamp: 1e15
  },
  {priceFeedId: 2, price: {}, marketSession: "closed"},
  {priceFeedId: -3},
  null,
  {exponent, priceFeedId: 2, marketSession: null}
];
const bodyOf = (time: unknown, priceFeeds: unknown) => JSON.stringify({parsed: {timestampUs: time, priceFeeds}});
const lines = [
  bodyOf("1770000000000000", entriesOf(-8)),
  "no body: é",
  "",
  bodyOf("then", entriesOf(-9)),
  bodyOf(time, []),
  bodyOf(time, 3)
];

const signal = new AbortController().signal;
const reading = {signal, most: 10_000_000, unit: "auto"} as const;

async function all(bodies: AsyncIterable<SavedBody>): Promise<SavedBody[]> {
  const found: SavedBody[] = [];
  for await (const body of bodies) found.push(body);
  return found;
}

// What a body holds, however its rows lie in memory.
function plain({read}: SavedBody) {
  if (read === undefined) return null;
  const {rows, ...held} = read.held;
  const cells = [...columns.map(({name}) => name), "extra" as const, "entryIndex" as const];
  const values = cells.map((name) => [...rows.columns[name].slice(rows.from, rows.from + rows.length)]);
  return {...held, ids: [...feedIdsOf(rows)], values};
}

describe("bodiesByThread(paths, reading)", () => {
  it("gives the bodies of files as bodiesOf does, and what readSaved reads of them", async () => {
    writeFileSync("a.ndjson", lines.join("\n"));
    writeFileSync("b.ndjson.gz", gzipSync(`${bodyOf(time, entriesOf(-10))}\n`));
    const paths = ["a.ndjson", "b.ndjson.gz"];
    const expected = (await Promise.all(paths.map((path) => all(bodiesOf(path, reading))))).flat();
    const found = await all(bodiesByThread(paths, reading));
    const texts = found.map(({read, body, ...rest}) => ({...rest, body: read?.text() ?? body}));
    expect(texts).toEqual(expected);
    const isUpdate = [true, false, true, true, false, true];
    expect(found.map(plain)).toEqual(
      expected.map(({body, ...rest}, i) => {
        if (!isUpdate[i]) return null;
        const read = {held: readSaved(body, "auto"), bytes: Buffer.byteLength(body), text: () => body};
        return plain({...rest, body: "", read});
      })
    );
  });

  it("gives what came before a failure, says why the rest is unread, and goes on with the next file", async () => {
    writeFileSync("torn.ndjson.gz", gzipSync(`${lines.join("\n")}\n`.repeat(100)).subarray(0, -20));
    writeFileSync("a.ndjson", `${lines[0]}\n`);
    const bodies = await all(bodiesByThread(["torn.ndjson.gz", "a.ndjson"], reading));
    expect(bodies[0]?.source).toContain("torn.ndjson.gz#1");
    expect(bodies.at(-2)?.unread).toBe("cannot read torn.ndjson.gz: unexpected end of file");
    expect(bodies.at(-1)?.source).toContain("a.ndjson#1");
  });
});

describe("loadFiles(load, {paths})", () => {
  it("loads large files by a thread as it does small ones, and shows their bytes", async () => {
    const many = Array.from({length: 1200}, (_, i) => updateOf(Array.from({length: 100}, (_, id) => i + id)));
    writeFileSync("large.ndjson", `${many.join("\n")}\n${lines.join("\n")}\n${many[0]}\n`);
    const steps: [number, number, string][] = [];
    const log = {note() {}, warn() {}, done() {}, step: (...step: [number, number, string]) => void steps.push(step)};
    const report = await place.load((one) => loadFiles(one, {paths: ["large.ndjson"]}), {online: false, log});
    expect(report).toMatchObject({responses: 1206 - 1, rows: 120_006, rejected: 4, alreadyThere: 1});
    expect(report.problems).toHaveLength(2);
    const read = steps.filter(([, , what]) => what === "MB");
    expect(read.length).toBeGreaterThan(3);
    const [done, total] = read.at(-1) ?? [];
    expect(done).toBe(total);
    expect(done).toBeGreaterThan(4);
  });
});
