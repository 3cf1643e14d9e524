import {mkdtempSync} from "node:fs";
import {join} from "node:path";
import fc from "fast-check";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {type ExportFormat, exportQuery} from "../../loaders/inspect/export.js";
import {exportDays} from "../../loaders/inspect/export-days.js";
import {inputsOf} from "../../loaders/load/files/inputs.js";
import {type Body, readBody} from "../../loaders/parse/body.js";
import {columns} from "../../loaders/parse/columns.js";
import {bodiesOfRows} from "../../loaders/store/row-files.js";
import {makeStore, type TestStore} from "../helpers/store.js";

let test: TestStore;

beforeAll(async () => {
  test = await makeStore();
});

afterAll(() => test.remove());

const numbers = fc.oneof(
  fc.double({noNaN: true, noDefaultInfinity: true}).map((number) => JSON.stringify(number)),
  fc.constantFrom("-0.0", "5e-324", "-1.7976931348623157e308", '"9223372036854775807"', "-9223372036854775808", "0.1")
);
const farthest = 8.64e18; // the last instant that a load takes
const edges = [0, 1e6, -62167219200000008, -62198755200000000, 253402300799000000, 1e14 - 1, 1e17, farthest, -farthest];
const instants = fc.oneof(
  fc.double({min: -farthest, max: farthest, noNaN: true}).map((micros) => Math.round(micros) + 0),
  fc.integer({min: -2e6, max: 2e6}),
  fc.constantFrom(...edges)
);
const words = ["", "NA", "null", "NULL", "NaN", "None", "\\N", " ", "#", "'"];
const oddTexts = [...words, "\uFEFF", "\uFEFFx", '"', 'a"b,', "a\r\nb", "\r", "\n", "\0"];
const texts = fc.oneof(fc.string({unit: "binary", maxLength: 20}), fc.constantFrom(...oddTexts));
const extras = fc.dictionary(
  fc.oneof(texts, fc.constantFrom("extra", "Price", "publishedAt", "responseId", "row", "__proto__")),
  fc.oneof(
    texts.map((text) => JSON.stringify(text)),
    fc.json({maxDepth: 3}),
    fc.constantFrom("12345678901234567890123", "1.00000000000000000001", "-0.0", "[[1e-7]]", "null", '{"price":77}')
  )
);

const valuesOf = {DOUBLE: numbers, TIMESTAMP: instants.map(String), VARCHAR: texts.map((text) => JSON.stringify(text))};

// An entry as JSON text: of each column a value or none, and extra fields.
const entries = fc
  .tuple(
    fc.oneof(fc.maxSafeNat(), fc.constantFrom(0, Number.MAX_SAFE_INTEGER)),
    fc.record(
      Object.fromEntries(
        columns.flatMap(({name, type}) => (type === "BIGINT" ? [] : [[name, valuesOf[type]]]))
      ) as Record<string, fc.Arbitrary<string>>,
      {requiredKeys: []}
    ),
    extras
  )
  .map(([id, cells, extra]) => {
    const fields = [...Object.entries(cells), ...Object.entries(extra).filter(([name]) => !(name in cells))];
    return `{"priceFeedId":${id}${fields.map(([name, json]) => `,${JSON.stringify(name)}:${json}`).join("")}}`;
  });

function rowsOf({publishedAt, rows}: Body): object[] {
  return rows.map(({entryIndex: _, ...row}) => ({publishedAt, ...row}));
}

/** The rows of files as `load file` reads them: no value of an export is rejected or changed. */
async function rowsIn(...paths: string[]): Promise<object[]> {
  const rows: object[] = [];
  const notes: string[] = [];
  const reading = {signal: new AbortController().signal, note: (text: string) => notes.push(text)};
  for (const path of paths) {
    for await (const {read} of bodiesOfRows(path, reading)) {
      expect([...read.rejects, ...read.coercions]).toEqual([]);
      rows.push(...rowsOf(read));
    }
  }
  return rows;
}

async function copied(format: ExportFormat): Promise<object[]> {
  const path = join(test.folder, `copy.${format}`);
  await exportQuery(test.store, "FROM feed_updates", {path, format});
  return rowsIn(path);
}

async function copiedByDay(): Promise<object[]> {
  const folder = mkdtempSync(join(test.folder, "days-"));
  await exportDays(test.store, "feed_updates", {folder, today: "290000-01-01"});
  const {files, leftOut} = await inputsOf([folder]);
  expect(leftOut).toEqual([]);
  return rowsIn(...files.map(({path}) => path));
}

describe("exportQuery(store, sql, options) and bodiesOfRows(path, reading)", () => {
  it.each(["csv", "parquet"] as const)("copy every value that a store can hold, as %s", async (format) => {
    await fc.assert(
      fc.asyncProperty(fc.array(entries, {minLength: 1, maxLength: 5}), instants, async (made, publishedAt) => {
        const text = `{"parsed":{"priceFeeds":[${made}]}}`;
        const body: Body = {...readBody(text, "us"), publishedAt};
        await test.store.connection.run("DELETE FROM feed_updates");
        await test.book({text, body});
        expect(await copied(format)).toEqual(rowsOf(body));
      }),
      {numRuns: 25}
    );
  });
});

const sorted = (rows: object[]) => rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

describe("exportDays(store, table, options), inputsOf(paths) and bodiesOfRows(path, reading)", () => {
  it("copy every value that a store can hold, of any two days", async () => {
    const bodies = fc.array(fc.tuple(fc.array(entries, {minLength: 1, maxLength: 3}), instants), {
      minLength: 2,
      maxLength: 2
    });
    await fc.assert(
      fc.asyncProperty(bodies, async (made) => {
        const responses = made.map(([some, publishedAt]) => {
          const text = `{"parsed":{"priceFeeds":[${some}]}}`;
          return {text, body: {...readBody(text, "us"), publishedAt}};
        });
        await test.store.connection.run("DELETE FROM feed_updates");
        await test.book(...responses);
        expect(sorted(await copiedByDay())).toEqual(sorted(responses.flatMap(({body}) => rowsOf(body))));
      }),
      {numRuns: 25}
    );
  });
});
