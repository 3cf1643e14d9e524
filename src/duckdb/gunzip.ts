/** The body of an answer whose file is gzipped. A host may have inflated it already. */
export async function gunzipped(answer: Response): Promise<Response> {
  const bytes = await answer.arrayBuffer();
  const isGzip = new Uint8Array(bytes)[0] === 0x1f;
  const {body} = new Response(bytes);
  return new Response(isGzip ? body?.pipeThrough(new DecompressionStream("gzip")) : body);
}
