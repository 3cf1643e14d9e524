import {describe, expect, it} from "vitest";
import {withoutUnreached} from "../../src/engine/reached.js";

const section = (id: number, ...content: number[]) => [id, content.length, ...content];
const named = (name: string, index: number) => [name.length, ...Buffer.from(name), 0, index];
const body = (...code: number[]) => [code.length + 2, 0, ...code, 0x0b];
const constant = (value: number) => body(0x41, value);

// Of no values, and one i32: `calls` is exported and calls the next; then comes one that nothing names, one of the table, and
// `asks`, which is exported and calls what the table has first.
const moduleOf = ({unnamed = constant(9), element = [0, 0x41, 0, 0x0b, 1, 3]} = {}) =>
  Buffer.from([
    ...Buffer.from("\0asm\x01\0\0\0", "latin1"),
    ...section(1, 1, 0x60, 0, 1, 0x7f),
    ...section(3, 5, 0, 0, 0, 0, 0),
    ...section(4, 1, 0x70, 0, 1),
    ...section(7, 2, ...named("calls", 0), ...named("asks", 4)),
    ...section(9, 1, ...element),
    ...section(10, 5, ...body(0x10, 1), ...constant(7), ...unnamed, ...constant(8), ...body(0x41, 0, 0x11, 0, 0))
  ]);

describe("withoutUnreached(module)", () => {
  it("keeps what exports, calls and tables reach, and only that", async () => {
    const whole = moduleOf();
    const cut = withoutUnreached(whole);
    expect([whole, cut].map((module) => module.includes(Buffer.from(constant(9))))).toEqual([true, false]);
    expect(cut.length).toBe(whole.length - 1);
    const {exports} = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(cut)));
    const {calls, asks} = exports as Record<string, () => number>;
    expect([calls?.(), asks?.()]).toEqual([7, 8]);
  });

  it("keeps what the start and a global's value name, beside imported functions and variables of any type", () => {
    const whole = Buffer.from([
      ...Buffer.from("\0asm\x01\0\0\0", "latin1"),
      ...section(1, 2, 0x60, 0, 1, 0x7f, 0x60, 0, 0),
      ...section(2, 2, 1, 0x6d, 1, 0x66, 0, 1, 1, 0x6d, 1, 0x67, 3, 0x6f, 0), // a function f, and a global g
      ...section(3, 4, 0, 0, 1, 0),
      ...section(4, 1, 0x70, 0, 1),
      ...section(6, 1, 0x70, 0, 0xd2, 1, 0x0b), // names the first function of its own
      ...section(7, 1, ...named("asks", 2)),
      ...section(8, 3),
      ...section(
        10,
        ...[4, ...constant(7)],
        ...[13, 1, 1, 0x70, 0x41, 0, 0x23, 1, 0x26, 0, 0x41, 0, 0x13, 0, 0, 0x0b].with(0, 15), // puts it into the table, and calls it
        ...body(0x10, 0),
        ...constant(9)
      )
    ]);
    const cut = withoutUnreached(whole);
    expect(cut.includes(Buffer.from(constant(9)))).toBe(false);
    let started = 0;
    const imports = {m: {f: () => void started++, g: new WebAssembly.Global({value: "externref"})}};
    const {exports} = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(cut)), imports);
    expect([(exports as Record<string, () => number>).asks?.(), started]).toEqual([7, 1]);
  });

  it.each<[string, Buffer]>([
    ["an instruction that it does not know", moduleOf({unnamed: body(0xfe, 0)})],
    ["elements of another kind", moduleOf({element: [1, 0, 1, 3]})],
    ["an element that it does not end with", moduleOf({element: [0, 0x41, 0, 0x0b, 1, 3, 0]})],
    ["a body that ends within an instruction", moduleOf({unnamed: [3, 0, 0x10, 0x80]})],
    ["a body that is no module", Buffer.from("<html>")]
  ])("refuses %s", (_, module) => {
    if (module[0] === 0) module.set([0x10, 2], module.indexOf(Buffer.from(body(0x10, 1))) + 2); // calls the unnamed one
    expect(() => withoutUnreached(module)).toThrow(/WebAssembly module/);
  });
});
