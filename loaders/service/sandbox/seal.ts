import {createHmac, timingSafeEqual} from "node:crypto";
import type {Format, properties} from "../../config/choices.js";

/** Name of a property. */
export type Property = (typeof properties)[number];

const tags: Record<Format, number> = {evm: 0x2a22999a, solana: 0x821a01b9, leEcdsa: 0xe4bd474d, leUnsigned: 0x75d3c793};
const contentAt = 4 + 32;

/** The content of a binary block: what the sandbox needs to compute the update again. */
export interface Content {
  timestampUs: number;
  properties: readonly Property[];
  ids: readonly number[];
}

/**
 * The bytes of a binary block: the format's tag, a checksum in place of the service's signature (HMAC-SHA-256 with the
 * seed as key), and the content as JSON.
 */
export function seal(seed: number, format: Format, {timestampUs, properties, ids}: Content): Buffer {
  const tag = Buffer.alloc(4);
  tag.writeUInt32LE(tags[format]);
  const content = Buffer.from(JSON.stringify({timestampUs, properties, ids}));
  return Buffer.concat([tag, checksum(seed, content), content]);
}

/** The content of sealed bytes; null if they are altered, or sealed with another seed or for another format. */
export function unseal(seed: number, format: Format, bytes: Buffer): Content | null {
  if (bytes.length < contentAt || bytes.readUInt32LE() !== tags[format]) return null;
  const content = bytes.subarray(contentAt);
  const isOurs = timingSafeEqual(bytes.subarray(4, contentAt), checksum(seed, content));
  return isOurs ? JSON.parse(content.toString()) : null;
}

function checksum(seed: number, content: Buffer): Buffer {
  return createHmac("sha256", `sandbox ${seed}`).update(content).digest();
}
