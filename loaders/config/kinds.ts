import * as z from "zod";

/** An object with these keys and no others; the issue of an unknown key lists the known ones. */
export function group<Shape extends z.ZodRawShape>(shape: Shape) {
  const keys = Object.keys(shape).join(", ");
  return z.strictObject(shape, {
    error: ({code}) => (code === "unrecognized_keys" ? keys : `an object of ${keys}`)
  });
}

/** A whole number in a range, both ends included. */
export function whole(from: number, to: number) {
  return z
    .int({error: `a whole number from ${from} to ${to}`})
    .min(from)
    .max(to);
}

/** One of some words. */
export function word<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.enum(words, {error: words.join(", ")});
}

/** Text that is not empty. */
export function text(allowed: string) {
  return z.string({error: allowed}).trim().min(1);
}

const storePath = "the path of a file, such as data/feeds.duckdb";

/** Where a store is: a file of this machine that is not the snapshot of another store, and no address such as `md:feeds`. */
export const storePlace = text(storePath)
  .refine((path) => !/^(?:\w{2,}:|:)/.test(path) && !path.includes("\0"), {error: storePath, abort: true})
  .refine((path) => !path.endsWith(".snapshot.duckdb"), {
    error: "a store, not a snapshot (sql --snapshot queries that)"
  });

/** A list without duplicates. */
export function list<Item extends z.ZodType<string | number>>(item: Item, allowed: string) {
  const distinct = (items: unknown[]) => new Set(items).size === items.length;
  return z.array(item, {error: allowed}).refine(distinct, {error: `${allowed}, without duplicates`});
}

/** Text for which `parse` does not throw. */
export function readable(parse: (text: string) => number, allowed: string) {
  const isReadable = (text: string) => {
    try {
      parse(text);
      return true;
    } catch {
      return false;
    }
  };
  return z.string({error: allowed}).refine(isReadable, {error: allowed});
}

/** Yes or no. */
export const yesNo = z.boolean({error: "true, false"});

/** An http or https address, returned without its trailing slash. It may have a path, but no user, password or query. */
export const address = z.string({error: "an http or https address"}).transform((text, context) => {
  const problem = problemOf(text);
  if (problem === null) return new URL(text).href.replace(/\/+$/, "");
  context.addIssue(problem);
  return z.NEVER;
});

function problemOf(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !["http:", "https:"].includes(url.protocol)) return "an http or https address";
  if (url.username !== "" || url.password !== "") return "an address without user and password, which are set apart";
  if (url.search !== "" || url.hash !== "") return "an address without ? and #";
  return null;
}

/** The path that a site is served under: slashes around names that need no escaping, as in `/prices/`. */
export const basePath = /^\/(?:(?!\.{1,2}\/)[\w.~-]+\/)*$/;
