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

  it.each<[string, Buffer]>([
    ["an instruction that it does not know", moduleOf({unnamed: body(0xfe, 0)})],
    ["elements of another kind", moduleOf({element: [1, 0, 1, 3]})],
    ["a body that is no module", Buffer.from("<html>")]
  ])("refuses %s", (_, module) => {
    if (module[0] === 0) module.set([0x10, 2], module.indexOf(Buffer.from(body(0x10, 1))) + 2); // calls the unnamed one
    expect(() => withoutUnreached(module)).toThrow(/WebAssembly module/);
  });
});
