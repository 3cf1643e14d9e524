import {vi} from "vitest";
import type * as Location from "../../../loaders/config/location.js";

// Each store in a file is attached under another name, and its tables are in a schema of their own, as those of an address are.
// So a statement that counts on usual names fails.
vi.mock("../../../loaders/config/location.js", async (original) => {
  const actual = await original<typeof Location>();
  const locationOf: typeof actual.locationOf = (path) => {
    const location = actual.locationOf(path);
    if (location.file?.endsWith(".snapshot.duckdb")) return location; // no store
    return {...location, name: "some place", schema: location.schema ?? "of its own"};
  };
  return {...actual, locationOf};
});
