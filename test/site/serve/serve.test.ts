import fs, {mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync} from "node:fs";
import {request} from "node:http";
import {syncBuiltinESMExports} from "node:module";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {gzipSync} from "node:zlib";
import {afterAll, beforeAll, describe, expect, it, vi} from "vitest";
import type {Serving} from "../../../loaders/http/listen.js";
import {serveSite} from "../../../loaders/site/serve/serve.js";
import {answerTo, wronglyAnswered} from "../../helpers/hostile.js";

const folder = mkdtempSync(join(tmpdir(), "feedbook-serve-"));
const root = join(folder, "site");
let serving: Serving;

beforeAll(async () => {
  mkdirSync(join(root, "_file", "lib"), {recursive: true});
  writeFileSync(join(root, "index.html"), "<h1>home</h1>");
  writeFileSync(join(root, "prices.html"), "<h1>prices</h1>");
  writeFileSync(join(root, "_file", "feeds.1a2b3c4d.duckdb"), "0123456789");
  writeFileSync(join(root, "_file", "lib", "module.1a2b3c4d.gz"), gzipSync("zipped"));
  serving = await serveSite({root, port: 0, base: "/notebook/"});
});
afterAll(async () => {
  await serving.close();
  rmSync(folder, {recursive: true});
});

describe("serveSite({root, port, base})", () => {
  it("serves pages under the base, with and without their extension, and sends / there", async () => {
    expect(serving.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/notebook\/$/);
    expect(await (await get("")).text()).toBe("<h1>home</h1>");
    expect(await (await get("prices?feed=1")).text()).toBe("<h1>prices</h1>");
    const start = await fetch(new URL("/", serving.url), {redirect: "manual"});
    expect([start.status, start.headers.get("location")]).toEqual([302, "/notebook/"]);
  });

  it("answers range requests", async () => {
    const response = await get("_file/feeds.1a2b3c4d.duckdb", {headers: {range: "bytes=2-4"}});
    expect([response.status, await response.text()]).toEqual([206, "234"]);
    expect(response.headers.get("content-range")).toBe("bytes 2-4/10");
  });

  it("answers a range of one byte, by which DuckDB-Wasm finds out", async () => {
    const response = await get("_file/feeds.1a2b3c4d.duckdb", {headers: {range: "bytes=0-0"}});
    expect([response.status, await response.text(), response.headers.get("content-length")]).toEqual([206, "0", "1"]);
  });

  it("answers 304 for what a browser has, 416 for a range that is not there", async () => {
    const etag = (await get("prices")).headers.get("etag") ?? "";
    expect(await statusOf("prices", {"if-none-match": etag})).toBe(304);
    expect(await statusOf("_file/feeds.1a2b3c4d.duckdb", {range: "bytes=99-"})).toBe(416);
  });

  it("survives a page that cannot be read, and allows none of its scripts", async () => {
    const reading = vi.spyOn(fs, "readFileSync").mockImplementationOnce(() => {
      throw new Error("EACCES: permission denied");
    });
    syncBuiltinESMExports();
    const response = await get("prices").finally(() => {
      reading.mockRestore();
      syncBuiltinESMExports();
    });
    expect(response.headers.get("content-security-policy")).toContain("script-src");
    expect(response.headers.get("content-security-policy")).not.toContain("sha256-");
    expect((await get("prices")).status).toBe(200);
  });

  it("answers HEAD with the length", async () => {
    const response = await get("_file/feeds.1a2b3c4d.duckdb", {method: "HEAD"});
    expect(response.headers.get("content-length")).toBe("10");
    expect(response.headers.get("content-type")).toBe("application/octet-stream");
  });

  it("caches files with a hash for good, and asks again for pages", async () => {
    expect((await get("_file/feeds.1a2b3c4d.duckdb")).headers.get("cache-control")).toContain("immutable");
    expect((await get("prices")).headers.get("cache-control")).toBe("no-cache");
  });

  it("sends .gz files as they are", async () => {
    const response = await get("_file/lib/module.1a2b3c4d.gz");
    expect(response.headers.get("content-encoding")).toBeNull();
    expect(response.headers.get("content-type")).toBe("application/gzip");
    expect(Buffer.from(await response.arrayBuffer())).toEqual(gzipSync("zipped"));
  });

  it("compresses text where the browser takes that, but no range of it, and no snapshot", async () => {
    const path = "_import/long.js";
    mkdirSync(join(root, "_import"), {recursive: true});
    writeFileSync(join(root, path), "export const a = 1;\n".repeat(200));
    const encodingOf = async (asked: string, headers: Record<string, string>) => {
      const response = await get(asked, {headers: {"accept-encoding": "gzip", ...headers}});
      const {length} = await response.text();
      return [response.status, response.headers.get("content-encoding"), length];
    };
    expect(await encodingOf(path, {})).toEqual([200, "gzip", 4000]);
    expect(await encodingOf(path, {"accept-encoding": "identity"})).toEqual([200, null, 4000]);
    expect(await encodingOf(path, {range: "bytes=0-1999"})).toEqual([206, null, 2000]);
    writeFileSync(join(root, "_file", "large.1a2b3c4d.duckdb"), "0".repeat(5000));
    expect(await encodingOf("_file/large.1a2b3c4d.duckdb", {})).toEqual([200, null, 5000]);
  });

  it("does not hold a large text in memory to send it gzipped", async () => {
    const text = "0".repeat(5 * 2 ** 20);
    writeFileSync(join(root, "_file", "large.1a2b3c4d.json"), text);
    const response = await get("_file/large.1a2b3c4d.json", {headers: {"accept-encoding": "gzip"}});
    expect(["content-encoding", "content-length"].map((name) => response.headers.get(name))).toEqual(["gzip", null]);
    expect(await response.text()).toBe(text);
  });

  it("sends text with a hash gzipped, for good, and as it is where that is not taken or there", async () => {
    mkdirSync(join(root, "_import"), {recursive: true});
    const text = "export const a = 1;\n".repeat(200);
    const path = "_import/long.1A2B3C4D.js";
    writeFileSync(join(root, path), text);
    for (const taken of ["gzip, deflate, br", "gzip", "identity"]) {
      const response = await get(path, {headers: {"accept-encoding": taken}});
      const names = ["content-encoding", "content-type", "cache-control", "x-content-type-options"];
      expect(names.map((name) => response.headers.get(name)?.toLowerCase() ?? null)).toEqual([
        ...[
          taken === "identity" ? null : "gzip",
          expect.stringMatching(/^(?:text|application)\/javascript; charset=utf-8$/)
        ],
        ...["public, max-age=31536000, immutable", "nosniff"]
      ]);
      expect(await response.text()).toBe(text);
    }
    expect(await statusOf("_import/gone.1A2B3C4D.js", {"accept-encoding": "gzip"})).toBe(404);
    const head = await get(path, {method: "HEAD", headers: {"accept-encoding": "identity"}});
    expect(head.headers.get("content-length")).toBe(`${text.length}`);
  });

  it("allows no other host", async () => {
    const policy = (await get("")).headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|\*/);
    expect(policy).toContain("frame-ancestors 'self'");
    expect((await get("")).headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("allows the inline scripts of the page that it sends, also of one that was built anew meanwhile, and no others", async () => {
    const scripts = async (path: string) =>
      /script-src ([^;]*)/.exec((await get(path)).headers.get("content-security-policy") ?? "")?.[1];
    expect(await scripts("prices")).toBe("'self' 'wasm-unsafe-eval'");
    writeFileSync(join(root, "own.html"), "<script>1</script>");
    expect(await scripts("own")).toMatch(/'wasm-unsafe-eval' 'sha256-[\w+/]{43}='$/);
    const before = await scripts("own");
    writeFileSync(join(root, "own.html"), "<script>2</script>");
    expect(await scripts("own")).not.toBe(before);
    expect(await scripts("_file/feeds.1a2b3c4d.duckdb")).toBe("'self' 'wasm-unsafe-eval'");
  });

  it("refuses what is not there with 404, and what none of its readers sends", async () => {
    for (const path of ["none", "_file", "_file/", "../package.json"]) expect((await get(path)).status).toBe(404);
    expect(await wronglyAnswered(serving.url)).toEqual([]);
    expect(await answerTo(serving.url, "POST /")).toMatch(/^HTTP\/1.1 405 /);
    expect((await get("")).status).toBe(200);
  });

  it.each([
    ["out.txt", "secret.txt", 404],
    ["out", "secret.html", 404],
    ["folder/secret.txt", "", 404],
    ["start/", "", 404],
    ["gone.txt", "none.txt", 404],
    ["inside.txt", "site/_file/feeds.1a2b3c4d.duckdb", 200]
  ])("follows no link out of the site: %s leads to %j (%d)", async (path, target, status) => {
    const [name = "", rest] = path.split("/");
    const link = join(root, rest === undefined && !name.includes(".") ? `${name}.html` : name);
    mkdirSync(join(folder, "start"), {recursive: true});
    for (const file of ["secret.txt", "secret.html", "start/index.html"]) writeFileSync(join(folder, file), "secret");
    symlinkSync(join(folder, name === "start" ? "start" : target), link);
    const response = await get(path);
    expect([response.status, await response.text()]).toEqual([status, status === 200 ? "0123456789" : "not found\n"]);
    rmSync(link);
  });

  it.each([
    ["x", "/x/"],
    ["x/", "/x/"],
    ["//x", "/x/"],
    ["/x/y", "/x/y/"],
    ["", "/"],
    ["/", "/"]
  ])("takes the base %j for %s", async (base, path) => {
    const other = await serveSite({root, port: 0, base});
    try {
      expect(new URL(other.url).pathname).toBe(path);
      expect(await (await fetch(new URL("/", other.url))).text()).toBe("<h1>home</h1>");
    } finally {
      await other.close();
    }
  });

  // On other systems 127.0.0.1 is the only address of loopback.
  it.runIf(process.platform === "linux")("answers other addresses only by names that it was given", async () => {
    const statusFor = async (url: string, host: string) => {
      const {port} = new URL(url);
      return (await answerTo(`http://127.0.0.2:${port}`, "GET /", [`Host: ${host}`]).catch(String)).split("\r\n")[0];
    };
    expect(await statusFor(serving.url, "localhost")).toContain("ECONNREFUSED");
    const open = await serveSite({root, port: 0, hosts: ["prices.example"]});
    expect(await statusFor(open.url, "prices.example")).toBe("HTTP/1.1 200 OK");
    expect(await statusFor(open.url, "evil.example")).toMatch(/^HTTP\/1.1 421 /);
    await open.close();
  });

  it("fails where the port is taken", async () => {
    await expect(serveSite({root, port: Number(new URL(serving.url).port)})).rejects.toThrow(/EADDRINUSE/);
  });
});

function get(path: string, options?: RequestInit): Promise<Response> {
  return fetch(`${serving.url}${path}`, options);
}

// Node's fetch asks past any cache once it is given an etag.
function statusOf(path: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(`${serving.url}${path}`, {headers}, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on("error", reject)
      .end();
  });
}
