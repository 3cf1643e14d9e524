/**
 * The bytes of a gzipped WebAssembly module. A host may have inflated it already (`Content-Encoding: gzip`): then they
 * are taken as they are.
 */
export async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  if (isWasm(bytes)) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const inflated = new Uint8Array(await new Response(stream).arrayBuffer());
  if (!isWasm(inflated)) throw new TypeError(`not a WebAssembly module: ${inflated.length} bytes`);
  return inflated;
}

function isWasm(bytes: Uint8Array): boolean {
  return bytes[0] === 0x00 && bytes[1] === 0x61 && bytes[2] === 0x73 && bytes[3] === 0x6d; // \0asm
}
