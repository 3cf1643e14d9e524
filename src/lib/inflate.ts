/**
 * A gzipped WebAssembly module, inflated while it comes. A host may have inflated it already (`Content-Encoding: gzip`):
 * then it is taken as it is. @throws if the answer is no success, or is neither
 */
export async function inflate(answer: Response): Promise<Response> {
  const name = answer.url.replace(/^.*\//, "");
  if (!answer.ok || answer.body === null) throw new Error(`${answer.status} for ${name}`);
  const reader = answer.body.getReader();
  let next = await reader.read();
  const start = String.fromCharCode(...(next.value?.subarray(0, 4) ?? []));
  const whole = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(stream) {
      if (next.done) return stream.close();
      stream.enqueue(next.value);
      next = await reader.read();
    },
    cancel: (reason) => reader.cancel(reason)
  });
  const headers = {"content-type": "application/wasm"};
  if (start === "\0asm") return new Response(whole, {headers});
  if (start.startsWith("\x1f\x8b")) return new Response(whole.pipeThrough(new DecompressionStream("gzip")), {headers});
  throw new TypeError(`${name} is not a WebAssembly module`);
}
