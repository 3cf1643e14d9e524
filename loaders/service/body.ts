/** Thrown by `readText`: the body is longer than allowed. */
export class BodyTooLong extends Error {}

/** Reads a response's body as UTF-8 text, and stops at `maxBytes` of it (counted uncompressed). @throws BodyTooLong */
export async function readText(response: Response, maxBytes: number): Promise<string> {
  if (response.body === null) return "";
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new BodyTooLong(); // leaving the loop cancels the body
    pieces.push(decoder.decode(chunk, {stream: true}));
  }
  return pieces.join("") + decoder.decode();
}
