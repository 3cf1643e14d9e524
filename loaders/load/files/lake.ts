import {existsSync, readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import * as z from "zod";
import {ConfigError, messageOf} from "../../config/errors.js";

/** The files of updates in a lake, and whether its rows are simulated. */
export interface Lake {
  paths: string[];
  isSimulated: boolean;
}

const entrySchema = z.object({
  simulated: z.boolean(),
  adds: z.array(z.object({path: z.string()})),
  removes: z.array(z.string())
});

// No path leads out of the lake.
const isUpdates = (path: string) => /^feed_updates\/date=[\d-]+\/[\da-f-]+\.parquet$/.test(path);

/**
 * Reads which files belong to a lake, as earlier versions of Feedbook wrote it: each entry in its folder `manifest`
 * adds files and replaces others. Null if the folder is not a lake. @throws ConfigError if an entry cannot be read
 */
export function readLake(folder: string): Lake | null {
  const manifest = join(folder, "manifest");
  if (!existsSync(manifest) || !existsSync(join(folder, "feed_updates"))) return null;
  const names = readdirSync(manifest).filter((name) => name.endsWith(".json"));
  if (names.length === 0) return null;
  const entries = names.map((name) => readEntry(join(manifest, name)));
  const replaced = new Set(entries.flatMap(({removes}) => removes));
  const added = entries.flatMap(({adds}) => adds.map(({path}) => path));
  const paths = added.filter((path) => isUpdates(path) && !replaced.has(path)).sort();
  return {paths: paths.map((path) => join(folder, path)), isSimulated: entries.some(({simulated}) => simulated)};
}

function readEntry(path: string): z.infer<typeof entrySchema> {
  try {
    return entrySchema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    const reason = error instanceof z.ZodError ? "it is not an entry of a lake" : messageOf(error);
    throw new ConfigError(`cannot read ${path}: ${reason}: put the file back, or name the folder feed_updates`);
  }
}
