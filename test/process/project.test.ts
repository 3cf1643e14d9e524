import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {execa} from "execa";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {editPath} from "../../loaders/site/edit/server.js";
import {command, spoken} from "../helpers/cli.js";
import {useBundled} from "../helpers/workspace.js";

const folder = mkdtempSync(join(tmpdir(), "feedbook-project-"));
const project = join(folder, "notes");
const installed = join(project, "node_modules/feedbook");
const env = {FEEDBOOK_BASE_URL: "", FEEDBOOK_TOKEN: "", FEEDBOOK_STORE: "", NO_COLOR: "1"};
afterAll(() => rmSync(folder, {recursive: true}));

async function run(program: string, args: readonly string[], cwd = project): Promise<string> {
  const {exitCode, all} = await execa(program, args, {cwd, env, stdin: "ignore", reject: false, all: true});
  expect({args, exitCode, all: exitCode === 0 ? "" : all}).toEqual({args, exitCode: 0, all: ""});
  return all;
}

const feedbook = (...args: string[]) => run(join(project, "node_modules/.bin/feedbook"), args);

// The packed kit, with the packages of npm's cache alone, as npm ci of this checkout filled it.
beforeAll(async () => {
  await run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], process.cwd());
  const [tarball = ""] = readdirSync(folder);
  expect((await command(["new", "--project", project, "--kit", join(folder, tarball)])).exitCode).toBe(0);
  await run("npm", ["install", "--offline"]);
  useBundled(project);
  // Its other pages would take half a minute to build.
  for (const name of readdirSync(join(installed, "src")).filter((file) => /^(?!404|prices).*\.md$/.test(file)))
    rmSync(join(installed, "src", name));
  for (const name of ["examples", "guide", "notebooks"]) rmSync(join(installed, "src", name), {recursive: true});
});

describe("a project that needs a packed Feedbook", () => {
  it("has all commands, its own pages and data loaders, and Feedbook's pages beside them", async () => {
    expect(await run("npx", ["--no-install", "feedbook", "--help"])).toContain("`npm run -s feedbook -- …`");
    // A folder without scripts of npm.
    expect(await run(join(project, "node_modules/.bin/feedbook"), ["--help"], folder)).toContain("`npx feedbook …`");
    expect(await feedbook("load", "latest", "--feeds", "1,2")).toMatch(/^latest done.* 2 rows/m);
    expect(await feedbook("sql", "SELECT 7 AS seven", "--json")).toBe('[{"seven":7}]');
    expect(await feedbook("new", "Mine")).toContain("wrote src/notebooks/mine.md");
    writeFileSync(join(project, "src/data/own.json.ts"), "const n: number = 7;\nconsole.log(n);");
    writeFileSync(join(project, "src/index.md"), `# Own\n${"$"}{FileAttachment("data/own.json").json()}`);
    writeFileSync(join(project, "src/desk-of-mine.md"), "# R&D [desk]");
    const settings = join(project, "feedbook.config.ts");
    writeFileSync(settings, readFileSync(settings, "utf8").replace('// title: "Feedbook"', 'title: "<My> desk"'));
    await run("npm", ["run", "-s", "build"]);
    const page = (name: string) => readFileSync(join(project, "dist", `${name}.html`), "utf8");
    expect(page("index")).toContain("<h1");
    expect(page("index")).toContain("Own");
    expect(page("prices")).toContain("<title>Prices | &lt;My&gt; desk");
    expect(page("prices")).toMatch(/>&lt;My&gt; desk<[\s\S]*>Pages<[\s\S]*>R&amp;D \[desk\]<[\s\S]*>Mine</);
    const llms = readFileSync(join(project, "dist/llms.txt"), "utf8");
    expect(llms).toMatch(/^# <My> desk\n[\s\S]*^- \[R&D \\\[desk\\\]\]\(desk-of-mine\.html\)$/m);
    expect(page("notebooks/mine")).toContain("<title>Mine");
    expect(page("notebooks/my-first-notebook")).toContain("My first notebook");
    expect(existsSync(join(project, "dist/data/hours"))).toBe(false); // which no page names
    expect(readFileSync(join(project, "dist/licenses.txt"), "utf8")).toMatch(/^feedbook 0\.1\.0, ISC$/m);
  });

  it("shows and edits its own pages in a preview", async () => {
    const bin = join(project, "node_modules/.bin/feedbook");
    const options = {cwd: project, env, stdin: "ignore", reject: false, all: true} as const;
    const running = execa(bin, ["dev", "--port", "0"], options);
    const url = await spoken(running, /http:\/\/127\.0\.0\.1:\d+/);
    const html = await (await fetch(`${url}/notebooks/mine`)).text();
    const [, secret = ""] = /name="feedbook-edit" content="([^"]+)"/.exec(html) ?? [];
    const headers = {"x-feedbook-secret": secret};
    const page = await (await fetch(`${url}${editPath}?page=/notebooks/mine`, {headers})).json();
    expect(page).toMatchObject({name: "src/notebooks/mine.md", text: expect.stringMatching(/^# Mine/)});
    const kits = await fetch(`${url}${editPath}?page=/prices`, {headers});
    expect(await kits.text()).toContain("put a copy of node_modules/feedbook/src/prices.md in its place");
    running.kill("SIGINT");
    await running;
  });

  it("has no copy of Feedbook's code, and git sees the author's files alone", async () => {
    const made = readdirSync(project).filter((name) => !["node_modules", "data", "dist"].includes(name));
    expect(made.filter((name) => lstatSync(join(project, name)).isSymbolicLink())).toEqual([
      "loaders",
      "observablehq.config.ts"
    ]);
    await run("git", ["init", "-q"]);
    const seen = await run("git", ["status", "--porcelain", "-uall"]);
    expect(Array.from(seen.matchAll(/^\?\? "?(.+?)"?$/gm), ([, path]) => path).toSorted()).toEqual([
      ...[".gitignore", ".npmrc", "README.md", "feedbook.config.ts", "package-lock.json", "package.json"],
      ...["src/data/hours/[feed].csv.sql", "src/data/own.json.ts", "src/desk-of-mine.md", "src/index.md"],
      ...["src/notebooks/mine.md", "src/notebooks/my-first-notebook.md"]
    ]);
  });

  it("follows an upgrade: links to new files, and no links to removed ones; own pages, links and ignored files stay", async () => {
    symlinkSync("../../elsewhere/mine.md", join(project, "src/mine.md"));
    appendFileSync(join(project, "src/.gitignore"), "/drafts\n");
    rmSync(join(installed, "src/prices.md"));
    writeFileSync(join(installed, "src/newer.md"), "# Newer");
    writeFileSync(join(installed, "src/index.md"), "# Its");
    await feedbook("new", "Later");
    const pages = readdirSync(join(project, "src")).filter((name) => name.endsWith(".md"));
    expect(pages).toEqual(["404.md", "desk-of-mine.md", "index.md", "mine.md", "newer.md"]);
    await feedbook("new", "Last");
    const ignored = readFileSync(join(project, "src/.gitignore"), "utf8");
    expect(ignored).toMatch(
      /^# Links(?![\s\S]*\/(?:\.gitignore|index\.md|mine\.md|prices\.md)\n)[\s\S]*\n\/newer\.md\n[\s\S]*\n# End.*\n\/drafts\n$/
    );
    expect(readFileSync(join(project, "src/index.md"), "utf8")).toMatch(/^# Own/);
  });
});
