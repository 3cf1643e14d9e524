import {setFlagsFromString} from "node:v8";

/**
 * Keeps V8's heap small. What a load parses is garbage as soon as it is in columns: a large space for new objects is no
 * faster, and takes some 60 MB; what outlives it is collected when a quarter more is held, which takes some 40 MB less.
 */
export function limitHeap(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=25");
}
