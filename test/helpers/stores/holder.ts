import {once} from "node:events";
import {execa} from "execa";

/** A process of its own that holds a DuckDB file for writing until it is released. */
export interface Holder {
  pid: number;
  /** Releases the file; it is free when this resolves. */
  release(): Promise<void>;
}

const script = `
const {DuckDBInstance} = await import(process.argv[1]);
const instance = await DuckDBInstance.create(process.argv[2]);
process.stdout.write("held");
process.stdin.once("data", () => instance.closeSync()).resume();
process.stdin.once("end", () => process.exit());`;

/** Holds the file at `path`, as another loader would. @throws if it is in use */
export async function holdFile(path: string): Promise<Holder> {
  const binding = import.meta.resolve("@duckdb/node-api");
  const child = execa(process.execPath, ["--input-type=module", "-e", script, binding, path], {stdin: "pipe"});
  await Promise.race([once(child.stdout, "data"), child]); // it ends before that only with an error
  return {
    pid: child.pid ?? 0,
    async release() {
      child.stdin.end("now");
      await child;
    }
  };
}
