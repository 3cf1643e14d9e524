import {z} from "zod";

/** An object with exactly these keys; an unknown key is an issue whose message lists the known ones. */
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

/** Text with something in it. */
export function text(allowed: string) {
  return z.string({error: allowed}).trim().min(1);
}

/** Path of a store: a file of this machine, and not what loads write beside another store. */
export const storeFile = text("a path")
  .refine((path) => !/^(?:\w{2,}:|:)|\0/.test(path), {error: "a path of a file, and no address"})
  .refine((path) => !path.endsWith(".snapshot.duckdb"), {error: "a store, and no snapshot (sql --snapshot asks that)"});

/** A list without duplicates. */
export function list<Item extends z.ZodType<string | number>>(item: Item, allowed: string) {
  const distinct = (items: unknown[]) => new Set(items).size === items.length;
  return z.array(item, {error: allowed}).refine(distinct, {error: `${allowed}, without duplicates`});
}

/** Text that `parse` reads, which throws at any other. */
export function readable(parse: (text: string) => number, allowed: string) {
  return z.string({error: allowed}).refine(
    (text) => {
      try {
        parse(text);
        return true;
      } catch {
        return false; // the issue says what is allowed
      }
    },
    {error: allowed}
  );
}

/** Yes or no. */
export const yesNo = z.boolean({error: "true, false"});
