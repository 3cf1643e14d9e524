import {readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {execa} from "execa";

// `npm run bench [name …] [-- --option=…]`: runs the benchmarks one after another, each in a process of its own. They print rates and
// ratios, and judge nothing: machines differ. With --help it says which there are.
const folder = import.meta.dirname;
const names = readdirSync(folder).filter((name) => name.endsWith(".bench.ts"));
const args = process.argv.slice(2);
const wanted = args.filter((arg) => !arg.startsWith("--"));
const options = args.filter((arg) => arg.startsWith("--")); // for the benchmarks themselves

for (const name of names.sort()) {
  if (options.includes("--help")) {
    console.log(/Run: (.*)/.exec(readFileSync(join(folder, name), "utf8"))?.[1]);
    continue;
  }
  if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue;
  console.log(`\n${name.replace(".bench.ts", "")}`);
  await execa(process.execPath, ["--expose-gc", "--import", "tsx", join(folder, name), ...options], {stdio: "inherit"});
}
