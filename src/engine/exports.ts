import {moduleOf, Reader, sectionIds, sectionsOf, sizeBytes} from "./module.js";

/**
 * A WebAssembly module with only those of its exports that are asked for by name. Its code stays as it is: a function
 * that it declares by an export alone must be kept. @throws TypeError if it is not a module
 */
export function withExports(module: Buffer, keeps: (name: string) => boolean): Buffer {
  return moduleOf(
    sectionsOf(module).map(({id, content}) => ({
      id,
      content: id === sectionIds.exports ? keptOf(content, keeps) : content
    }))
  );
}

// A vector of exports: a name, the kind of what it is in one byte, and its index.
function keptOf(section: Buffer, keeps: (name: string) => boolean): Buffer {
  const kept: Buffer[] = [];
  const reader = new Reader(section);
  const count = reader.size();
  for (let i = 0; i < count; i++) {
    const start = reader.at;
    const name = reader.bytes(reader.size()).toString("utf8");
    reader.byte();
    reader.size();
    if (keeps(name)) kept.push(section.subarray(start, reader.at));
  }
  return Buffer.concat([sizeBytes(kept.length), ...kept]);
}
