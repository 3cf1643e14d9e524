import {cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync} from "node:fs";
import {tmpdir} from "node:os";
import {join, resolve} from "node:path";
import {build} from "esbuild";
import {execa} from "execa";

/** The loaders compiled once, for tests that start very many processes: they start in a third of the time. */
export interface Compiled {
  /** Runs `feedbook` as a process of its own, in a folder. */
  run(args: readonly string[], options: {cwd: string; env?: Record<string, string>}): ReturnType<typeof start>;
  remove(): void;
}

/** Compiles the loaders into a temporary folder, each file to one of its own. */
export async function compileLoaders(): Promise<Compiled> {
  const folder = mkdtempSync(join(tmpdir(), "feedbook-compiled-"));
  const files = readdirSync("loaders", {recursive: true, encoding: "utf8"}).filter((name) =>
    /(?<!\.d)\.ts$/.test(name)
  );
  const entryPoints = files.map((name) => resolve("loaders", name));
  await build({entryPoints, outbase: resolve("."), outdir: folder, format: "esm", target: "node20"});
  cpSync("loaders", join(folder, "loaders"), {recursive: true, filter: (path) => !path.endsWith(".ts")});
  cpSync("package.json", join(folder, "package.json"));
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"), "junction");
  const cli = join(folder, "loaders", "cli.js");
  return {
    run: (args, options) => start([cli, ...args], options),
    remove: () => rmSync(folder, {recursive: true, force: true})
  };
}

function start(args: readonly string[], {cwd, env = {}}: {cwd: string; env?: Record<string, string>}) {
  const own = {FEEDBOOK_BASE_URL: "", FEEDBOOK_TOKEN: "", FEEDBOOK_STORE: "", NO_COLOR: "1", ...env};
  return execa(process.execPath, args, {cwd, env: own, input: "", reject: false as const});
}
