import {createHash} from "node:crypto";
import {basename, resolve} from "node:path";

/** Where a store is, as DuckDB attaches it. */
export interface Location {
  /** What ATTACH takes: the path of a file, or an address. */
  source: string;
  /** The name of the database, once it is attached; `given`: by us. MotherDuck's databases have names of their own. */
  name: string;
  given: boolean;
  /** The schema of the store's tables, which leaves room for others in its database; null: it has a database of its own. */
  schema: string | null;
  /** The file of the database on this machine; null: a service has it. */
  file: string | null;
}

const address = /^(duckdb|md|ducklake):(.+?)(?:#(\w+))?$/s; // a folder may have a # in its name

/**
 * Where the store at `path` is: a file, as in `data/feeds.duckdb`, or an address that DuckDB attaches, as in `md:feeds`. What
 * follows a # in an address is a schema: `duckdb:data/all.duckdb#feeds`. All else that is said of a store's place follows from this.
 */
export function locationOf(path: string): Location {
  const [, scheme, place = "", schema = null] = address.exec(path) ?? [];
  const name = "store";
  if (scheme === undefined) return {source: path, name, given: true, schema, file: path};
  const source = `${scheme}:${place}`;
  if (scheme === "duckdb") return {source, name, given: true, schema, file: place};
  if (scheme === "ducklake") return {source, name, given: true, schema, file: null};
  const [, own = place] = /^(?:_share\/)?([^/?]+)/.exec(place) ?? [];
  return {source, name: own, given: false, schema, file: null};
}

/** Whether a text is written like an address that a store may have. */
export function isAddress(text: string): boolean {
  return address.test(text);
}

/** Whether the database at `path` is a DuckLake. */
export function isLake(path: string): boolean {
  return path.startsWith("ducklake:");
}

/** A store's path as a setting gives it, made absolute where it is of a file. */
export function resolveStore(cwd: string, path: string): string {
  const {file, schema} = locationOf(path);
  if (file === null) return path;
  const resolved = resolve(cwd, file);
  return isAddress(path) ? `duckdb:${resolved}${schema === null ? "" : `#${schema}`}` : resolved;
}

/**
 * The path that the files beside a store are named after: that of its own file, or one that does not exist, as in
 * `data/all.feeds-db49b83c.duckdb` for `duckdb:data/all.duckdb#feeds`, and `data/md-feeds-df8bb20c.duckdb` for `md:feeds`.
 */
export function localPath(path: string): string {
  const {file, schema} = locationOf(path);
  if (file === null) return resolve("data", `${path.replace(/[^\w.]+/g, "-").slice(-100)}-${keyOf(path)}.duckdb`);
  if (schema === null) return file;
  const own = schema.toLowerCase(); // as case does not count in the names of schemas
  return `${withoutEnding(file)}.${own}-${keyOf(`${basename(file)}#${own}`)}.duckdb`; // the same in a moved folder
}

// Tells apart places whose readable names are the same, as those of `duckdb:all.duckdb#feeds` and of a file `all.feeds.duckdb`.
function keyOf(place: string): string {
  return createHash("sha256").update(place).digest("hex").slice(0, 8);
}

/** The path of a file beside a store, named after it: `data/feeds.duckdb` and `.bodies` give `data/feeds.bodies`. */
export function beside(path: string, ending: string): string {
  return `${withoutEnding(localPath(path))}${ending}`;
}

function withoutEnding(file: string): string {
  return file.replace(/\.duckdb$/, "");
}
