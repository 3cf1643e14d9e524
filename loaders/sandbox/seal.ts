import {createHmac, timingSafeEqual} from "node:crypto";
import type {Format} from "../config/choices.js";
import {properties} from "../config/choices.js";

/** Name of a property. */
export type Property = (typeof properties)[number];

const tags: Record<Format, number> = {evm: 0x2a22999a, solana: 0x821a01b9, leEcdsa: 0xe4bd474d, leUnsigned: 0x75d3c793};
const checksumAt = 4;
const contentAt = checksumAt + 32;
const idsAt = contentAt + 10;

/** What a binary block holds: enough to make the update again. */
export interface Content {
  timestampUs: number;
  properties: readonly Property[];
  ids: readonly number[];
}

/**
 * The bytes of a binary block: the format's tag, a checksum that stands for the service's signature (HMAC-SHA-256 under
 * the seed), and the content.
 */
export function seal(seed: number, format: Format, {timestampUs, properties: wanted, ids}: Content): Buffer {
  const bytes = Buffer.alloc(idsAt + 4 * ids.length);
  bytes.writeUInt32LE(tags[format]);
  bytes.writeBigUInt64LE(BigInt(timestampUs), contentAt);
  bytes.writeUInt16LE(maskOf(wanted), contentAt + 8);
  for (const [index, id] of ids.entries()) bytes.writeUInt32LE(id, idsAt + 4 * index);
  checksum(seed, bytes).copy(bytes, checksumAt);
  return bytes;
}

/** What sealed bytes hold, or null if they are not as they were sealed under this seed and for this format. */
export function unseal(seed: number, format: Format, bytes: Buffer): Content | null {
  if (bytes.length < idsAt || bytes.length % 4 !== idsAt % 4) return null;
  if (bytes.readUInt32LE() !== tags[format]) return null;
  if (!timingSafeEqual(bytes.subarray(checksumAt, contentAt), checksum(seed, bytes))) return null;
  const mask = bytes.readUInt16LE(contentAt + 8);
  const ids: number[] = [];
  for (let at = idsAt; at < bytes.length; at += 4) ids.push(bytes.readUInt32LE(at));
  return {
    timestampUs: Number(bytes.readBigUInt64LE(contentAt)),
    properties: properties.filter((_, place) => (mask & (1 << place)) !== 0),
    ids
  };
}

function checksum(seed: number, bytes: Buffer): Buffer {
  const mac = createHmac("sha256", `sandbox ${seed}`);
  return mac.update(bytes.subarray(0, checksumAt)).update(bytes.subarray(contentAt)).digest();
}

function maskOf(wanted: readonly Property[]): number {
  return properties.reduce((mask, property, place) => (wanted.includes(property) ? mask | (1 << place) : mask), 0);
}
