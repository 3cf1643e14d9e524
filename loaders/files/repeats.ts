import type {Load} from "../load/books.js";
import {eachFileBody, heldFileBodies} from "../store/responses.js";
import type {SavedBody} from "./bodies.js";

/** Leaves out bodies that are loaded already; gives each other one once, by this call or a later one. */
export interface Repeats {
  /** The bodies to book now: this one, or waiting ones that turned out to be new. */
  next(saved: SavedBody): Promise<SavedBody[]>;
  /** What is left to book at the end. */
  rest(): Promise<SavedBody[]>;
  /** The place of the first body that was left out; null if none was. */
  first(): string | null;
}

/** How many bodies, of how many characters together, wait to be looked up together. */
export interface LookUps {
  bodies?: number;
  characters?: number;
}

/**
 * Finds bodies that were loaded from a file before, or came before in this load. Only bodies that may be repeats are looked
 * up in the store, many at a time. Looking up all would be as fast (200,000 bodies of one entry: 25 s of CPU either way),
 * but a body from a pipe would wait for others, and take memory meanwhile. For a load that books nothing else.
 */
export async function findRepeats(
  {withStore, report}: Load,
  {bodies: most = 1000, characters: mostCharacters = 2 ** 23}: LookUps = {}
): Promise<Repeats> {
  const seen = bloomFilter();
  await withStore((store) => eachFileBody(store, seen));
  let committed = 0;
  const uncommitted = new Set<string>(); // in the order in which they will be committed
  let [waiting, characters]: [SavedBody[], number] = [[], 0];
  let first: string | null = null;

  function forgetCommitted(): void {
    for (const hash of uncommitted) {
      if (committed === report.responses) return;
      uncommitted.delete(hash);
      committed += 1;
    }
  }

  async function rest(): Promise<SavedBody[]> {
    if (waiting.length === 0) return [];
    const looked = waiting;
    [waiting, characters] = [[], 0];
    const hashes = looked.map(({hash}) => hash);
    forgetCommitted();
    const held = await withStore((store) => heldFileBodies(store, hashes, report.loadId));
    return looked.filter(({source, hash}) => {
      const isNew = !held.has(hash) && !uncommitted.has(hash);
      if (isNew) uncommitted.add(hash);
      else {
        report.alreadyThere += 1;
        first ??= source;
      }
      return isNew;
    });
  }

  async function next(saved: SavedBody): Promise<SavedBody[]> {
    if (!seen(saved.hash)) {
      forgetCommitted();
      uncommitted.add(saved.hash);
      return [saved];
    }
    const body = saved.read?.text() ?? saved.body;
    const {source, hash, read} = saved;
    waiting.push(read?.isMade ? saved : {source, hash, body}); // its rows would keep those of all bodies read with it
    characters += body.length;
    return waiting.length < most && characters < mostCharacters ? [] : rest();
  }

  return {next, rest, first: () => first};
}

const bits = 2 ** 26; // 8 MiB; false positives: one in 90 000 for a million hashes, one in 25 for ten million

/**
 * Tells whether a hash (hex, 32 digits or more) was seen before: no is certain, yes is only likely. Its memory does not grow
 * (a Bloom filter).
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
