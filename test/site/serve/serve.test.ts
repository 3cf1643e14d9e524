import {mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {gunzipSync, gzipSync} from "node:zlib";
import {request} from "undici";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import type {Serving} from "../../../loaders/http/listen.js";
import {serveSite} from "../../../loaders/site/serve/serve.js";
import {answerTo, wronglyAnswered} from "../../http/hostile.js";

const folder = mkdtempSync(join(tmpdir(), "feedbook-serve-"));
const root = join(folder, "site");
const script = "export const a = 1;\n".repeat(200);
const [snapshot, hashed] = ["_file/feeds.1a2b3c4d.duckdb", "_import/long.1A2B3C4D.js"];
const gzip = {"accept-encoding": "gzip"};
let serving: Serving;

beforeAll(async () => {
  const files: [path: string, content: string | Buffer][] = [
    ["index.html", "<h1>home</h1>"],
    ["prices.html", "<h1>prices</h1>"],
    [snapshot, "0123456789"],
    ["_file/lib/module.1a2b3c4d.gz", gzipSync("zipped")],
    ["_import/long.js", script],
    [hashed, script]
  ];
  for (const [path, content] of files) {
    mkdirSync(dirname(join(root, path)), {recursive: true});
    writeFileSync(join(root, path), content);
  }
  serving = await serveSite({root, port: 0, base: "/notebook/"});
});
afterAll(async () => {
  await serving.close();
  rmSync(folder, {recursive: true});
});

// Unlike fetch, this adds no headers, follows no redirect and unzips nothing.
async function get(path: string, headers: Record<string, string> = {}, method = "GET") {
  const response = await request(new URL(path, serving.url), {headers, method});
  const body = Buffer.from(await response.body.arrayBuffer());
  const zipped = response.headers["content-encoding"] === "gzip";
  return {status: response.statusCode, headers: response.headers, text: `${zipped ? gunzipSync(body) : body}`};
}

describe("serveSite({root, port, base})", () => {
  it("serves pages under the base, with and without their extension, and redirects / there", async () => {
    expect(serving.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/notebook\/$/);
    expect([(await get("")).text, (await get("prices?feed=1")).text]).toEqual(["<h1>home</h1>", "<h1>prices</h1>"]);
    expect(await get("/")).toMatchObject({status: 302, headers: {location: "/notebook/"}});
  });

  it.each<[string, string, Record<string, string>, object]>([
    ["a range", snapshot, {range: "bytes=2-4"}, {status: 206, text: "234"}],
    ["one byte, by which DuckDB-Wasm detects ranges", snapshot, {range: "bytes=0-0"}, {status: 206, text: "0"}]
  ])("answers %s", async (_what, path, headers, answer) => {
    expect(await get(path, headers)).toMatchObject(answer);
  });

  it.each([
    [hashed, "gzip", "gzip", "public, max-age=31536000, immutable"],
    ["_import/long.js", "gzip", "gzip", "no-cache"],
    [snapshot, "gzip", undefined, "public, max-age=31536000, immutable"],
    ["prices", "identity", undefined, "no-cache"]
  ])(
    "sends %s to a browser that accepts %s with encoding %s, cached as %s",
    async (path, accepted, encoding, cache) => {
      const {status, headers, text} = await get(path, {"accept-encoding": accepted});
      expect([status, headers["content-encoding"], headers["cache-control"]]).toEqual([200, encoding, cache]);
      expect(headers["x-content-type-options"]).toBe("nosniff");
      if (path.endsWith(".js")) expect(text).toBe(script);
    }
  );

  it("allows no other host, and the inline scripts of the page as it is now", async () => {
    const policyOf = async (path: string) => String((await get(path)).headers["content-security-policy"]);
    const policy = await policyOf("prices");
    expect(policy).toMatch(/default-src 'none'.*script-src 'self' 'wasm-unsafe-eval';.*frame-ancestors 'self'/);
    expect(policy).not.toMatch(/https?:|\*/);
    writeFileSync(join(root, "own.html"), "<script>1</script>");
    const before = await policyOf("own");
    expect(before).toMatch(/'wasm-unsafe-eval' 'sha256-[\w+/]{43}=';/);
    writeFileSync(join(root, "own.html"), "<script>2</script>");
    expect(await policyOf("own")).not.toBe(before);
  });

  it("answers 404 for missing files, and refuses what no browser sends", async () => {
    for (const path of ["none", "_file", "_file/", "../package.json", "_import/gone.1A2B3C4D.js"])
      expect((await get(path, gzip)).status).toBe(404);
    expect(await wronglyAnswered(serving.url)).toEqual([]);
    expect(await answerTo(serving.url, "POST /")).toMatch(/^HTTP\/1.1 405 /);
    expect((await get("")).status).toBe(200);
  });

  it.each([
    ["out.txt", "secret.txt", 404],
    ["out", "secret.html", 404],
    ["folder/secret.txt", "", 404],
    ["twin.txt", "site-twin/secret.txt", 404],
    ["inside.txt", `site/${snapshot}`, 200]
  ])("follows no link out of the site: %s leads to %j (%d)", async (path, target, status) => {
    const [name = "", rest] = path.split("/");
    const link = join(root, rest === undefined && !name.includes(".") ? `${name}.html` : name);
    mkdirSync(join(folder, "site-twin"), {recursive: true});
    for (const file of ["secret.txt", "secret.html", "site-twin/secret.txt"])
      writeFileSync(join(folder, file), "secret");
    symlinkSync(join(folder, target), link);
    expect(await get(path)).toMatchObject({status, text: status === 200 ? "0123456789" : "not found\n"});
    rmSync(link);
  });

  // On other systems 127.0.0.1 is the only loopback address.
  it.runIf(process.platform === "linux")("answers other addresses only under the given host names", async () => {
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
});
