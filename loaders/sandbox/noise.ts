/** A 32-bit unsigned hash of a key and an index (murmur3's finaliser): the only source of chance in the sandbox. */
export function hash(key: number, index: number): number {
  let mixed = key ^ Math.imul(index, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** The key of one stream of chance of a seed, another for each feed and purpose. */
export function keyOf(seed: number, id: number, purpose: number): number {
  return hash(hash(seed, id + 100), purpose);
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

/**
 * A Brownian path at time `u`, of variance 1 per unit of time below one unit and stationary above it: hashed knots at
 * whole units, joined by Lévy's construction. It has no state: `depth` halvings cost `depth` hashes, and between multiples
 * of 2^-depth it is straight.
 */
export function path(key: number, u: number, depth: number): number {
  const block = Math.floor(u);
  const from = normal(key, block);
  const to = normal(key, block + 1);
  const blockKey = hash(~key, block);
  let x = u - block;
  let value = (from + (to - from) * x) * Math.SQRT1_2;
  let height = 0.5; // the standard deviation of a bridge of length 1 at its middle
  let node = 1;
  for (let halving = 0; halving < depth; halving++) {
    value += height * normal(blockKey, node) * (1 - Math.abs(2 * x - 1));
    height *= Math.SQRT1_2;
    x *= 2;
    node *= 2;
    if (x >= 1) {
      x -= 1;
      node += 1;
    }
  }
  return value;
}

/** A wandering number of mean 0 and deviation about 1 that forgets itself over some hours. */
export function wander(key: number, timestampUs: number, hours: number): number {
  return Math.SQRT2 * path(key, timestampUs / (hours * 3_600_000_000), 9);
}
