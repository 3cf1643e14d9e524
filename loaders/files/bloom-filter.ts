const bits = 2 ** 26; // 8 MiB: of a million hashes it mistakes one in 90 000, of ten millions one in 25

/**
 * Says of each hash (hex, 32 digits or more) whether it was shown before: no is certain, yes is likely. However many
 * come, it takes the same memory (a Bloom filter).
 */
export function bloomFilter(): (hash: string) => boolean {
  const words = new Uint32Array(bits / 32);
  return (hash) => {
    let seen = true;
    for (let start = 0; start < 32; start += 8) {
      const place = Number.parseInt(hash.slice(start, start + 8), 16) % bits;
      const [index, bit] = [place >>> 5, 1 << (place & 31)];
      const word = words[index] ?? 0;
      if ((word & bit) === 0) seen = false;
      words[index] = word | bit;
    }
    return seen;
  };
}
