import {describe, expect, it} from "vitest";
import {BodyTooLong, readText} from "../../loaders/service/body.js";

function chunked(...chunks: Uint8Array[]): {response: Response; cancelled: () => boolean} {
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
  return {response: new Response(stream), cancelled: () => cancelled};
}

describe("readText(response, maxBytes)", () => {
  it("joins a character that is split between chunks", async () => {
    const bytes = new TextEncoder().encode("é😀");
    expect(await readText(chunked(...[...bytes].map((byte) => Uint8Array.of(byte))).response, 6)).toBe("é😀");
  });

  it("reads no body as no text", async () => {
    expect(await readText(new Response(null, {status: 204}), 0)).toBe("");
    expect(await readText(new Response(""), 0)).toBe("");
  });

  it("takes exactly so many bytes, and stops the body at one more", async () => {
    expect(await readText(chunked(new Uint8Array(10).fill(97)).response, 10)).toBe("a".repeat(10));
    const {response, cancelled} = chunked(new Uint8Array(10), new Uint8Array(1), new Uint8Array(1e6));
    await expect(readText(response, 10)).rejects.toThrow(BodyTooLong);
    expect(cancelled()).toBe(true);
  });
});
