import {copyFileSync, mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {gzipSync} from "node:zlib";
import {DuckDBInstance} from "@duckdb/node-api";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {bodiesOfRows} from "../../loaders/store/row-files.js";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "feedbook-rows-"));
});

afterAll(() => rmSync(folder, {recursive: true}));

const day = Date.UTC(2026, 8, 22) * 1000;
const at = (hour: number, minute: number, second = 0) => day + (hour * 3600 + minute * 60 + second) * 1e6;

/** Reads a file: its rows without nulls, its rejects, coercions and notes. */
async function read(path: string, timeFormat?: string) {
  const [rows, rejects, coercions, notes]: [object[], string[], string[], string[]] = [[], [], [], []];
  const note = (text: string) => notes.push(text.replace(`${path}: `, ""));
  for await (const {read} of bodiesOfRows(path, {signal: new AbortController().signal, timeFormat, note})) {
    const {publishedAt, rows: found} = read;
    for (const {entryIndex: _, ...row} of found) {
      const cells = Object.entries(row).filter(([, value]) => value !== null);
      rows.push({publishedAt, ...Object.fromEntries(cells)});
    }
    rejects.push(...read.rejects.map(({reason}) => reason));
    coercions.push(...read.coercions.map(({columnName, value}) => `${columnName} ${value}`));
  }
  return {rows, rejects, coercions, notes};
}

function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const readCsv = (text: string | Uint8Array, timeFormat?: string) => read(write("rows.csv", text), timeFormat);

async function readParquet(sql: string) {
  const path = join(folder, "rows.parquet");
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run(`COPY (${sql}) TO '${path}' (FORMAT parquet)`);
  instance.closeSync();
  return read(path);
}

