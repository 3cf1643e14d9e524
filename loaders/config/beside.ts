/** The path of a file beside a store, named after it: `data/feeds.duckdb` and `.bodies` give `data/feeds.bodies`. */
export function beside(path: string, ending: string): string {
  return `${path.replace(/\.duckdb$/, "")}${ending}`;
}
