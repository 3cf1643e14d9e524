import {describe, expect, it} from "vitest";
import {addRow, closeRows, columns, makeRows, type Row, releaseRows} from "../../loaders/rows/columns.js";
import {rowAt} from "../helpers/rows.js";

describe("columns", () => {
  it("begin with the authority's 14, in its order, spelling and types", () => {
    expect(columns.slice(0, 14).map(({name, type}) => `${name} ${type}`)).toEqual([
      "priceFeedId BIGINT",
      "price DOUBLE",
      "bestBidPrice DOUBLE",
      "bestAskPrice DOUBLE",
      "confidence DOUBLE",
      "exponent DOUBLE",
      "publisherCount DOUBLE",
      "fundingRate DOUBLE",
      "fundingRateInterval DOUBLE",
      "marketSession VARCHAR",
      "emaPrice DOUBLE",
      "emaConfidence DOUBLE",
      "feedUpdateTimestamp TIMESTAMP",
      "fundingTimestamp TIMESTAMP"
    ]);
  });
});

const empty = Object.fromEntries(columns.map(({name}) => [name, null])) as unknown as Row;
const row = (priceFeedId: number, more: Partial<Row> = {}): Row => ({...empty, priceFeedId, ...more});

describe("addRow(batch, row, entryIndex, extra)", () => {
  it("keeps each row as it is, nulls and zeros too, with its place and extras", () => {
    const full = Object.fromEntries(
      columns.map(({name, type}, i) => [name, type === "VARCHAR" ? "closed" : i + 0.5])
    ) as unknown as Row;
    const rows = [row(7), full, row(0, {price: 0, fundingRate: -1e308, marketSession: ""})];
    const batch = makeRows(5);
    for (const [i, one] of rows.entries()) addRow(batch, one, 2 * i, i === 1 ? '{"venue":"x"}' : null);
    expect(batch.length).toBe(3);
    expect(rows.map((_, i) => rowAt(batch, i))).toEqual(rows);
    expect(batch.columns.entryIndex).toEqual([0, 2, 4]);
    expect(batch.columns.extra).toEqual([null, '{"venue":"x"}', null]);
  });
});

describe("releaseRows(batches)", () => {
  it("lets their memory be used once more, by batches of the same size", () => {
    const released = [makeRows(4), makeRows(2), makeRows(4)];
    releaseRows(released);
    const [other, ...made] = [makeRows(2), makeRows(4), makeRows(4), makeRows(4)];
    expect(made.filter((batch) => released.includes(batch))).toHaveLength(2);
    expect(new Set([other, ...made].map(({columns}) => columns.price.buffer)).size).toBe(4);
    expect(other.columns.price).toHaveLength(2);
  });

  it("leaves no value of old in new rows", () => {
    const old = makeRows(2);
    for (const id of [1, 4]) addRow(old, row(id, {price: 5, marketSession: "closed"}), id, "{}");
    releaseRows([old]);
    const batch = makeRows(2);
    addRow(batch, row(2), 3, null);
    closeRows(batch);
    expect(batch).toBe(old);
    expect(batch).toMatchObject({length: 1, columns: {entryIndex: [3], extra: [null], marketSession: [null]}});
    expect(rowAt(batch, 0)).toEqual(row(2));
  });
});
