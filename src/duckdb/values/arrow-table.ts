import {tableFromIPC as read, type Table, tableToIPC} from "apache-arrow";
import {messageOf} from "../../format/format.js";
import {asStream} from "./given.js";

/** Reads an Arrow file, or a stream, for FileAttachment. @throws an error that says how to write one that it can read */
export async function tableFromIPC(source: Response | PromiseLike<Uint8Array>): Promise<Table> {
  const input = await source;
  try {
    const table = input instanceof Response ? await read(input) : read(input);
    return Object.assign(table, {[asStream]: () => tableToIPC(table, "stream")});
  } catch (error) {
    const reason = messageOf(error);
    throw new Error(`cannot read the Arrow file: ${reason}: write it without compression, or as Parquet`, {
      cause: error
    });
  }
}
