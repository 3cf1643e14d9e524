import {on} from "node:events";
import {Worker} from "node:worker_threads";
import type {TimestampUnit} from "../config/choices.js";
import type {Reading, SavedBody} from "./bodies.js";
import {type Packet, type ReaderData, unpacked} from "./packets.js";

/** The same as `bodiesOf`, of several files: a thread of its own reads them and what they hold, while this one does other work. */
export async function* bodiesByThread(
  paths: readonly string[],
  {signal, most, unit, onBytes}: Reading & {unit: TimestampUnit}
): AsyncGenerator<SavedBody> {
  const workerData: ReaderData = {paths, most, unit};
  const worker = new Worker(new URL("reader.mjs", import.meta.url), {workerData});
  let bytes = 0;
  try {
    for await (const [packet] of on(worker, "message", {signal, close: ["exit"]}) as AsyncIterable<
      [Packet | Error | null]
    >) {
      if (packet === null) return;
      if (packet instanceof Error) throw packet;
      worker.postMessage(null);
      yield* unpacked(packet);
      onBytes?.(packet.bytes - bytes);
      bytes = packet.bytes;
    }
    throw new Error("the thread that reads files ended early: load them again");
  } finally {
    await worker.terminate();
  }
}
