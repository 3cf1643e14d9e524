import {readdirSync, readFileSync} from "node:fs";

const guide = readdirSync("src/guide").map((file) => `src/guide/${file}`);
const all = ["README.md", ...guide].map((path) => ({path, text: readFileSync(path, "utf8")}));

/** A code sample of the README or the guide, and the file that it is in. */
export interface Sample {
  path: string;
  code: string;
}

/** Pages that samples show whole. */
export const pageSamples: readonly Sample[] = samplesOf(/^````md\n([\s\S]*?)^````$/gm);

/** The pages of the guide, by names for a site. */
export const guidePages: Readonly<Record<string, string>> = Object.fromEntries(
  pageSamples.filter(({path}) => path !== "README.md").map(({code}, i) => [`sample-${i + 1}`, code])
);

/** Commands of Feedbook, without `npm run -s feedbook --`; each once. */
export const commandSamples: readonly string[] = [
  ...new Set(samplesOf(/^npm run -s feedbook -- (.*?)(?: +#.*)?$/gm).map(({code}) => code))
];

/** Other lines of shell. */
export const shellLines: readonly Sample[] = samplesOf(/^```sh\n([\s\S]*?)^```$/gm).flatMap(({path, code}) =>
  code
    .trim()
    .split("\n")
    .filter((line) => !line.startsWith("npm run -s feedbook --"))
    .map((line) => ({path, code: line.replace(/ +#.*$/, "")}))
);

/** SQL that the guide shows and its pages do not run, a statement each. */
export const sqlSamples: readonly Sample[] = samplesOf(/^```sql run=false\n([\s\S]*?)^```$/gm).flatMap(({path, code}) =>
  code
    .trim()
    .split(/;\n?/)
    .filter((sql) => sql !== "")
    .map((sql) => ({path, code: sql}))
);

/** Configurations. */
export const configSamples: readonly Sample[] = samplesOf(/^```ts run=false\n([\s\S]*?)^```$/gm);

function samplesOf(pattern: RegExp): Sample[] {
  // The blocks of a sample page run with that page.
  const outside = (text: string) =>
    pattern.source.includes("````md") ? text : text.replaceAll(/^````md\n[\s\S]*?^````$/gm, "");
  return all.flatMap(({path, text}) => [...outside(text).matchAll(pattern)].map(([, code = ""]) => ({path, code})));
}

/** The messages of the page on troubleshooting. */
export const messages: readonly string[] = [
  ...readFileSync("src/guide/troubleshooting.md", "utf8").matchAll(/^## (.*)$/gm)
].map(([, message = ""]) => message);
