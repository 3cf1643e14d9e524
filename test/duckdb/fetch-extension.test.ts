import {describe, expect, it} from "vitest";
import {fetchExtension} from "../../src/duckdb/fetch-extension.js";
import {type Reply, reply, serve} from "../service/loopback.js";

const from = (url: string, name = "json") =>
  fetchExtension(name, "v1.5.6", {FEEDBOOK_EXTENSIONS: "icu json", FEEDBOOK_EXTENSIONS_URL: url});

describe("fetchExtension(name, version, env)", () => {
  it.each<[string, Reply | null, RegExp]>([
    ["is not there", reply(404), /: 404/],
    ["is a page", reply(200, "<html>sign in"), /: the answer is not a WebAssembly module/],
    ["has no network", null, /: (?:bad port|connect .*)/]
  ])("names an extension that %s, and says what to do", async (_, answer, reason) => {
    const url = answer === null ? "http://127.0.0.1:9" : (await serve(answer)).url;
    const said = new RegExp(
      `^cannot fetch DuckDB extension json from ${url}/v1\\S+\\.wasm${reason.source}.*: correct its name, connect to a `
    );
    await expect(from(url)).rejects.toThrow(said);
  });

  it("fetches no extension that is not listed", async () => {
    const {url, seen} = await serve(reply(200));
    await expect(from(url, "spatial")).rejects.toThrow("DuckDB extension spatial is not in site.extensions");
    await expect(fetchExtension("", "v1.5.6", {FEEDBOOK_EXTENSIONS_URL: url})).rejects.toThrow(
      "not in site.extensions"
    );
    expect(seen).toEqual([]);
  });
});
