import {once} from "node:events";
import {parentPort, workerData} from "node:worker_threads";
import {memoryOf, packetsOf, type ReaderData} from "./packets.js";

const mostAhead = 4; // packets that wait to be taken

// Runs in a thread of its own: posts the packets of files, and at the end null, or the error that ended it.
if (parentPort !== null) {
  let ahead = 0;
  parentPort.on("message", () => {
    ahead -= 1;
  });
  try {
    for await (const packet of packetsOf(workerData as ReaderData)) {
      while (ahead >= mostAhead) await once(parentPort, "message");
      ahead += 1;
      parentPort.postMessage(packet, memoryOf(packet));
    }
    parentPort.postMessage(null);
  } catch (error) {
    parentPort.postMessage(error); // thrown, it could overtake the packets before it
  }
}
