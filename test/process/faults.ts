const binding = import.meta.resolve("@duckdb/node-bindings");

/** The environment of a process that is killed before the statement of DuckDB that is the `at`-th of its kind. */
export function killedBefore(statement: RegExp, at = 1): Record<string, string> {
  return beforeStatement(statement, `if (--left === 0) process.kill(process.pid, "SIGKILL");`, `let left = ${at};`);
}

/** The environment of a process on a slow disk: so many ms after its start, each commit takes as many ms longer, for a while. */
export function slowDisk({after, length, by}: {after: number; length: number; by: number}): Record<string, string> {
  const isSlow = `performance.now() > ${after} && performance.now() < ${after + length}`;
  return beforeStatement(
    /^(COMMIT|CHECKPOINT)/,
    `if (${isSlow}) await new Promise((resolve) => setTimeout(resolve, ${by}));`
  );
}

/** The environment of a process whose own clock is set back by an hour so many ms after its start. */
export function clockSetBack(after: number): Record<string, string> {
  return onStart(`
    const now = Date.now, at = now() + ${after}, real = Date;
    const shifted = () => now() - (now() >= at ? 3600000 : 0);
    globalThis.Date = class extends real {
      constructor(...args) { super(...(args.length === 0 ? [shifted()] : args)); }
      static now() { return shifted(); }
    };`);
}

/** The environment of a process that runs a script first. */
export function onStart(script: string): Record<string, string> {
  return {NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}`};
}

// Runs a script before each statement of DuckDB of a kind.
function beforeStatement(statement: RegExp, script: string, first = ""): Record<string, string> {
  return onStart(`const require = (await import("node:module")).createRequire(${JSON.stringify(binding)});
    const duckdb = require("@duckdb/node-bindings");
    ${first}
    const watched = (name) => async (connection, sql) => {
      if (${statement}.test(sql)) { ${script} }
      return duckdb[name](connection, sql);
    };
    require.cache[require.resolve("@duckdb/node-bindings")].exports = Object.create(duckdb, {
      query: {value: watched("query")},
      extract_statements: {value: watched("extract_statements")}
    });`);
}
