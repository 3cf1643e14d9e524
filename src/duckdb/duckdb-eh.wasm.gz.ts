import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import {gzipSync} from "node:zlib";

// 34 MB: some hosts cap a file at 25 MiB and some do not compress. DuckDB-Wasm exports each of its 75 000 functions for
// extensions; a browser takes a third of a second to list them. Unless the config lists extensions, the site has none, and
// only the functions that the worker calls are exported: some by the names that it spells, others by their type.
const {resolve} = createRequire(import.meta.url);
const module = readFileSync(resolve("@duckdb/duckdb-wasm/dist/duckdb-eh.wasm"));
const spelled = new Set(
  readFileSync(resolve("@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js"), "utf8").match(/[\w$]+/g)
);
process.stdout.write(gzipSync(process.env.FEEDBOOK_EXTENSIONS ? module : withFewExports()));

// See https://webassembly.github.io/spec/core/binary/modules.html: 8 bytes, then sections. Section 7 lists the exports.
function withFewExports(): Buffer {
  const parts: Buffer[] = [module.subarray(0, 8)];
  for (let at = 8; at < module.length; ) {
    const [length, start] = readSize(at + 1);
    const end = start + length;
    if (module[at] !== 7) parts.push(module.subarray(at, end));
    else {
      const kept = calledExports(start);
      parts.push(Buffer.of(7), sizeBytes(kept.length), kept);
    }
    at = end;
  }
  return Buffer.concat(parts);
}

// A list of exports: a name, the kind of the export in one byte, and its index.
function calledExports(from: number): Buffer {
  const called: Buffer[] = [];
  let [count, at] = readSize(from);
  for (; count > 0; count--) {
    const [length, start] = readSize(at);
    const name = module.toString("utf8", start, start + length);
    const [, end] = readSize(start + length + 1);
    if (spelled.has(name) || spelled.has(`_${name}`) || name.startsWith("dynCall_"))
      called.push(module.subarray(at, end));
    at = end;
  }
  return Buffer.concat([sizeBytes(called.length), ...called]);
}

// A number in LEB128, and the place after it.
function readSize(at: number): [value: number, end: number] {
  let [value, end, unit] = [0, at, 1];
  for (let isLast = false; !isLast; unit *= 0x80) {
    const byte = module.readUInt8(end++);
    value += (byte % 0x80) * unit;
    isLast = byte < 0x80;
  }
  return [value, end];
}

function sizeBytes(value: number): Buffer {
  return value < 0x80 ? Buffer.of(value) : Buffer.concat([Buffer.of((value % 0x80) + 0x80), sizeBytes(value >>> 7)]);
}
