const extension = /^(?:_file\/)?duckdb\/extensions\/v[\d.]+\/wasm_eh\/\w+\.duckdb_extension\.wasm$/;

/** Limits requests to allowed files and to the extensions of the site at `root`, by where addresses lead from `page`. */
export function makeGuard(root: string, page: string) {
  const allowed = new Map<string, string>();
  const resolved = (address: string): string => new URL(address, page).href.replace(/#.*/s, "");
  return {
    allow(name: string, address: string): void {
      allowed.set(name, resolved(address));
    },
    check(address: string): void {
      const asked = resolved(address);
      const isExtension = asked.startsWith(root) && extension.test(asked.slice(root.length));
      if (isExtension || [...allowed.values()].includes(asked)) return;
      throw new Error(`SQL reads this site's snapshot only, not ${asked}`);
    }
  };
}
