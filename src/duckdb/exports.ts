const exportSection = 7; // https://webassembly.github.io/spec/core/binary/modules.html

/**
 * A WebAssembly module with only the exports whose names `keeps` accepts. A function that the module declares by its export alone
 * must be kept. @throws TypeError if it is not a module
 */
export function withExports(module: Buffer, keeps: (name: string) => boolean): Buffer {
  if (module.subarray(0, 4).toString("latin1") !== "\0asm") throw new TypeError("not a WebAssembly module");
  const parts = [module.subarray(0, 8)];
  for (let at = 8; at < module.length; ) {
    const id = module[at];
    const [length, start] = readSize(module, at + 1);
    const end = start + length;
    if (end > module.length) throw new TypeError(`a WebAssembly module that breaks off after ${module.length} bytes`);
    if (id !== exportSection) parts.push(module.subarray(at, end));
    else {
      const kept = keptOf(module.subarray(start, end), keeps);
      parts.push(Buffer.of(id), sizeBytes(kept.length), kept);
    }
    at = end;
  }
  return Buffer.concat(parts);
}

// A list of exports: a name, the kind of the export in one byte, and its index.
function keptOf(section: Buffer, keeps: (name: string) => boolean): Buffer {
  const kept: Buffer[] = [];
  let [count, at] = readSize(section, 0);
  for (; count > 0; count--) {
    const [length, start] = readSize(section, at);
    const [, end] = readSize(section, start + length + 1);
    if (keeps(section.toString("utf8", start, start + length))) kept.push(section.subarray(at, end));
    at = end;
  }
  return Buffer.concat([sizeBytes(kept.length), ...kept]);
}

// Unsigned LEB128 of at most 32 bits, and the place after it.
function readSize(bytes: Buffer, from: number): [value: number, end: number] {
  let value = 0;
  for (let i = 0; i < 5; i++) {
    const byte = bytes[from + i];
    if (byte === undefined) break;
    value += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) return [value, from + i + 1];
  }
  throw new TypeError(`a WebAssembly module without a size at byte ${from}`);
}

function sizeBytes(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80);
  return Buffer.from([...bytes, rest]);
}