describe("bodiesOfRows(path, reading)", () => {
  const head = "priceFeedId,publishedAt,price,exponent";

  it.each([
    ["10-time-case.csv", [at(10, 18)], ["publishedAt is read from the column PublishedAt"]],
    ["10-time-name.csv", [at(10, 12), at(10, 13)], ["publishedAt is read from the column timestamp"]],
    ["10-time-short.csv", [at(9, 48), at(9, 49)], []],
    ["11-r.csv", [at(10, 20), at(10, 20)], ["a column without a name is left out"]],
    ["10-time-utc-word.csv", [at(10, 16), at(10, 17)], []],
    [
      "12-types.parquet",
      [day],
      [expect.stringContaining("in price has decimals"), "columns that are kept as extra fields: tags, more, raw"]
    ],
    ["13-tabs.csv", [at(10, 22)], []],
    ["14-floats.csv", [at(10, 24), at(10, 24, 10)], ["a column without a name is left out"]]
  ])("dates the rows of %s by their own time", async (name, times, notes) => {
    copyFileSync(`test/fixtures/cases/${name}`, join(folder, name));
    const found = await read(join(folder, name));
    expect(found).toMatchObject({rejects: [], coercions: [], notes});
    expect(found.rows).toMatchObject(times.map((publishedAt) => ({publishedAt, exponent: expect.any(Number)})));
  });

  it("reads times in the given format, and times that need none", async () => {
    const columns = "priceFeedId,publishedAt,price,feedUpdateTimestamp,fundingTimestamp";
    const rows = "1,9/22/2026 10:14,5,9/22/2026 10:13,\n1,2026-09-22 10:15,5,,1790070480\n";
    expect((await readCsv(`${columns}\n${rows}`, "%m/%d/%Y %H:%M")).rows).toMatchObject([
      {publishedAt: at(10, 14), feedUpdateTimestamp: at(10, 13)},
      {publishedAt: at(10, 15), fundingTimestamp: at(9, 48)}
    ]);
  });

  it("dates a row without a time of publication by feedUpdateTimestamp, and rejects a row without a readable time", async () => {
    const rows = [
      "1,,2026-09-22 09:48,5",
      "2,soon,2026-09-22 09:48,5",
      "3,2026-09-22 09:49,,5",
      "4,20260922,,5",
      "5,,,5"
    ];
    expect(await readCsv(`priceFeedId,publishedAt,feedUpdateTimestamp,price\n${rows.join("\n")}\n`)).toMatchObject({
      rows: [{publishedAt: at(9, 48)}, {publishedAt: at(9, 49)}],
      rejects: [
        'row with an unreadable time: "soon", row 2',
        'row with an unreadable time: "20260922", row 4',
        "row without a time: row 5"
      ],
      notes: ["1 row without a time of publication: dated by feedUpdateTimestamp"]
    });
    const changed = "priceFeedId,feedUpdateTimestamp,price\n1,2026-09-22 09:48,5\n";
    expect((await readCsv(changed)).rows).toMatchObject([{publishedAt: at(9, 48), priceFeedId: 1}]);
  });

  it("reads columns' names in other spellings, and reports them", async () => {
    expect(await readCsv("pricefeedid,Timestamp,PRICE,best_bid_price,bid,date\n1,1790070480,5,4,3,x\n")).toMatchObject({
      rows: [{publishedAt: at(9, 48), priceFeedId: 1, price: 5, bestBidPrice: 4, extra: '{"bid":"3","date":"x"}'}],
      notes: [
        "publishedAt is read from the column Timestamp",
        "columns are read as priceFeedId (pricefeedid), price (PRICE), bestBidPrice (best_bid_price)",
        "columns that are kept as extra fields: bid, date"
      ]
    });
  });

  it("reads every spelling of null as null, unless it is a quoted text", async () => {
    const spellings = ["", "NA", "N/A", "#N/A", "NaN", "nan", "None", "none", "NULL", "null", "\\N", "NaT", "<NA>"];
    const rows = spellings.map((text) => `1,1790070480,5,${text},${text},"${text}"`).join("\n");
    const found = await readCsv(`priceFeedId,publishedAt,price,marketSession,fundingTimestamp,confidence\n${rows}\n`);
    expect(found).toMatchObject({coercions: [], rejects: []});
    expect(found.rows).toEqual(spellings.map(() => ({publishedAt: at(9, 48), priceFeedId: 1, price: 5})));
    const quoted = await readCsv(`${head},marketSession\n1,1790070480,5,,"NA"\n1,1790070480,5,,""\n`);
    expect(quoted.rows).toMatchObject([{marketSession: "NA"}, {marketSession: ""}]);
  });

  it("recognizes UTF-16, gzip, line ends, delimiters and blank lines", async () => {
    const text = `${head}\n1,1790070480,5,0\n`;
    for (const content of [
      Buffer.from(`\uFEFF${text}`, "utf16le"),
      gzipSync(text),
      `\uFEFF\n \n${text}`,
      text.replaceAll("\n", "\r\n"),
      text.replaceAll("\n", "\r"),
      text.replaceAll(",", ";"),
      `sep=;\n${text}`.replaceAll(",", ";").replaceAll("\n", "\r\n"),
      text.replace(head, '"priceFeedId","publishedAt","price","exponent"')
    ])
      expect((await readCsv(content)).rows).toEqual([{publishedAt: at(9, 48), priceFeedId: 1, price: 5, exponent: 0}]);
  });

  it("reads decimals beside an exponent, with a note", async () => {
    expect(await readCsv(`${head}\n1,1790070480,2.5,-8\n`)).toMatchObject({
      rows: [{price: 2.5, exponent: -8}],
      notes: ["row 1: 2.5 in price has decimals: it is read as a mantissa, times a power of ten"]
    });
  });

  const row = "1,1790070480,2,0\n";
  const latin = (text: string) => Buffer.from(text, "latin1");

  it.each<[string | Buffer, string, string?]>([
    ["", "is empty: it needs a line with the names of its columns"],
    ["priceFeedId,time,open\n1,1790070480,2\n", "it has no value of a feed, as price, but priceFeedId, time, open"],
    ["priceFeedId,price\n1,2\n", "has no times: it needs a column publishedAt, and has priceFeedId, price"],
    ["priceFeedId,time,ts,price\n1,1,1,2\n", "has 2 columns that could be the time: time, ts"],
    ["priceFeedId,publishedAt,price,PRICE\n1,1790070480,2,3\n", "has two columns price: price, PRICE"],
    [
      `${head}\n1,9/22/2026 10:14,2,0\n`,
      "row 1: 9/22/2026 10:14 in publishedAt needs a format: name it, as in --time-"
    ],
    [
      `${head}\n1,22.09.2025 10:12,2,0\n`,
      "22.09.2025 10:12 in publishedAt does not have the given format: %m/%d",
      "%m/%d/%Y"
    ],
    [`${head}\n${row}1,1790070480,112238.72,\n`, "row 2: 112238.72 in price has decimals and no exponent"],
    [
      `${head}\n1,soon,5,0\n1,20260922,5,0\n`,
      'no time can be read in publishedAt, as "soon": write 2026-09-22T10:12:00Z'
    ],
    ["priceFeedId;publishedAt;price\n1;1790070480;65000,12\n", "row 1: 65000,12 in price has a comma"],
    [`${head}\n1,1790070480,2\n`, 'line 2 ("1,1790070480,2"): 3 columns, where the first line has 4'],
    [`${head}\n1,1790070480,2,"0\n${row}`, "a quote is misplaced or not closed"],
    [latin(`${head}\n1,1790070480,2,\xff\n`), 'line 2 ("1,1790070480,2,?"): its text is not UTF-8']
  ])("refuses %j before anything is read", async (text, problem, timeFormat) => {
    const error: unknown = await readCsv(text, timeFormat).catch((failure: unknown) => failure);
    expect(String(error)).toContain(problem);
    expect(String(error)).not.toMatch(/sniffer|strict_mode|Set By User/);
  });

  it("reads typed instants of Parquet, and makes infinite ones null", async () => {
    const {rows, coercions} = await readParquet(`SELECT 1 AS priceFeedId, 5 AS price, {a: 1} AS extra, *
      FROM (VALUES
        (TIMESTAMP '1970-01-01 00:00:01', TIMESTAMPTZ '9999-12-31 23:59:59Z', DATE '2026-09-22', 'NaN'::DOUBLE),
        (TIMESTAMP '0044-03-15 (BC)', 'infinity', DATE '5000000-01-01', '-inf')
      ) AS t(publishedAt, feedUpdateTimestamp, fundingTimestamp, confidence)`);
    const row = {priceFeedId: 1, price: 5, extra: '{"a":1}'};
    expect(rows).toEqual([
      {...row, publishedAt: 1e6, feedUpdateTimestamp: 253402300799000000, fundingTimestamp: day},
      {...row, publishedAt: -63517824000000000}
    ]);
    expect(coercions.toSorted()).toEqual([
      'confidence "-inf"',
      'feedUpdateTimestamp "infinity"',
      'fundingTimestamp "5000000-01-01"'
    ]);
  });
});
