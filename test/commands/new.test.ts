import {cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync} from "node:fs";
import {dirname, resolve} from "node:path";
import {describe, expect, it} from "vitest";
import {parseBlocks} from "../../loaders/site/answers/blocks.js";
import {openSnapshot} from "../../loaders/snapshot/snapshot.js";
import {cliFolder} from "../helpers/cli.js";
import {sharedSnapshot} from "../pages/queries.js";

const kit = resolve("src/notebook.ts");
const folder = cliFolder(async ({path}) => {
  mkdirSync(path("src"), {recursive: true});
  cpSync(kit, path("src", "notebook.ts"));
});
const {run, write} = folder;
const page = (name: string) => readFileSync(`src/notebooks/${name}.md`, "utf8");

describe("feedbook new <title>", () => {
  it("writes a page of at most 40 lines, whose queries bind, and says where it will be", async () => {
    const {exitCode, stdout, stderr} = await run("new", "Weekend gaps");
    expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: ""});
    expect(stdout).toMatch(
      /^wrote src\/notebooks\/weekend-gaps\.md\nnpm run dev shows it: open \/notebooks\/weekend-gaps at the address that this prints$/
    );
    const text = page("weekend-gaps");
    expect(text.split("\n").length).toBeLessThanOrEqual(41);
    expect(text).toMatch(
      /^# Weekend gaps\n\n```js\nimport \{.*Inputs, Plot, sql.*\} from "\.\.\/notebook\.js";\n```\n/
    );
    const snapshot = await openSnapshot(await sharedSnapshot("empty"));
    try {
      const blocks = parseBlocks(text);
      expect(blocks).toHaveLength(3);
      for (const {strings} of blocks) await snapshot.parameters(strings.join("1"));
    } finally {
      snapshot.close();
    }
  });

  it.each([
    ["Élan & co. — «Ärger»", [], "elan-co-arger"],
    ["Don’t ../../panic/now", [], "dont-panic-now"],
    ["C:\\temp\\con", [], "c-temp-con"],
    ["比較", ["--name", "compared"], "compared"]
  ])("makes a file name in its folder of %j %j", async (title, options, name) => {
    expect((await run("new", title, ...options)).exitCode).toBe(0);
    expect(readdirSync("src/notebooks")).toEqual([`${name}.md`]);
  });

  it.each([
    [["  "], 'missing title: give one, as in feedbook new "Weekend gaps"'],
    [["!?"], "no file name in title: !?: name the file, too"],
    [["index"], "no file name in title: index"],
    [["比較"], "no file name in title: 比較: name the file, too, as in --name weekend-gaps"],
    [["a\nb"], "invalid title: it has a line break"],
    [["a\u001b[2J"], "invalid title: it has a line break or a control character"],
    [["x".repeat(121)], "title too long: 121 characters: give at most 120"],
    [["a", "--name", "../x"], "invalid name: ../x: give small letters"],
    [["a", "--name", "A b"], "invalid name: A b"],
    [["a", "b"], 'several titles: quote it, as in feedbook new "a b"']
  ])("refuses %j", async (args, said) => {
    const {exitCode, stderr} = await run("new", ...args);
    expect({exitCode, stderr}).toEqual({exitCode: 2, stderr: expect.stringContaining(said)});
    expect(existsSync("src/notebooks") ? readdirSync("src/notebooks") : []).toEqual([]);
  });

  it("never writes over a file, nor through a link", async () => {
    await run("new", "Mine");
    write("src/notebooks/mine.md", "my own words");
    symlinkSync("../../outside.md", "src/notebooks/linked.md");
    for (const name of ["mine", "linked"]) {
      const stderr = expect.stringContaining(`${name}.md is there already: edit it, or name another`);
      expect(await run("new", "Mine", "--name", name)).toMatchObject({exitCode: 2, stderr});
      const stdout = expect.stringMatching(new RegExp(`^wrote src/notebooks/${name}-2\\.md\n`));
      expect(await run("new", name)).toMatchObject({exitCode: 0, stdout});
    }
    expect(page("mine")).toBe("my own words");
    expect(existsSync("outside.md")).toBe(false);
  });

  it("takes a title for text", async () => {
    await run("new", `<img src=x> ${"$"}{1 + 1} *a*`, "--name", "ugly");
    expect(page("ugly").split("\n")[0]).toBe("# &#60;img src=x&#62; &#36;&#123;1 + 1&#125; &#42;a&#42;");
  });
});

describe("feedbook new --project <folder>", () => {
  it("writes only what an author owns, with locked packages, and says what to do next", async () => {
    const {exitCode, stdout} = await run("new", "Mine", "--project", "own/notes");
    expect({exitCode, stdout}).toEqual({
      exitCode: 0,
      stdout: expect.stringMatching(/run npm install in own\/notes, then/)
    });
    const files = readdirSync("own/notes", {recursive: true, withFileTypes: true}).filter((entry) => entry.isFile());
    expect(files.map(({name}) => name).toSorted()).toEqual([
      ...[".gitignore", ".npmrc", "README.md", "[feed].csv.sql", "feedbook.config.ts", "mine.md"],
      ...["package-lock.json", "package.json"]
    ]);
    const {dependencies} = JSON.parse(readFileSync("own/notes/package.json", "utf8"));
    expect(resolve("own/notes", dependencies.feedbook.slice("file:".length))).toBe(dirname(dirname(kit)));
    const {packages} = JSON.parse(readFileSync("own/notes/package-lock.json", "utf8"));
    expect(packages["node_modules/zod"].integrity).toMatch(/^sha512-/);
    expect(packages["node_modules/vitest"]).toBeUndefined();
  });

  it.each([
    [["--project", "."], ". is there already: name a new folder, or an empty one"],
    [["--project", "src/notebook.ts"], "src/notebook.ts is there already: name a new folder, or an empty one"],
    [["--project", "new", "--kit", "none.tgz"], "no such file: none.tgz: npm pack makes it"],
    [["Mine", "--kit", "none.tgz"], "--kit goes with --project"]
  ])("refuses %j, and writes nothing", async (args, message) => {
    const before = readdirSync(".", {recursive: true});
    expect(await run("new", ...args)).toEqual({exitCode: 2, stdout: "", stderr: `feedbook: ${message}`});
    expect(readdirSync(".", {recursive: true})).toEqual(before);
  });
});
