import {readdirSync} from "node:fs";
import {join} from "node:path";
import {execa} from "execa";

// `npm run bench [name …]`: runs the benchmarks one after another, each in a process of its own. They print rates and
// ratios, and judge nothing: machines differ.
const folder = import.meta.dirname;
const names = readdirSync(folder).filter((name) => name.endsWith(".bench.ts"));
const wanted = process.argv.slice(2);

for (const name of names.sort()) {
  if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue;
  console.log(`\n${name.replace(".bench.ts", "")}`);
  await execa(process.execPath, ["--expose-gc", "--import", "tsx", join(folder, name)], {stdio: "inherit"});
}
