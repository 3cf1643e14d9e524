import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {formats, properties} from "../../loaders/config/choices.js";
import {seal, unseal} from "../../loaders/sandbox/seal.js";

const content = fc.record({
  timestampUs: fc.nat({max: Number.MAX_SAFE_INTEGER}),
  properties: fc.subarray([...properties]),
  ids: fc.array(fc.nat({max: 2 ** 32 - 1}))
});

describe("unseal(seed, format, bytes)", () => {
  it("gives back what was sealed", () => {
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom(...formats), content, (seed, format, sealed) => {
        expect(unseal(seed, format, seal(seed, format, sealed))).toEqual(sealed);
      })
    );
  });

  it("refuses bytes with any bit flipped, another seed, another format", () => {
    fc.assert(
      fc.property(content, fc.nat(), (sealed, place) => {
        const bytes = seal(1, "evm", sealed);
        expect(unseal(2, "evm", bytes)).toBeNull();
        expect(unseal(1, "solana", bytes)).toBeNull();
        const at = place % (bytes.length * 8);
        bytes.writeUInt8(bytes.readUInt8(at >> 3) ^ (1 << (at & 7)), at >> 3);
        expect(unseal(1, "evm", bytes)).toBeNull();
      })
    );
  });

  it("refuses any other bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({maxLength: 200}), fc.constantFrom(...formats), (bytes, format) => {
        expect(unseal(1, format, Buffer.from(bytes))).toBeNull();
      })
    );
  });
});
