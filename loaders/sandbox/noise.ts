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

/**
 * Noise of mean 0 and deviation about 1 at time `u`: below one unit it moves like a random walk, of variance 2.5 a unit,
 * down to 4^-octaves units; beyond, it forgets itself. It has no state: each octave is straight lines between chance
 * numbers, four times as dense as those of the octave before, and half as high.
 */
export function wander(key: number, u: number, octaves: number): number {
  let sum = 0;
  for (let octave = 0; octave < octaves; octave++, u *= 4) {
    const from = Math.floor(u);
    const streamKey = hash(key, octave);
    const [a, b] = [uniform(streamKey, from), uniform(streamKey, from + 1)];
    sum += (a + (b - a) * (u - from) - 0.5) / 2 ** octave;
  }
  return 3.674 * sum; // by the deviation of a unit's even numbers, and by all octaves together
}
