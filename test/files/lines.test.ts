import {describe, expect, it} from "vitest";
import {splitBodies, type TextBody} from "../../loaders/files/lines.js";

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
