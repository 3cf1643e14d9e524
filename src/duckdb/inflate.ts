/**
 * A gzipped WebAssembly module, inflated while it downloads. With `Content-Encoding: gzip` the browser has inflated it
 * already: then it is passed on. @throws for an error status, and if the body is neither
 */
export async function inflate(answer: Response): Promise<Response> {
  const name = answer.url.replace(/^.*\//, "");
  if (!answer.ok || answer.body === null) {
    await answer.body?.cancel(); // otherwise the browser delays the next request to this address
    throw new Error(`${answer.status} for ${name}`);
  }
  const reader = answer.body.getReader();
  const begun: Uint8Array<ArrayBuffer>[] = [];
  let start = "";
  while (start.length < 4) {
    const {done, value} = await reader.read();
    if (done) break;
    begun.push(value);
    start += String.fromCharCode(...value.subarray(0, 4));
  }
  const whole = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(stream) {
      for (const chunk of begun) stream.enqueue(chunk);
    },
    async pull(stream) {
      const {done, value} = await reader.read();
      if (done) stream.close();
      else stream.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason)
  });
  const headers = {"content-type": "application/wasm"};
  if (start.startsWith("\0asm")) return new Response(whole, {headers});
  if (start.startsWith("\x1f\x8b")) return new Response(whole.pipeThrough(new DecompressionStream("gzip")), {headers});
  await reader.cancel();
  throw new TypeError(`${name} is not a WebAssembly module`);
}

/** The body of an answer whose file is gzipped. A host may have inflated it already. */
export async function gunzipped(answer: Response): Promise<Response> {
  const bytes = await answer.arrayBuffer();
  const isGzip = new Uint8Array(bytes)[0] === 0x1f;
  const {body} = new Response(bytes);
  return new Response(isGzip ? body?.pipeThrough(new DecompressionStream("gzip")) : body);
}
