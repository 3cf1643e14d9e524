import {resolve} from "node:path";
import {execa} from "execa";

/** Where and how a command runs. */
export interface CliOptions {
  cwd: string;
  env?: Record<string, string>;
  input?: string | Uint8Array;
}

/** Runs `feedbook` as a process of its own, as `npx tsx loaders/cli.ts` does. */
export function feedbook(args: readonly string[], {cwd, env = {}, input = ""}: CliOptions) {
  const command = ["--import", import.meta.resolve("tsx"), resolve("loaders/cli.ts"), ...args];
  // Nothing of the machine's own settings: no service, no store.
  const own = {FEEDBOOK_BASE_URL: "", FEEDBOOK_TOKEN: "", FEEDBOOK_STORE: "", NO_COLOR: "1", ...env};
  return execa(process.execPath, command, {cwd, env: own, input, reject: false as const});
}
