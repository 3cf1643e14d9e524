import {PassThrough, Readable} from "node:stream";
import {gzipSync} from "node:zlib";
import {describe, expect, it, vi} from "vitest";
import {bodiesOf} from "../../../loaders/load/files/bodies.js";
import {isGzip, textOf} from "../../../loaders/load/files/text.js";

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(input: AsyncIterable<Uint8Array>): Promise<string> {
  let text = "";
  for await (const piece of textOf(Readable.from(input), new AbortController().signal)) text += piece;
  return text;
}

const text = "line é 😀\r\n日本\n".repeat(50);

describe("textOf(input, signal)", () => {
  it.each([1, 2, 3, 7, 1000])("gives the text whatever the pieces: %i bytes each", async (size) => {
    expect(await read(pieces(Buffer.from(text), size))).toBe(text);
  });

  it.each([2, 10, 100_000])("inflates what is gzipped: %i bytes each", async (size) => {
    expect(await read(pieces(gzipSync(text), size))).toBe(text);
  });

  it.each([1, 2, 3, 1000])("decodes UTF-16, with a byte order mark or without: %i bytes each", async (size) => {
    const little = Buffer.from(`\uFEFF{${text}`, "utf16le");
    for (const bytes of [little, little.subarray(2)]) {
      expect(await read(pieces(bytes, size))).toBe(`{${text}`);
      expect(await read(pieces(Buffer.from(bytes).swap16(), size))).toBe(`{${text}`);
      expect(await read(pieces(gzipSync(bytes), size))).toBe(`{${text}`);
    }
  });

  it("removes a byte order mark at the start only", async () => {
    expect(await read(pieces(Buffer.from('\uFEFF"\uFEFFa"\n\uFEFF'), 1))).toBe('"\uFEFFa"\n\uFEFF');
  });

  it("gives several gzip members as one text", async () => {
    expect(await read(pieces(Buffer.concat([gzipSync("one\n"), gzipSync("two\n")]), 5))).toBe("one\ntwo\n");
  });

  it("shows a character that is cut off at the end", async () => {
    expect(await read(pieces(Buffer.from("é").subarray(0, 1), 1))).toBe("\uFFFD");
  });

  it("throws where the input fails, plain or gzipped", async () => {
    async function* failing(first: Uint8Array): AsyncGenerator<Uint8Array> {
      yield first;
      throw new Error("disk gone");
    }
    await expect(read(failing(Buffer.from("plain")))).rejects.toThrow("disk gone");
    await expect(read(failing(gzipSync(text).subarray(0, 20)))).rejects.toThrow("disk gone");
  });

  it.each<[string, () => Readable]>([
    ["an input that gives nothing", () => new PassThrough()],
    ["little that inflates to much", () => Readable.from(pieces(gzipSync(Buffer.alloc(1e8)), 1e6))]
  ])("ends when its signal is aborted: %s", async (_, input) => {
    const controller = new AbortController();
    const readAll = async () => {
      for await (const _ of textOf(input(), controller.signal));
    };
    const reading = readAll();
    setTimeout(() => controller.abort(), 10);
    await expect(reading).rejects.toThrow(/abort/i);
  });

  it("throws where gzipped text ends early or is damaged", async () => {
    const packed = gzipSync(text);
    await expect(read(pieces(packed.subarray(0, -10), 16))).rejects.toThrow("unexpected end of file");
    packed.fill(255, 12, 30);
    await expect(read(pieces(packed, 16))).rejects.toThrow();
  });
});

describe('bodiesOf("-", reading)', () => {
  it.each<[string, Uint8Array, string]>([
    ["CSV", Buffer.from("priceFeedId,publishedAt,price\n1,2026-05-12,5\n"), "these are rows: give the file"],
    ["gzipped CSV", gzipSync("publishedAt,price_feed_id\n"), "these are rows: give the file"],
    ["Parquet", Buffer.from("PAR1\u0015"), "these are rows: give the file"],
    ["zip", Buffer.from("PK\u0003\u0004"), "it is a zip archive: unpack it first"],
    ["gzip in gzip", gzipSync(gzipSync("{}")), "it is gzipped twice: unpack it once"]
  ])("refuses %s on standard input", async (_, bytes, reason) => {
    vi.spyOn(process, "stdin", "get").mockReturnValue(Readable.from(pieces(bytes, 1000)) as typeof process.stdin);
    const found: unknown[] = [];
    for await (const {unread} of bodiesOf("-", {signal: new AbortController().signal, most: 1000})) found.push(unread);
    expect(found).toEqual([`no bodies on standard input: ${reason}`]);
  });
});

describe("isGzip(bytes)", () => {
  it.each<[number[], boolean]>([
    [[0x1f, 0x8b, 8], true],
    [[0x1f], false],
    [[0x1f, 0x7b], false],
    [[0x7b, 0x8b], false],
    [[], false]
  ])("%j: %j", (bytes, expected) => expect(isGzip(Uint8Array.from(bytes))).toBe(expected));
});
