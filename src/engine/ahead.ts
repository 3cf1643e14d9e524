import {gunzipped} from "./gunzip.js";

/** Parts of a file that are read before DuckDB asks for them. */
export interface Ahead {
  /** Of the file, which its host sends by ranges. */
  url: string;
  size: number;
  modified: string;
  /** In the order of their offsets. */
  parts: readonly {offset: number; bytes: Uint8Array<ArrayBuffer>}[];
}

/**
 * Fetches the parts that `src/data/feeds.blocks.gz.ts` made of the file at `url`. Null if that fails, or the host sends no ranges:
 * then DuckDB asks for all by itself.
 */
export async function fetchAhead(url: string, partsUrl: string, ask = fetch): Promise<Ahead | null> {
  try {
    const [first, parts] = await Promise.all([ask(url, {headers: {range: "bytes=0-0"}}), ask(partsUrl)]);
    const size = Number(/\/(\d+)$/.exec(first.headers.get("content-range") ?? "")?.[1]);
    if (first.status !== 206 || !(size > 0) || !parts.ok) {
      await Promise.all([first, parts].map(({body}) => body?.cancel()));
      return null;
    }
    const file = new Uint8Array(await (await gunzipped(parts)).arrayBuffer());
    return {url, size, modified: first.headers.get("last-modified") ?? "", parts: partsOf(file)};
  } catch {
    return null;
  }
}

// A line of JSON, `[[offset, length], …]`, and then the bytes.
function partsOf(file: Uint8Array<ArrayBuffer>): Ahead["parts"] {
  let at = file.indexOf(10) + 1;
  const places: [offset: number, length: number][] = JSON.parse(new TextDecoder().decode(file.subarray(0, at)));
  return places.map(([offset, length]) => {
    const bytes = file.subarray(at, at + length);
    at += length;
    return {offset, bytes};
  });
}

/** The bytes of a file from `start` to before `end`, as far as parts that follow each other have them. */
export function bytesAt({parts}: Pick<Ahead, "parts">, start: number, end: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(end - start);
  let at = start;
  for (const {offset, bytes: part} of parts) {
    const stop = Math.min(end, offset + part.length);
    if (offset > at || stop <= at) continue;
    bytes.set(part.subarray(at - offset, stop - offset), at - start);
    at = stop;
  }
  return bytes.subarray(0, at - start);
}

/**
 * A class of requests in place of `Request`: those that DuckDB-Wasm makes of a file are answered from what `known` has of it,
 * and only the rest is asked for.
 */
export function answeringFrom(known: () => Ahead | null, Request: typeof XMLHttpRequest): typeof XMLHttpRequest {
  return class extends Request {
    #head = false;
    #url = "";
    #range: [start: number, end: number] | null = null;
    #held: {ahead: Ahead; bytes: Uint8Array<ArrayBuffer>; whole: boolean} | null = null;

    override open(...given: [method: string, url: string | URL]): void {
      this.#head = given[0] === "HEAD";
      this.#url = String(given[1]);
      [this.#range, this.#held] = [null, null]; // of a request before
      Reflect.apply(super.open, this, given); // with what else was given, such as whether it waits
    }

    override setRequestHeader(name: string, value: string): void {
      const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(name === "Range" ? value : "") ?? [];
      if (start === undefined) super.setRequestHeader(name, value);
      else this.#range = [Number(start), end ? Number(end) + 1 : Number.POSITIVE_INFINITY];
    }

    override send(body?: XMLHttpRequestBodyInit | null): void {
      if (this.#range === null) {
        super.send(body);
        return;
      }
      let [start, stop] = this.#range;
      const ahead = known();
      if (ahead?.url === this.#url) {
        stop = Math.min(stop, ahead.size);
        const bytes = this.#head ? new Uint8Array() : bytesAt(ahead, start, stop);
        start += bytes.length;
        this.#held = {ahead, bytes, whole: this.#head || start === stop};
        if (this.#held.whole) return;
      }
      super.setRequestHeader("Range", `bytes=${start}-${stop === Number.POSITIVE_INFINITY ? "" : stop - 1}`);
      super.send(body);
    }

    override get status(): number {
      return this.#held?.whole ? 206 : super.status;
    }

    override get response(): unknown {
      if (this.#held === null) return super.response;
      const {bytes, whole} = this.#held;
      if (whole) return bytes.slice().buffer;
      if (super.status !== 206) return super.response; // the file as a whole, or an error
      const rest = new Uint8Array(super.response);
      const joined = new Uint8Array(bytes.length + rest.length);
      joined.set(bytes);
      joined.set(rest, bytes.length);
      return joined.buffer;
    }

    override getResponseHeader(name: string): string | null {
      if (!this.#held?.whole) return super.getResponseHeader(name);
      const {ahead, bytes} = this.#held;
      if (name === "Content-Length") return String(this.#head ? ahead.size : bytes.length);
      return name === "Last-Modified" ? ahead.modified : null;
    }
  };
}
