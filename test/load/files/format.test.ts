import {Readable} from "node:stream";
import {gzipSync} from "node:zlib";
import {describe, expect, it, vi} from "vitest";
import {textOf} from "../../../loaders/load/files/format.js";
import {bodiesOf} from "../../../loaders/load/files/inputs.js";

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(input: AsyncIterable<Uint8Array>): Promise<string> {
  let text = "";
  for await (const piece of textOf(Readable.from(input), new AbortController().signal)) text += piece;
  return text;
}

const text = '{"line é 😀\r\n日本\uFEFF\n'.repeat(50);
const little = Buffer.from(`\uFEFF${text}`, "utf16le");
const [first = Buffer.of(), second = Buffer.of()] = [text.slice(0, 9), text.slice(9)].map((part) => gzipSync(part));

describe("textOf(input, signal)", () => {
  it.each<[string, Uint8Array]>([
    ["UTF-8", Buffer.from(text)],
    ["UTF-8 with a byte order mark", Buffer.from(`\uFEFF${text}`)],
    ["gzip", gzipSync(text)],
    ["two gzip members", Buffer.concat([first, second])],
    ["UTF-16", little],
    ["UTF-16 with the high byte first", Buffer.from(little).swap16()]
  ])("decodes %s, wherever its pieces end", async (_kind, bytes) => {
    for (const size of [1, 2, 3, 7, 100_000]) expect(await read(pieces(bytes, size))).toBe(text);
  });

  it("throws where gzipped text ends early or is damaged", async () => {
    const packed = gzipSync(text);
    await expect(read(pieces(packed.subarray(0, -10), 16))).rejects.toThrow("unexpected end of file");
    await expect(read(pieces(packed.fill(255, 12, 30), 16))).rejects.toThrow();
  });
});

describe("bodiesOf(input, reading) of standard input", () => {
  it.each<[string, Uint8Array, string]>([
    ["gzipped CSV", gzipSync("publishedAt,price_feed_id\n"), "these are rows: give the file"],
    ["zip", Buffer.from("PK\u0003\u0004"), "it is a zip archive: unpack it first"],
    ["gzip in gzip", gzipSync(gzipSync("{}")), "it is gzipped twice: unpack it once"]
  ])("refuses %s on standard input", async (_kind, bytes, reason) => {
    vi.spyOn(process, "stdin", "get").mockReturnValue(Readable.from(pieces(bytes, 1000)) as typeof process.stdin);
    const found: unknown[] = [];
    const reading = {signal: new AbortController().signal, most: 1000, note() {}};
    for await (const {unread} of bodiesOf({path: "-", kind: "bodies", isSimulated: false}, reading)) found.push(unread);
    expect(found).toEqual([`no bodies on standard input: ${reason}`]);
  });
});
