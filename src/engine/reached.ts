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
  return all(section, (reader) => reader.bytes(reader.size()));
}

// The functions that a module imports have the first indices.
function importedFunctions(section: Buffer): number {
  const kinds = all(section, (reader) => {
    reader.bytes(reader.size()); // the module
    reader.bytes(reader.size()); // the name
    const kind = reader.byte();
    if (kind === 1 || kind === 3) valueType(reader);
    if (kind === 3 || kind === 4) reader.byte();
    if (kind === 1 || kind === 2) limits(reader);
    else if (kind !== 3) reader.size();
    return kind;
  });
  return kinds.filter((kind) => kind === 0).length;
}

// What a section has so many of as its first number says. @throws TypeError if it does not end there
function all<T>(section: Buffer, one: (reader: Reader) => T): T[] {
  const reader = new Reader(section);
  const read = Array.from({length: reader.size()}, () => one(reader));
  reader.assertEnd();
  return read;
}

function valueType(reader: Reader): void {
  const type = reader.byte();
  if (type === 0x63 || type === 0x64) reader.skip(); // a reference to what a number names
}

function limits(reader: Reader): void {
  const hasMost = (reader.byte() & 1) === 1;
  reader.skip();
  if (hasMost) reader.skip();
}

function rootsOf(sections: readonly Section[], reach: (index: number) => void): void {
  for (const {id, content} of sections) {
    if (id === sectionIds.start) reach(new Reader(content).size());
    if (id === sectionIds.exports)
      all(content, (reader) => {
        reader.bytes(reader.size());
        const isFunction = reader.byte() === 0;
        const index = reader.size();
        if (isFunction) reach(index);
      });
    if (id === sectionIds.tables)
      all(content, (reader) => {
        if (reader.byte() === 0x40) throw new TypeError("a WebAssembly module with a table of one value");
        limits(reader);
      });
    if (id === sectionIds.globals)
      all(content, (reader) => {
        valueType(reader);
        reader.byte(); // whether it changes
        expression(reader, reach);
      });
    if (id === sectionIds.elements)
      all(content, (reader) => {
        if (reader.size() !== 0)
          throw new TypeError("a WebAssembly module with elements of another kind than functions");
        expression(reader, reach);
        for (let functions = reader.size(); functions > 0; functions--) reach(reader.size());
      });
  }
}

function eachCalled(body: Buffer, reach: (index: number) => void): void {
  const reader = new Reader(body);
  for (let groups = reader.size(); groups > 0; groups--) {
    reader.size();
    valueType(reader); // of so many variables
  }
  while (reader.at < body.length) instruction(reader, reach);
  reader.assertEnd();
}

function expression(reader: Reader, reach: (index: number) => void): void {
  while (instruction(reader, reach) !== end);
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
  ...each([0x0e], "vs"),
  ...each([0x1c], "v"),
  ...each([0x43], "4"),
  ...each([0x44], "8"),
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
  const further = code === 0xfc ? bulk : code === 0xfd ? vectors : null;
  const number = further === null ? code : reader.size();
  const follows = (further ?? operands)[number];
  if (follows === undefined) {
    const name = `${code.toString(16)}${further === null ? "" : ` ${number}`}`;
    throw new TypeError(`a WebAssembly module with an unknown instruction ${name}`);
  }
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
