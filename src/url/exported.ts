/** How a page in one exported file gets rows: from its `view` alone, or from its `data` too; null: a page of a site. */
export function exported(): "view" | "data" | null {
  const content = globalThis.document?.querySelector<HTMLMetaElement>("meta[name=feedbook-file]")?.content;
  return content === "view" || content === "data" ? content : null;
}

/** Why a file of one view has no answer. */
export const oneView =
  "this file holds one view, and no data for another: export the page with --with-data, or open it in Feedbook";

/** The engine and the data that an exported file contains. */
export interface HeldFiles {
  /** Starts the worker with DuckDB-Wasm's module, and decodes the snapshot. */
  worker(): Promise<Worker>;
  data(): Promise<Uint8Array>;
}

/** What the start script of an exported file with an engine left for it; null on a page of a site. */
export function heldFiles(): HeldFiles | null {
  return Reflect.get(globalThis, "fbHeld") ?? null;
}
