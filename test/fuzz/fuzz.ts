import fc from "fast-check";
import {type Body, BodyError, readBody} from "../../loaders/parse/body.js";
import {makeStore} from "../helpers/store.js";
import {bodyText} from "./bodies.js";
import {checkReading, checkStore} from "./checks.js";

const batch = 500;

/** How many bodies from which seed, and (to see the checks fail) how they are read. */
export interface FuzzOptions {
  seed: number;
  runs: number;
  read?: (text: string) => Body;
}

/**
 * Generates bodies, reads them, and books them in a real store, batch by batch. Gives the number of updates among them.
 * @throws AssertionError, with the body, if one is read wrong, throws something else than BodyError, or is booked wrong
 */
export async function fuzz({seed, runs, read = readBody}: FuzzOptions): Promise<number> {
  let updates = 0;
  for (let done = 0; done < runs; done += batch) {
    const texts = fc.sample(bodyText, {seed: seed + done, numRuns: Math.min(batch, runs - done)});
    const found = texts.flatMap((text) => reading(text, read));
    updates += found.length;
    const test = await makeStore();
    try {
      await test.book(...found.map(({text}) => text));
      await checkStore(
        test,
        found.map(({body}) => body)
      );
    } finally {
      test.remove();
    }
  }
  return updates;
}

// Returns no reading of a body without updates.
function reading(text: string, read: (text: string) => Body): {text: string; body: Body}[] {
  try {
    const body = read(text);
    checkReading(text, body);
    return [{text, body}];
  } catch (error) {
    if (error instanceof BodyError) return [];
    throw new Error(`body ${JSON.stringify(text)}: ${error instanceof Error ? error.stack : error}`);
  }
}
