/** A part of a WebAssembly module; https://webassembly.github.io/spec/core/binary/modules.html says what each `id` holds. */
export interface Section {
  id: number;
  content: Buffer;
}

export const sectionIds = {imports: 2, tables: 4, globals: 6, exports: 7, start: 8, elements: 9, code: 10} as const;

/** The sections of a module, in order. @throws TypeError if it is not a module */
export function sectionsOf(module: Buffer): Section[] {
  if (!module.subarray(0, 8).equals(preamble)) throw new TypeError("not a WebAssembly module");
  const sections: Section[] = [];
  const reader = new Reader(module, 8);
  while (reader.at < module.length) {
    const id = reader.byte();
    const length = reader.size();
    if (reader.at + length > module.length)
      throw new TypeError(`a WebAssembly module that breaks off after ${module.length} bytes`);
    sections.push({id, content: reader.bytes(length)});
  }
  return sections;
}

/** A module of these sections. */
export function moduleOf(sections: readonly Section[]): Buffer {
  const parts = sections.flatMap(({id, content}) => [Buffer.of(id), sizeBytes(content.length), content]);
  return Buffer.concat([preamble, ...parts]);
}

const preamble = Buffer.from("\0asm\x01\0\0\0", "latin1"); // with the version

/** Reads the values of a module, one after another. */
export class Reader {
  constructor(
    private readonly from: Buffer,
    /** The place of the next value. */
    public at = 0
  ) {}

  byte(): number {
    return this.from[this.at++] ?? 0;
  }

  bytes(count: number): Buffer {
    this.at += count;
    return this.from.subarray(this.at - count, this.at);
  }

  /** Unsigned LEB128 of at most 32 bits. @throws TypeError if it does not end */
  size(): number {
    let value = 0;
    for (let i = 0; i < 5; i++) {
      const byte = this.from[this.at];
      if (byte === undefined) break;
      this.at++;
      value += (byte & 0x7f) * 2 ** (7 * i);
      if (byte < 0x80) return value;
    }
    throw new TypeError(`a WebAssembly module without a size at byte ${this.at}`);
  }

  /** Checks that all is read, and no more. @throws TypeError */
  assertEnd(): void {
    if (this.at !== this.from.length) throw new TypeError(`a WebAssembly module that is read wrongly`);
  }

  /** Passes over a LEB128 of any length. */
  skip(): void {
    while (this.byte() >= 0x80);
  }
}

/** A size as unsigned LEB128. */
export function sizeBytes(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80);
  return Buffer.from([...bytes, rest]);
}
