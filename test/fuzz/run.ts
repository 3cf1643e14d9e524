import {parseArgs} from "node:util";
import {fuzz} from "./fuzz.js";

// `npm run fuzz [-- --seed=1 --runs=100000]`: generated bodies through reading and booking. The seed repeats a run.
const {values} = parseArgs({options: {seed: {type: "string"}, runs: {type: "string", default: "100000"}}});
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
const runs = Number(values.runs);
const started = performance.now();

console.log(`fuzz: ${runs} bodies, seed ${seed}`);
const report = await fuzz({
  seed,
  runs,
  note({bodies}) {
    if (bodies % 10_000 === 0) console.log(`${bodies} in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  }
});
console.log(
  `every invariant held (seed ${seed}, ${((performance.now() - started) / 1000).toFixed(0)} s): ${JSON.stringify(report)}`
);
