import {execaNode} from "execa";

/** The number that an option such as `--rows=1000` of this process gives, or a default. */
export function numberOption(name: string, otherwise: number): number {
  return Number(process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise);
}

/** Time and processor time in seconds, and the most memory in MB. */
export interface Measured {
  seconds: number;
  cpu: number;
  peak: number;
}

/** Measures this process while it does some work. */
export async function measure<T>(work: () => Promise<T>): Promise<Measured & {result: T}> {
  const [before, started] = [used(), performance.now()];
  const result = await work();
  const {cpu, peak} = used();
  return {seconds: (performance.now() - started) / 1000, cpu: cpu - before.cpu, peak, result};
}

/** Seconds of processor time of this process so far, and MB of memory at most. */
export function used(): {cpu: number; peak: number} {
  const {user, system} = process.cpuUsage();
  return {cpu: (user + system) / 1e6, peak: process.resourceUsage().maxRSS / 1024};
}

/** Runs a part of a benchmark, which prints its result as JSON, as a process of its own. */
export async function runPart<T>(file: string, args: readonly string[], env: Record<string, string>): Promise<T> {
  const none = {FEEDBOOK_BASE_URL: "", FEEDBOOK_TOKEN: ""};
  const {stdout} = await execaNode(file, args, {env: {...none, ...env}, nodeOptions: ["--import", "tsx"]});
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as T;
}
