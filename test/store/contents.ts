import type {TestStore} from "../helpers/store.js";

/** What these tables hold, in an order that does not depend on how they were made, rounded. */
export async function contentsOf(test: TestStore, tables: readonly string[]): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for (const name of tables) all[name] = rounded(await test.records(`FROM ${name} ORDER BY ALL`));
  return all;
}

/** A value with its numbers rounded: a sum of doubles depends on the order of its parts, in the last digits. */
export function rounded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, part) =>
    typeof part === "number" ? Number(part.toPrecision(12)) : part
  );
}
