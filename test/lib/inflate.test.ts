import {gzipSync} from "node:zlib";
import {describe, expect, it} from "vitest";
import {inflate} from "../../src/lib/inflate.js";

const module = new Uint8Array([0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);

describe("inflate(bytes)", () => {
  it("inflates a gzipped module", async () => {
    expect(await inflate(new Uint8Array(gzipSync(module)))).toEqual(module);
  });

  it("takes a module that the host inflated as it is", async () => {
    expect(await inflate(module)).toBe(module);
  });

  it("refuses what is no module", async () => {
    await expect(inflate(new Uint8Array(gzipSync("<html>")))).rejects.toThrow("not a WebAssembly module: 6 bytes");
    await expect(inflate(new Uint8Array([60, 104]))).rejects.toThrow();
  });
});
