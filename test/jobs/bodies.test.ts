import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {gunzipSync} from "node:zlib";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {keepBody, readKeptBody} from "../../loaders/jobs/bodies.js";

const id = "01900000-0000-7000-8000-000000000000";
let folder: string;
let storePath: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "feedbook-bodies-"));
  storePath = join(folder, "feeds.duckdb");
});

afterEach(() => rmSync(folder, {recursive: true}));

describe("keepBody(storePath, responseId, body)", () => {
  it("keeps the text in a gzipped file beside the store, and leaves no other", () => {
    const body = '{ "a" :1.50, "é":"\\u00e9😀" }\r\n';
    keepBody(storePath, id, body);
    expect(readdirSync(folder)).toEqual(["feeds.bodies"]);
    expect(readdirSync(join(folder, "feeds.bodies"))).toEqual([`${id}.json.gz`]);
    expect(gunzipSync(readFileSync(join(folder, "feeds.bodies", `${id}.json.gz`))).toString()).toBe(body);
    expect(readKeptBody(storePath, id)).toBe(body);
  });

  it("keeps those of each store apart", () => {
    keepBody(storePath, id, "one");
    keepBody(join(folder, "other.db"), id, "other");
    expect([readKeptBody(storePath, id), readKeptBody(join(folder, "other.db"), id)]).toEqual(["one", "other"]);
  });
});

describe("readKeptBody(storePath, responseId)", () => {
  it("says what to do where it was not kept", () => {
    expect(() => readKeptBody(storePath, id)).toThrow(
      `no kept body of response ${id}: set store.keepBodies and service.formats in feedbook.config.ts before the load`
    );
  });

  it.each(["../secret", "", "../feeds.bodies/x", id.toUpperCase().replace(/0/g, "O")])(
    "reads no file named %j",
    (name) => {
      keepBody(storePath, id, "{}");
      for (const path of ["secret.json.gz", "feeds.bodies/x.json.gz", "feeds.bodies/.json.gz"]) {
        writeFileSync(join(folder, path), readFileSync(join(folder, "feeds.bodies", `${id}.json.gz`)));
      }
      expect(() => readKeptBody(storePath, name)).toThrow(`no kept body of response ${name}: `);
    }
  );
});
