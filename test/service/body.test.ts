import {describe, expect, it} from "vitest";
import {BodyTooLong, readText} from "../../loaders/service/body.js";

function chunked(...chunks: Uint8Array[]): {body: AsyncIterable<Uint8Array>; cancelled: () => boolean} {
  let cancelled = false;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks.shift();
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
    cancel() {
      cancelled = true;
    }
  });
  return {body: stream, cancelled: () => cancelled};
}

describe("readText(body, maxBytes)", () => {
  it("joins a character that is split between chunks", async () => {
    const bytes = new TextEncoder().encode("é😀");
    expect(await readText(chunked(...[...bytes].map((byte) => Uint8Array.of(byte))).body, 6)).toBe("é😀");
  });

  it("reads no body as no text", async () => {
    expect(await readText(chunked().body, 0)).toBe("");
  });

  it("takes exactly so many bytes, and stops the body at one more", async () => {
    expect(await readText(chunked(new Uint8Array(10).fill(97)).body, 10)).toBe("a".repeat(10));
    const {body, cancelled} = chunked(new Uint8Array(10), new Uint8Array(1), new Uint8Array(1e6));
    await expect(readText(body, 10)).rejects.toThrow(BodyTooLong);
    expect(cancelled()).toBe(true);
  });
});
