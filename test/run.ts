import {mkdtempSync, readFileSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {execa} from "execa";
import {useMemory} from "./helpers/run/memory.js";
import {findBrowser} from "./helpers/site/chromium.js";

// `npm test`: lint, types, then all tests. Ends with one line that counts.
// With names of files: lint, types, and these tests, of whatever kind.
useMemory();
const folder = mkdtempSync(join(tmpdir(), "feedbook-test-"));
const count = {passed: 0, failed: 0};
let lacking = "";
const only = process.argv.slice(2);
const needsBrowser = only.length === 0 || only.some((name) => name.includes("browser"));
const browser = await findBrowser({install: needsBrowser}).catch(({message}: Error) => {
  lacking = message;
});
process.env.FEEDBOOK_SHARED = mkdtempSync(join(folder, "shared-"));
const env = {...(browser && {CHROMIUM_PATH: browser}), NO_COLOR: process.env.CI ? "1" : undefined};

for (const [name, command] of [
  ["lint", ["biome", "check", "--error-on-warnings", "."]],
  ["types", ["tsc", "--noEmit"]]
] as const) {
  const {exitCode} = await run(command);
  count[exitCode === 0 ? "passed" : "failed"] += 1;
  console.log(`${name}: ${exitCode === 0 ? "passed" : "failed"}\n`);
}

const hasBrowser = browser || only.length > 0;
await runTests("unit", ...(hasBrowser ? ["browser"] : []), "process");
if (!hasBrowser) {
  count.failed += 1;
  console.log(`browser: no test ran: ${lacking}`);
}

rmSync(folder, {recursive: true});
console.log(`\n${count.passed} passed, ${count.failed} failed`);
process.exitCode = count.failed === 0 ? 0 : 1;

async function runTests(...projects: string[]): Promise<void> {
  const report = join(folder, "report.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  // Left to itself vitest keeps a core free, but tests wait for clocks and files. More would starve browsers.
  const workers = 3;
  const chosen = projects.map((project) => `--project=${project}`);
  const {exitCode} = await run(["vitest", "run", ...chosen, `--maxWorkers=${workers}`, ...reporters, ...only]);
  const {numPassedTests, numFailedTests} = JSON.parse(readFileSync(report, "utf8"));
  count.passed += numPassedTests;
  // A file that cannot be loaded, or an error outside a test, fails the run without a failed test.
  count.failed += numFailedTests + (exitCode !== 0 && numFailedTests === 0 ? 1 : 0);
}

function run([file, ...args]: readonly string[]) {
  return execa(`${file}`, args, {preferLocal: true, reject: false, stdio: ["ignore", "inherit", "inherit"], env});
}
