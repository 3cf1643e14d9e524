/** Path of what is kept beside a store, named after it: `data/feeds.duckdb` and `.bodies` give `data/feeds.bodies`. */
export function beside(storePath: string, ending: string): string {
  return `${storePath.replace(/\.duckdb$/, "")}${ending}`;
}
