const binding = import.meta.resolve("@duckdb/node-bindings");

/** The environment of a process that is killed before the statement of DuckDB that is the `at`-th of its kind. */
export function killedBefore(statement: RegExp, at = 1): Record<string, string> {
  return onStart(`const require = (await import("node:module")).createRequire(${JSON.stringify(binding)});
    const duckdb = require("@duckdb/node-bindings");
    let left = ${at};
    const watched = (name) => (connection, sql) => {
      if (${statement}.test(sql) && --left === 0) process.kill(process.pid, "SIGKILL");
      return duckdb[name](connection, sql);
    };
    require.cache[require.resolve("@duckdb/node-bindings")].exports = Object.create(duckdb, {
      query: {value: watched("query")},
      extract_statements: {value: watched("extract_statements")}
    });`);
}

/** The environment of a process that runs a script first. */
export function onStart(script: string): Record<string, string> {
  return {NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}`};
}
