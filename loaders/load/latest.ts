import {askAndBook} from "./ask.js";
import type {Load} from "./context.js";
import {selectForLoad} from "./select.js";

/** Loads the latest update of every selected feed, once. */
export async function loadLatest(load: Load): Promise<void> {
  await askAndBook(load, "latest_price", await selectForLoad(load));
}
