// The parts of Framework's standard library that modules of this site use, and packages without types.
declare module "observablehq:stdlib" {
  /** A file of the site, found by its source name; Framework replaces the name by the built file's address. */
  export interface FileAttachment {
    readonly name: string;
    url(): Promise<string>;
    json<T>(): Promise<T>;
    text(): Promise<string>;
    stream(): Promise<ReadableStream<Uint8Array>>;
  }

  export function FileAttachment(name: string): FileAttachment;
}

declare module "htl" {
  export function html(strings: TemplateStringsArray, ...values: unknown[]): HTMLElement;
  export function svg(strings: TemplateStringsArray, ...values: unknown[]): SVGElement;
}

declare module "@observablehq/inputs";

declare module "@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js";
