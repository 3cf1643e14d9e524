/**
 * A WebAssembly module with only those of its exports that are asked for by name. Its code stays as it is: a function
 * that it declares by an export alone must be kept. The layout is that of
 * https://webassembly.github.io/spec/core/binary/modules.html. @throws TypeError if it is not a module
 */
export function withExports(module: Buffer, keeps: (name: string) => boolean): Buffer {
  if (!module.subarray(0, 8).equals(preamble)) throw new TypeError("not a WebAssembly module");
  const parts = [module.subarray(0, 8)];
  for (let at = 8; at < module.length; ) {
    const size = readSize(module, at + 1);
    const end = size.end + size.value;
    if (end > module.length) throw new TypeError(`a WebAssembly module that breaks off after ${module.length} bytes`);
    const isExports = module[at] === exportSection;
    parts.push(isExports ? keptOf(module.subarray(size.end, end), keeps) : module.subarray(at, end));
    at = end;
  }
  return Buffer.concat(parts);
}

const preamble = Buffer.from("\0asm\x01\0\0\0", "latin1"); // with the version
const exportSection = 7;

// A vector of exports: a name, the kind of what it is in one byte, and its index.
function keptOf(section: Buffer, keeps: (name: string) => boolean): Buffer {
  const kept: Buffer[] = [];
  const count = readSize(section, 0);
  let at = count.end;
  for (let i = 0; i < count.value; i++) {
    const length = readSize(section, at);
    const nameEnd = length.end + length.value;
    const {end} = readSize(section, nameEnd + 1);
    if (keeps(section.toString("utf8", length.end, nameEnd))) kept.push(section.subarray(at, end));
    at = end;
  }
  const body = Buffer.concat([writeSize(kept.length), ...kept]);
  return Buffer.concat([Buffer.of(exportSection), writeSize(body.length), body]);
}

// Unsigned LEB128 of at most 32 bits.
function readSize(bytes: Buffer, at: number): {value: number; end: number} {
  let value = 0;
  for (let i = 0; i < 5; i++) {
    const byte = bytes[at + i];
    if (byte === undefined) break;
    value += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) return {value, end: at + i + 1};
  }
  throw new TypeError(`a WebAssembly module without a size at byte ${at}`);
}

function writeSize(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80);
  return Buffer.from([...bytes, rest]);
}
