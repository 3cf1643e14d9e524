import {spawnSync} from "node:child_process";
import {createHash} from "node:crypto";
import {cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from "node:fs";
import {dirname} from "node:path";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {buildSite} from "../../../loaders/site/build/build.js";
import {namesOf} from "../../../loaders/sql/list.js";
import {feedbook} from "../../helpers/cli.js";
import {makeSnapshot} from "../../helpers/snapshot.js";
import {keepOnly, makeWorkspace} from "../../helpers/workspace.js";

const readme = readFileSync("README.md", "utf8");
const small = makeWorkspace(); // a whole site in a moment: one page, one loader
const {root: cwd, env} = small;
const given = {cwd, env};
const page = {"index.md": `# One\n\n${"$"}{FileAttachment('data/x.json').json()}`, "data/x.json.sql": "SELECT 1 AS x"};
keepOnly(small, page);
afterAll(() => small.remove());

// The data loader of the README, for two feeds, and as CSV.
const [, shown = "", shownFile = ""] =
  /^```sql\n(-- (src\/data\/\S+\.json\.sql)[,:] [\s\S]*?)^```$/m.exec(readme) ?? [];
const [use = ""] = /FileAttachment\([^)]*\)\.json\(\)/.exec(shown) ?? [];
const uses = [use, use.replace("1.json", "2.json"), use.replace("1.json", "2.csv").replace("json()", "text()")];

// Loaders in other languages print the hash of the snapshot.
const programs = [
  ["sh", "sh", `printf '"%s"' "$(sha256sum < "$FEEDBOOK_SNAPSHOT" | cut -d " " -f 1)"`],
  [
    "py",
    "python3",
    "import hashlib, json, os\nwith open(os.environ['FEEDBOOK_SNAPSHOT'], 'rb') as file:\n  print(json.dumps(hashlib.sha256(file.read()).hexdigest()))"
  ]
].filter(([, program = ""]) => spawnSync(program, ["-c", ""]).status === 0);
const hashing = Object.fromEntries(
  programs.map(([ending, , text]) => [`data/hash-${ending}.json.${ending}`, `${text}`])
);
const hashes = programs.map(([ending]) => `${"$"}{FileAttachment("data/hash-${ending}.json").json()}`).join(" ");
const ask = '# One\n```js\nimport {sql} from "./duckdb/sql/sql.js";\nconst pick = {feed: 1};\n```\n```sql id=rows\n';

