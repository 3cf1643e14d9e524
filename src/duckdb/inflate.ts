/** A gzipped file, inflated unless the browser has done it. @throws for an error status or a page in its place */
export async function inflate(answer: Response): Promise<Response> {
  const name = answer.url.replace(/^.*\//, "");
  if (!answer.ok || answer.body === null) {
    await answer.body?.cancel(); // otherwise the browser delays the next request to this address
    throw new Error(`${answer.status} for ${name}`);
  }
  const [body, copy] = answer.body.tee();
  const reader = copy.getReader();
  const [first] = (await reader.read()).value ?? [];
  void reader.cancel();
  if (first === 0x3c) throw new TypeError(`the host answers with a page for ${name}`); // <
  const file = first === 0x1f ? body.pipeThrough(new DecompressionStream("gzip")) : body;
  return new Response(file, {headers: {"content-type": "application/wasm"}});
}
