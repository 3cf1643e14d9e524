/** A 32-bit unsigned hash of a key and an index (murmur3's finaliser): the only source of chance in the sandbox. */
export function hash(key: number, index: number): number {
  let mixed = key ^ Math.imul(index, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** A number in [0, 1), evenly spread over the indices of a key. */
export function uniform(key: number, index: number): number {
  return hash(key, index) / 4_294_967_296;
}

/** A number of mean 0 and variance 1, near enough normal: the sum of a hash's four bytes, so within ±3.45. */
export function normal(key: number, index: number): number {
  const bits = hash(key, index);
  return ((bits & 255) + ((bits >>> 8) & 255) + ((bits >>> 16) & 255) + (bits >>> 24) - 510) / byteSumDeviation;
}

const byteSumDeviation = Math.sqrt((4 * (256 ** 2 - 1)) / 12);
