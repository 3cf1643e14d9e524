import {execa} from "execa";

// `npm run soak [-- <seed>]` runs the tests that take too long for the gate, with a seed of its own: random kills, generated
// bodies, all cases of the gate's tests, every benchmark, and an hour of the firehose with faults. Ends with 1 if a part failed.
const seed = process.argv[2] ?? String(Date.now() % 1_000_000);
const parts: readonly [name: string, command: string[], env?: Record<string, string>][] = [
  ["kills and long processes", ["vitest", "run", "--project", "soak", "test/soak/process"], {FEEDBOOK_KILLS: "1000"}],
  ["processes", ["vitest", "run", "--project", "process"]],
  ["all cases and properties", ["vitest", "run", "--project", "unit"]],
  ["browser", ["vitest", "run", "--project", "browser"]],
  ["fuzz", ["npm", "run", "-s", "fuzz", "--", `--seed=${seed}`]],
  ["benchmarks", ["npm", "run", "-s", "bench"]],
  ["an hour of the firehose, with faults", ["npm", "run", "-s", "bench", "hour"]]
];

const failed: string[] = [];
for (const [name, [file = "", ...args], env] of parts) {
  console.log(`\nsoak: ${name}, seed ${seed}`);
  const options = {
    preferLocal: true,
    reject: false,
    stdio: "inherit",
    env: {FEEDBOOK_SOAK: "1", FEEDBOOK_SEED: seed, ...env}
  } as const;
  const {exitCode} = await execa(file, args, options);
  if (exitCode !== 0) failed.push(name);
}
console.log(`\nsoak with seed ${seed}: ${failed.length === 0 ? "all held" : `failed: ${failed.join(", ")}`}`);
process.exitCode = failed.length === 0 ? 0 : 1;
