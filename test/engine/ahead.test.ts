import {execFileSync} from "node:child_process";
import {readFileSync} from "node:fs";
import {gzipSync} from "node:zlib";
import {describe, expect, it} from "vitest";
import {type Ahead, answeringFrom, bytesAt, fetchAhead} from "../../src/engine/ahead.js";
import {sharedSnapshot} from "../pages/queries.js";
import {serve} from "../service/loopback.js";

const file = Buffer.from(Array.from({length: 1000}, (_, i) => i % 251));
const parts = [[0, 100] as const, [100, 50] as const, [400, 100] as const];
const packed = (places: readonly (readonly [offset: number, length: number])[]) =>
  Buffer.concat([
    Buffer.from(`${JSON.stringify(places)}\n`),
    ...places.map(([offset, length]) => file.subarray(offset, offset + length))
  ]);
const known = {
  ...{url: "http://host/feeds.duckdb", size: file.length, modified: "Wed, 25 Nov 2026 12:00:00 GMT"},
  parts: parts.map(([offset, length]) => ({offset, bytes: new Uint8Array(file.subarray(offset, offset + length))}))
};

describe("fetchAhead(url, partsUrl)", () => {
  const ranges = {"content-range": "bytes 0-0/1000", "last-modified": known.modified};
  const fetched = async (status: number, headers: Record<string, string>, [partsStatus, body]: [number, Buffer]) => {
    const {url} = await serve((response, {url: path}) => {
      if (path === "/parts") response.writeHead(partsStatus).end(body);
      else response.writeHead(status, headers).end("x");
    });
    const ahead = await fetchAhead(`${url}/file`, `${url}/parts`);
    return ahead && {...ahead, url: ahead.url.replace(url, "")};
  };

  it.each([
    ["gzipped", gzipSync(packed(parts))],
    ["that its host has inflated", packed(parts)]
  ])("gives the parts of a file, %s", async (_, body) => {
    expect(await fetched(206, ranges, [200, body])).toEqual({...known, url: "/file"});
  });

  it.each<[string, Parameters<typeof fetched>]>([
    ["a host without ranges", [200, {}, [200, packed(parts)]]],
    ["a file of unknown size", [206, {"content-range": "bytes 0-0/*"}, [200, packed(parts)]]],
    ["parts that are not there", [206, ranges, [404, Buffer.from("not found")]]],
    ["half of the parts", [206, ranges, [200, gzipSync(packed(parts)).subarray(0, 60)]]],
    ["a page in their place", [206, ranges, [200, Buffer.from("<!doctype html>")]]]
  ])("gives none for %s", async (_, given) => {
    expect(await fetched(...given)).toBe(null);
  });
});

describe("bytesAt(ahead, start, end)", () => {
  it.each([
    [0, 100, 100],
    [90, 150, 60], // of two parts
    [90, 200, 60], // as far as they go
    [150, 200, 0],
    [399, 410, 0],
    [499, 510, 1]
  ])("gives bytes from %d to %d, of which it has %d", (start, end, length) => {
    expect([...bytesAt(known, start, end)]).toEqual([...file.subarray(start, start + length)]);
  });
});

describe("answeringFrom(known, Request)", () => {
  const asked: string[] = [];

  // Answers from the file, as a host does.
  class FromHost {
    #method = "";
    #range = "";

    get status(): number {
      return this.#range === "" ? 200 : 206;
    }

    get response(): ArrayBuffer {
      const [start = 0, end = 999] = (this.#range.match(/\d+/g) ?? []).map(Number);
      return new Uint8Array(file.subarray(start, end + 1)).buffer;
    }

    open(method: string): void {
      this.#method = method;
    }

    setRequestHeader(_: string, value: string): void {
      this.#range = value;
    }

    send(): void {
      asked.push(`${this.#method} ${this.#range}`.trim());
    }

    getResponseHeader(name: string): string {
      return `${name} of the host`;
    }
  }

  const ask = (method: string, range: string | null, {url = known.url, ahead = known as Ahead | null} = {}) => {
    asked.length = 0;
    const request = new (answeringFrom(() => ahead, FromHost as never))();
    request.open(method, url, false);
    if (range !== null) request.setRequestHeader("Range", range);
    request.send(null);
    const bytes = method === "HEAD" ? [] : [...new Uint8Array(request.response)];
    return {status: request.status, bytes, length: request.getResponseHeader("Content-Length"), asked: [...asked]};
  };
  const within = (start: number, end: number) => [...file.subarray(start, end + 1)];

  it("answers what it has without a request", () => {
    expect(ask("GET", "bytes=10-19")).toEqual({status: 206, bytes: within(10, 19), length: "10", asked: []});
    expect(ask("GET", "bytes=0-0")).toMatchObject({bytes: [0], length: "1", asked: []});
    expect(ask("HEAD", "bytes=0-")).toEqual({status: 206, bytes: [], length: "1000", asked: []});
  });

  it("asks for the rest only", () => {
    expect(ask("GET", "bytes=90-199")).toMatchObject({
      ...{status: 206, bytes: within(90, 199)},
      asked: ["GET bytes=150-199"]
    });
  });

  it.each<[string, string | null, Parameters<typeof ask>[2]]>([
    ["what it has nothing of", "bytes=600-699", {}],
    ["another file", "bytes=10-19", {url: "http://host/other.duckdb"}],
    ["a file as a whole", null, {}],
    ["what is not known yet", "bytes=10-19", {ahead: null}]
  ])("asks for %s as before", (_, range, of) => {
    const [start = 0, end = 999] = (range?.match(/\d+/g) ?? []).map(Number);
    expect(ask("GET", range, of)).toEqual({
      ...{status: range === null ? 200 : 206, bytes: within(start, end)},
      ...{length: "Content-Length of the host", asked: [`GET ${range ?? ""}`.trim()]}
    });
  });
});

it("src/data/feeds.blocks.gz.ts has bytes of the snapshot, each at its place", async () => {
  const path = await sharedSnapshot("short");
  const env = {...process.env, FEEDBOOK_SNAPSHOT: path};
  const made = execFileSync(process.execPath, ["--import", "tsx", "src/data/feeds.blocks.gz.ts"], {env});
  const {url} = await serve((response, {url: asked}) => {
    if (asked === "/parts") response.end(made);
    else response.writeHead(206, {"content-range": `bytes 0-0/${readFileSync(path).length}`}).end("D");
  });
  const ahead = await fetchAhead(`${url}/file`, `${url}/parts`);
  const whole = readFileSync(path);
  expect(ahead?.parts.length).toBeGreaterThan(5);
  for (const {offset, bytes} of ahead?.parts ?? [])
    expect(whole.subarray(offset, offset + bytes.length).equals(bytes)).toBe(true);
});
