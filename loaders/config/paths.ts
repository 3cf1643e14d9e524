/** The path of a file beside a store, named after it: `data/feeds.duckdb` and `.bodies` give `data/feeds.bodies`. */
export function beside(storePath: string, ending: string): string {
  return `${storePath.replace(/\.duckdb$/, "")}${ending}`;
}
