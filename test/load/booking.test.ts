import {createHash} from "node:crypto";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import type {Books} from "../../loaders/load/books.js";
import type {LoadReport} from "../../loaders/load/report.js";
import {hashBody} from "../../loaders/parse/body.js";
import {coercedAfter} from "../../loaders/store/replay.js";
import {updateOf} from "../helpers/service.js";
import {makeStore, type TestStore} from "../helpers/store.js";
import {keepBooks, received} from "./bookkeeping.js";

let test: TestStore;
let report: LoadReport;
let books: Books;

beforeEach(async () => {
  test = await makeStore();
  ({books, report} = await keepBooks(test));
});

afterEach(() => test.remove());

describe("openBooks(settings, withStore, report).add(received)", () => {
  it("keeps what a response was: times, size in bytes, hash, request", async () => {
    const body = `${updateOf([1]).slice(0, -1)}, "note": "é😀"}`;
    await books.add(received(body));
    await books.flush();
    const digest = createHash("sha256").update(body).digest("hex");
    expect(hashBody(body)).toBe(digest);
    expect(
      await test.records(
        `SELECT loadId::VARCHAR AS loadId, requestedAt, receivedAt, latencyMs, bodyBytes, bodyHash, request
        FROM responses`
      )
    ).toEqual([
      {
        loadId: report.loadId,
        requestedAt: "2026-05-12T14:00:00Z",
        receivedAt: "2026-05-12T14:00:00.007Z",
        latencyMs: 7,
        bodyBytes: Buffer.byteLength(body),
        bodyHash: digest,
        request: '{"priceFeedIds":[1]}'
      }
    ]);
  });

  it("reports a missing or unreadable time, books the unreadable one, and dates the rows by their receipt", async () => {
    await books.add(received('{"parsed":{"timestampUs":"soon","priceFeeds":[{"priceFeedId":1}]}}'));
    await books.add(received('{"parsed":{"priceFeeds":[{"priceFeedId":1}]}}'));
    await books.flush();
    expect(report).toMatchObject({entries: 2, rows: 2, coercions: 0, undated: 2});
    const kept =
      "SELECT priceFeedId, columnName, value, publishedAt = receivedAt AS asReceived FROM coercions JOIN responses USING (responseId)";
    expect(await test.records(kept)).toEqual([
      {priceFeedId: 1, columnName: "publishedAt", value: '"soon"', asReceived: true}
    ]);
    expect(await coercedAfter(test.store, null)).toEqual([]);
  });

  it("books a refusal without entries, whatever its text", async () => {
    await books.add(received(updateOf([1]), {httpStatus: 403}));
    await books.flush();
    expect(await test.records("SELECT httpStatus, entries, missingFeeds FROM responses")).toEqual([
      {httpStatus: 403, entries: 0, missingFeeds: null}
    ]);
    expect(report).toMatchObject({responses: 1, entries: 0, problems: [], nothingThere: 0});
  });

  it.each([
    ["<html>502", "body is no JSON (<html>502 at character 1: a value must be there)"],
    ["", "body is empty"],
    ['{"evm":{}}', "body has no parsed object, only signed data: ask for parsed"],
    ['{"parsed":{"priceFeeds":{}}}', "body has no array at parsed.priceFeeds"],
    ["\u0000\u001b[31m😀", /^body is no JSON/]
  ])("keeps the start of a 200 that is no update body, and why: %j", async (body, problem) => {
    await books.add(received(body));
    await books.add(received(updateOf([1])));
    await books.add(received("Unknown feed: 2", {httpStatus: 403}));
    await books.flush();
    const failed = "SELECT problem, start, bodyBytes FROM failed_responses JOIN responses USING (responseId)";
    const why = typeof problem === "string" ? problem : expect.stringMatching(problem);
    expect(await test.records(failed)).toEqual([{problem: why, start: body, bodyBytes: Buffer.byteLength(body)}]);
  });

  it("keeps no more than the first thousand characters of it", async () => {
    await books.add(received("x".repeat(5000)));
    await books.flush();
    expect(await test.records("SELECT start FROM failed_responses")).toEqual([{start: "x".repeat(1000)}]);
  });

  it("counts the feeds that were asked for and did not come", async () => {
    await books.add(received(updateOf([2]), {asked: [1, 2, 3]}));
    await books.add(received(updateOf([2, 3]), {asked: [1, 2, 3]}));
    await books.add(received(updateOf([2]), {asked: [2]}));
    await books.flush();
    expect(report.missingFeeds).toEqual({1: 2, 3: 1});
    expect(report).toMatchObject({asked: 7, received: 4, missing: 3});
    const missing = "SELECT missingFeeds FROM responses ORDER BY missingFeeds";
    expect((await test.records(missing)).map((row) => row.missingFeeds)).toEqual(["[1,3]", "[1]", "[]"]);
  });

  it("counts a feed whose entry was rejected as one that did not come", async () => {
    await books.add(received('{"parsed":{"priceFeeds":[{"priceFeedId":1},{"priceFeedId":"two"}]}}', {asked: [1, 2]}));
    await books.flush();
    expect(report.missingFeeds).toEqual({2: 1});
    expect(report).toMatchObject({asked: 2, received: 1, missing: 1, rejected: 1});
  });

  const many = (from: number, count: number) => updateOf(Array.from({length: count}, (_, i) => from + i));

  it.each([
    ["by id", [1, 2]],
    ["by symbol", ["A", "B"]]
  ])("keeps feeds that nobody asked for, counted (%s)", async (_, asked) => {
    await books.add(received(updateOf([1, 2, 8, 9]), {asked}));
    await books.add(received(updateOf([1, 2, 9]), {asked}));
    await books.flush();
    expect(report).toMatchObject({asked: 4, received: 4, rows: 7, problems: [], unaskedFeeds: {8: 1, 9: 2}});
  });

  it("rejects entries of those beyond the 5,000 that a load may have, and keeps all that was asked for", async () => {
    await books.add(received(many(1, 5003), {asked: [1, 2, 3]}));
    await books.add(received(many(1, 5003), {asked: [1, 2, 3]})); // the same ones
    await books.add(received(many(1, 5005), {asked: [1, 2, 3]}));
    await books.add(received(many(1, 6000), {endpoint: "file"})); // nobody asked for any of these
    await books.flush();
    const booked = "SELECT entries, rows, rejected FROM responses ORDER BY rowid";
    expect(await test.records(booked)).toEqual([
      {entries: 5003, rows: 5003, rejected: 0},
      {entries: 5003, rows: 5003, rejected: 0},
      {entries: 5005, rows: 5003, rejected: 2},
      {entries: 6000, rows: 6000, rejected: 0}
    ]);
    expect(report).toMatchObject({asked: 9, received: 9, rejected: 2, problems: []});
    expect(await test.records("SELECT entryIndex, reason, entry->>'priceFeedId' AS id FROM rejected_entries")).toEqual([
      {entryIndex: 5003, reason: expect.stringMatching(/^nobody asked for this feed/), id: "5004"},
      {entryIndex: 5004, reason: expect.stringMatching(/^nobody asked for this feed/), id: "5005"}
    ]);
  });
});
