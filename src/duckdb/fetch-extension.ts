/** Fetches an extension that FEEDBOOK_EXTENSIONS lists. @throws an error that names it and says what to do */
export async function fetchExtension(name: string, version: string, env = process.env): Promise<Uint8Array> {
  const listed = (env.FEEDBOOK_EXTENSIONS ?? "").split(" ");
  if (name === "" || !listed.includes(name)) throw new Error(`DuckDB extension ${name} is not in site.extensions`);
  const repository = env.FEEDBOOK_EXTENSIONS_URL || "https://extensions.duckdb.org";
  const url = `${repository}/${version}/wasm_eh/${name}.duckdb_extension.wasm`;
  try {
    const answer = await fetch(url, {signal: AbortSignal.timeout(120_000)});
    if (!answer.ok) throw new Error(`${answer.status}`);
    const module = new Uint8Array(await answer.arrayBuffer());
    if (String.fromCharCode(...module.subarray(0, 4)) === "\0asm") return module;
    throw new Error("the answer is not a WebAssembly module");
  } catch (error) {
    const reason = `cannot fetch DuckDB extension ${name} from ${url}: ${reasonOf(error)}`;
    throw new Error(`${reason}: correct its name, connect to a network, or remove it from site.extensions`);
  }
}

// Of "fetch failed", the cause says why.
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}
