import {moduleOf, Reader, type Section, sectionIds, sectionsOf, sizeBytes} from "./module.js";

/**
 * A WebAssembly module without the code of functions that nothing can call: no export, table, start or code that is called names
 * them. They keep their places, and would trap. @throws TypeError if it has what this does not know
 */
export function withoutUnreached(module: Buffer): Buffer {
  const sections = sectionsOf(module);
  const content = (id: number) => sections.find((section) => section.id === id)?.content ?? Buffer.of(0);
  const bodies = bodiesOf(content(sectionIds.code));
  const imported = importedFunctions(content(sectionIds.imports));
  const reached = new Set<number>();
  const reach = (index: number) => void reached.add(index);
  rootsOf(sections, reach);
  // A set is gone through with what is added meanwhile.
  for (const index of reached) {
    const body = bodies[index - imported];
    if (body !== undefined) eachCalled(body, reach);
  }
  const code = bodies.flatMap((body, i) => {
    const kept = reached.has(i + imported) ? body : trap;
    return [sizeBytes(kept.length), kept];
  });
  const shortened = Buffer.concat([sizeBytes(bodies.length), ...code]);
  return moduleOf(sections.map(({id, content}) => ({id, content: id === sectionIds.code ? shortened : content})));
}

const trap = Buffer.of(0, 0x00, 0x0b); // no variables; unreachable; end

function bodiesOf(section: Buffer): Buffer[] {
  const reader = new Reader(section);
  return Array.from({length: reader.size()}, () => reader.bytes(reader.size()));
}

// The functions that a module imports have the first indices.
function importedFunctions(section: Buffer): number {
  const reader = new Reader(section);
  let functions = 0;
  for (let left = reader.size(); left > 0; left--) {
    for (const _ of ["module", "name"]) reader.bytes(reader.size());
    const kind = reader.byte();
    if (kind === 0) functions++;
    if (kind === 1 || kind === 3 || kind === 4) reader.byte();
    if (kind === 3) reader.byte();
    else if (kind !== 0 && kind !== 4) limits(reader);
    else reader.size();
  }
  return functions;
}

function limits(reader: Reader): void {
  const hasMost = (reader.byte() & 1) === 1;
  reader.skip();
  if (hasMost) reader.skip();
}

function rootsOf(sections: readonly Section[], reach: (index: number) => void): void {
  for (const {id, content} of sections) {
    const reader = new Reader(content);
    if (id === sectionIds.start) reach(reader.size());
    if (id === sectionIds.exports) {
      for (let left = reader.size(); left > 0; left--) {
        reader.bytes(reader.size());
        const isFunction = reader.byte() === 0;
        const index = reader.size();
        if (isFunction) reach(index);
      }
    }
    if (id === sectionIds.elements) {
      for (let left = reader.size(); left > 0; left--) {
        if (reader.size() !== 0)
          throw new TypeError("a WebAssembly module with elements of another kind than functions");
        while (instruction(reader, reach) !== end);
        for (let functions = reader.size(); functions > 0; functions--) reach(reader.size());
      }
    }
  }
}

function eachCalled(body: Buffer, reach: (index: number) => void): void {
  const reader = new Reader(body);
  for (let groups = reader.size(); groups > 0; groups--) {
    reader.size();
    reader.byte(); // the type of so many variables
  }
  while (reader.at < body.length) instruction(reader, reach);
}

const end = 0x0b;

// What follows an instruction: s a number, v as many numbers as the first says, f a function, a digit so many bytes, m an
// address in memory. https://webassembly.github.io/spec/core/appendix/index-instructions.html
const operands: Record<number, string> = {
  ...each([0x02, 0x03, 0x04, 0x06, 0x07, 0x08, 0x09, 0x0c, 0x0d, 0x18, 0x3f, 0x40, 0x41, 0x42, 0xd0], "s"),
  ...each(range(0x20, 0x26), "s"),
  ...each(range(0x28, 0x3e), "m"),
  ...each([0x10, 0x12, 0xd2], "f"),
  ...each([0x11, 0x13], "ss"),
  ...{14: "vs", 28: "v", 67: "4", 68: "8"},
  ...each([0x00, 0x01, 0x05, 0x0a, end, 0x0f, 0x19, 0x1a, 0x1b, 0xd1, ...range(0x45, 0xc4)], "")
};
const bulk: Record<number, string> = {
  ...each(range(0, 7), ""),
  ...each([8, 10, 12, 14], "ss"),
  ...each([9, 11, 13, 15, 16, 17], "s")
};
const vectors: Record<number, string> = {
  ...each([...range(14, 20), ...range(35, 83), ...range(94, 255)], ""),
  ...each([...range(0, 11), 92, 93], "m"),
  ...{12: "88", 13: "88"},
  ...each(range(21, 34), "1"),
  ...each(range(84, 91), "m1")
};

// Reads one instruction, calls `reach` for a function that it names, and gives its first byte.
function instruction(reader: Reader, reach: (index: number) => void): number {
  const code = reader.byte();
  const follows = code === 0xfc ? bulk[reader.size()] : code === 0xfd ? vectors[reader.size()] : operands[code];
  if (follows === undefined)
    throw new TypeError(`a WebAssembly module with an unknown instruction ${code.toString(16)}`);
  for (const kind of follows) {
    if (kind === "f") reach(reader.size());
    else if (kind === "s") reader.skip();
    else if (kind === "v") for (let left = reader.size(); left > 0; left--) reader.skip();
    else if (kind === "m") memory(reader);
    else reader.bytes(Number(kind));
  }
  return code;
}

function memory(reader: Reader): void {
  if (reader.size() >= 64) throw new TypeError("a WebAssembly module with several memories");
  reader.skip();
}

function each(codes: readonly number[], follows: string): Record<number, string> {
  return Object.fromEntries(codes.map((code) => [code, follows]));
}

function range(first: number, last: number): number[] {
  return Array.from({length: last - first + 1}, (_, i) => first + i);
}
