import {PassThrough, Readable} from "node:stream";
import {gzipSync} from "node:zlib";
import {describe, expect, it} from "vitest";
import {isGzip, splitBodies, type TextBody, textOf} from "../../loaders/files/text.js";

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

describe("isGzip(bytes)", () => {
  it.each<[number[], boolean]>([
    [[0x1f, 0x8b, 8], true],
    [[0x1f], false],
    [[0x1f, 0x7b], false],
    [[0x7b, 0x8b], false],
    [[], false]
  ])("%j: %j", (bytes, expected) => expect(isGzip(Uint8Array.from(bytes))).toBe(expected));
});

async function split(chunks: string[], perLine: boolean | null, most?: number): Promise<TextBody[]> {
  const bodies: TextBody[] = [];
  for await (const body of splitBodies(chunksOf(chunks), perLine, most)) bodies.push(body);
  return bodies;
}

async function* chunksOf(chunks: string[]): AsyncGenerator<string> {
  yield* chunks;
}

describe("splitBodies(text, perLine, most)", () => {
  it("gives one body per line, wherever the chunks end, and skips empty lines", async () => {
    expect(await split(['{"a"', ':1}\n\n{"b":', "2}\r\n", '{"c":3}'], true)).toEqual([
      {body: '{"a":1}', line: 1},
      {body: '{"b":2}\r', line: 3},
      {body: '{"c":3}', line: 4}
    ]);
  });

  it("gives the whole as one body", async () => {
    expect(await split(["{\n", "}\n"], false)).toEqual([{body: "{\n}\n", line: null}]);
  });

  it("lets the first line decide", async () => {
    expect(await split(["\n{}\n{}\n"], null)).toEqual([
      {body: "{}", line: 2},
      {body: "{}", line: 3}
    ]);
    expect(await split(["{\n}"], null)).toEqual([{body: "{\n}", line: null}]);
  });

  it.each([
    [["12345", "6\n1\n"], true],
    [["1\n123456\n1\n"], true],
    [["123\n", "456\n"], false],
    [["\n\n\n", "\n\n\n"], false],
    [["{\n12345}"], null]
  ])("gives no body with more than the most characters: %j, by line %s", async (chunks, perLine) => {
    await expect(split(chunks, perLine, 5)).rejects.toThrow(/^a body is longer than 5 bytes: raise service/);
    await expect(split(chunks, perLine, 9)).resolves.toBeDefined();
  });

  it("skips blank lines as fast as they are read, and counts them", async () => {
    const chunk = " \n\r\n".repeat(2 ** 14);
    const [many] = await split([...Array(1000).fill(chunk), "{}\n"], true);
    expect(many).toEqual([{body: "{}", line: 2 ** 15 * 1000 + 1}][0]);
  }, 5000);

  it("keeps a broken line of its own, so that the others count", async () => {
    expect((await split(['{"a\n{}\n'], true)).map(({line}) => line)).toEqual([1, 2]);
  });
});
