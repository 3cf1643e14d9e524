import {parseArgs} from "node:util";
import {fuzz} from "./fuzz.js";

// `npm run fuzz [-- --seed=1 --runs=100000]`: generated bodies through reading and booking. The seed repeats a run.
const {values} = parseArgs({options: {seed: {type: "string"}, runs: {type: "string", default: "100000"}}});
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
const runs = Number(values.runs);

console.log(`fuzz: ${runs} bodies, seed ${seed}`);
console.log(`every check passed, with ${await fuzz({seed, runs})} updates among them`);