describe("buildSite over an existing site", () => {
  const dist = () => readdirSync(cwd).filter((name) => name.startsWith("dist"));
  const index = () => readFileSync(`${cwd}/dist/index.html`, "utf8");
  const failing = () => buildSite(given).then(() => "", String);

  beforeAll(async () => {
    await makeSnapshot(small.snapshotPath, {hours: 1});
    cpSync(`${small.snapshotPath}.store`, `${cwd}/data/feeds.duckdb`);
    write("src/duckdb/sql/sql.ts", "export const sql = Object.assign(async () => [], {until: () => sql});\n"); // built in a moment
    keepOnly(small, {...hashing, "index.md": `# One\n\n${uses.map((one) => `\${${one}}`).join(" ")} ${hashes}`});
    mkdirSync(`${cwd}/src/guide`);
    write("src/guide/vocabulary.md", "# SQL vocabulary\n\n## Habits\nIn UTC.\n\n## All names\n```js\n1\n```\n");
    mkdirSync(dirname(`${cwd}/${shownFile}`));
    write(shownFile, shown);
    write(shownFile.replace(".json", ".csv"), shown);
    expect(await buildSite(given)).toMatch(
      /^opening views of 0 of \d+ feeds: 0 bytes of at most 20\.0 MB \(site\.openingBytes\)$/m
    );
  });

  it("writes no path of this machine into any file", () => {
    const files = readdirSync(`${cwd}/dist`, {recursive: true, withFileTypes: true}).filter((e) => e.isFile());
    expect(files.map(({name}) => name)).toEqual(expect.arrayContaining(["index.html", "licenses.txt", "llms.txt"]));
    const found = files.filter(({parentPath, name}) => {
      const text = readFileSync(`${parentPath}/${name}`, "latin1");
      return [cwd, process.cwd()].some((local) => text.includes(local));
    });
    expect(found.map(({name}) => name)).toEqual([]);
  });

  it("lists its data, its vocabulary, each table and each page", () => {
    const text = readFileSync(`${cwd}/dist/llms.txt`, "utf8");
    expect(text).toMatch(/^# Feedbook\n\n> Simulated updates of \d+ price feeds, from 20\S+Z to 20\S+Z\.\n\n## Habits/);
    expect(text).not.toContain("```js");
    const named = Array.from(text.matchAll(/^- `(\w+)`: \S/gm), ([, name]) => name);
    expect(named).toEqual(expect.arrayContaining(namesOf("snapshot", "query", "table", "view")));
    expect(text).toMatch(/\n## Pages\n\n- \[SQL vocabulary\]\(guide\/vocabulary\.html\)\n- \[One\]\(index\.html\)\n$/);
  });

  it("runs the data loader of the README for each route, and as CSV", () => {
    const texts = readdirSync(`${cwd}/dist/_file/data/hours`)
      .toSorted()
      .map((name) => readFileSync(`${cwd}/dist/_file/data/hours/${name}`, "utf8"));
    const [first, second] = texts.filter((text) => text.startsWith("[")).map((text) => JSON.parse(text));
    expect(first[0].startedAt).toBe("2026-05-12T13:00:00Z");
    expect([first[0].open, second[0].open].map((open) => Math.round(open / 100))).toEqual([792, 23]); // feeds 1 and 2
    expect(texts.find((text) => text.startsWith("s"))).toMatch(
      /^startedAt,open,high,low,close\n2026-05-12T13:00:00Z,2285\.86/
    );
  });

  it("runs loaders in shell and Python anew for a new snapshot", async () => {
    const hash = () => createHash("sha256").update(readFileSync(small.snapshotPath)).digest("hex");
    const hashesOf = () =>
      readdirSync(`${cwd}/dist/_file/data`)
        .filter((name) => name.startsWith("hash-"))
        .map((name) => JSON.parse(readFileSync(`${cwd}/dist/_file/data/${name}`, "utf8")));
    const before = hash();
    expect(hashesOf()).toEqual(programs.map(() => before));
    await makeSnapshot(small.snapshotPath, {hours: 2});
    await buildSite(given);
    expect(hash()).not.toBe(before);
    expect(hashesOf()).toEqual(programs.map(hash));
  });

  it("keeps the old site when a build fails, and reports the reason once", async () => {
    const before = index();
    keepOnly(small, {...page, "data/x.json.sql": "SELECT 1 AS a,\n  nothing AS b"});
    const failure = await failing();
    expect(failure).toMatch(/^Error: cannot build the site: [\s\S]*src\/data\/x\.json\.sql:2: Binder Error: .*nothing/);
    expect(failure.match(/ended with|Error: odd|Binder/g)).toHaveLength(1);
    expect(index()).toBe(before);
    expect(dist()).toEqual(["dist"]);
  });

  it("fails if a query does not bind, and builds the page with --allow-errors", async () => {
    const before = index();
    keepOnly(small, {"index.md": `${ask}SELECT\n  prise\nFROM prices\n\`\`\`\n\n[Nothing](./nope)\n`});
    const failure = await failing();
    expect(failure).toMatch(/src\/index\.md:8: Binder Error: .*"prise"[\s\S]*"price"[\s\S]*LINE 2: +prise\n +\^/);
    expect(failure.match(/Binder Error/g)).toHaveLength(1);
    expect(index()).toBe(before);
    const {exitCode, stderr} = await feedbook(["build", "--allow-errors"], {cwd});
    expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: expect.stringMatching(/src\/index\.md:8: Binder Error/)});
    expect(index()).toContain("prise");
  });

  it("fails over page names that cannot be addresses", async () => {
    keepOnly(small, {...page, "a#b.md": "# A", "Who?.md": "# B", "one.md": "# C", "One.md": "# D"});
    expect((await failing()).replace("Error: cannot build the site: ", "").split("\n").toSorted()).toEqual([
      ...["Who?", "a#b"].map(
        (name) => `src/${name}.md has #, ? or % in its name, which cannot be in an address: rename it`
      ),
      "src/one.md and One.md differ by case alone: rename one of them"
    ]);
  });

  function write(path: string, text: string): void {
    writeFileSync(`${cwd}/${path}`, text);
  }
});
