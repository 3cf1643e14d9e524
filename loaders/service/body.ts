/** Thrown by `readText`: the body is longer than allowed. */
export class BodyTooLong extends Error {}

/** Reads a body, unpacked already, as UTF-8 text, and stops at `maxBytes` of it. @throws BodyTooLong */
export async function readText(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new BodyTooLong(); // leaving the loop cancels the body
    pieces.push(decoder.decode(chunk, {stream: true}));
  }
  return pieces.join("") + decoder.decode();
}
