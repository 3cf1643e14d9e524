import {describe, expect, it} from "vitest";
import {columns} from "../../loaders/parse/columns.js";
import {tables} from "../../loaders/store/tables.js";

const row = [
  "priceFeedId",
  "price",
  "bestBidPrice",
  "bestAskPrice",
  "publisherCount",
  "exponent",
  "confidence",
  "fundingRate",
  "fundingTimestamp",
  "fundingRateInterval",
  "marketSession",
  "emaPrice",
  "emaConfidence",
  "feedUpdateTimestamp"
];

describe("tables", () => {
  it("have the names and columns that anyone's SQL relies on", () => {
    const held = tables.map(({name, columns}) => [name, columns.map((column) => column.name)] as const);
    expect(Object.fromEntries(held)).toMatchObject({
      feed_updates: expect.arrayContaining([...row, "responseId", "entryIndex", "publishedAt", "extra"]),
      responses:
        "responseId loadId endpoint baseUrl requestedAt receivedAt publishedAt httpStatus latencyMs bodyBytes bodyHash request entries rows rejected missingFeeds".split(
          " "
        ),
      rejected_entries: ["responseId", "entryIndex", "reason", "entry"],
      coercions: ["responseId", "entryIndex", "priceFeedId", "columnName", "value"],
      loads: "loadId command startedAt finishedAt status rows rejected error sandbox".split(" "),
      feeds: expect.arrayContaining(
        "priceFeedId symbol name assetType exponent minChannel state fundingIntervalHours".split(" ")
      )
    });
    expect(tables[0]?.columns).toHaveLength(columns.length + 4);
  });
});
