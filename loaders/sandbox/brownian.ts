import {hash, normal, uniform} from "./noise.js";

const warpSpread = 0.2;

/**
 * A Brownian path at time `u`, of variance 1 per unit of time below one unit and stationary above it: hashed knots at
 * whole units, joined by Lévy's construction (one hat function of hashed height per octave). No state; `depth` octaves
 * cost `depth` hashes, and the path is straight between multiples of 2^-depth.
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
  for (let octave = 0; octave < depth; octave++) {
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

/**
 * Time `u` made uneven: an increasing map of every unit onto itself in which each octave's halves share their time by
 * a hashed weight (a multiplicative cascade). A path over warped time has calm and hectic spells at every scale, as
 * markets have (Mandelbrot, Fisher and Calvet, "A Multifractal Model of Asset Returns", 1997).
 */
export function warp(key: number, u: number, depth: number): number {
  const block = Math.floor(u);
  const blockKey = hash(key, block);
  let x = u - block;
  let start = block;
  let length = 1;
  let node = 1;
  for (let octave = 0; octave < depth; octave++) {
    const left = length * leftShare(blockKey, node);
    x *= 2;
    node *= 2;
    if (x < 1) {
      length = left;
    } else {
      x -= 1;
      node += 1;
      start += left;
      length -= left;
    }
  }
  return start + length * x;
}

/** How fast warped time runs at `u`, seen over 2^-depth units: 1 on average, above 1 in hectic spells. */
export function intensity(key: number, u: number, depth: number): number {
  const width = 2 ** -depth;
  const from = Math.floor(u / width) * width;
  return (warp(key, from + width, depth) - warp(key, from, depth)) / width;
}

function leftShare(key: number, node: number): number {
  return 0.5 + warpSpread * (2 * uniform(key, node) - 1);
}
