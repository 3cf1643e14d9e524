import {rmSync, writeFileSync} from "node:fs";
import {execa} from "execa";
import {afterAll, describe, expect, it} from "vitest";
import {spoken} from "../helpers/cli.js";
import {recordsOf} from "../helpers/stores/whole.js";
import {makeWorkspace} from "../helpers/workspace.js";

const {root, env, remove} = makeWorkspace();
const written = (name: string, text: string) => writeFileSync(`${root}/${name}`, text);

afterAll(remove);

// Waits for a file before it gives the text of the first page.
const late = `import {existsSync} from "node:fs";
while (!existsSync("go")) await new Promise((resolve) => setTimeout(resolve, 100));
console.log("late");`;

function start() {
  return execa("npm", ["start", "--", "--port", "0"], {cwd: root, env, reject: false, stdin: "ignore", all: true});
}

// Processes whose command names the workspace or the late data loader: npm's own too.
async function running(): Promise<string[]> {
  const {stdout} = await execa("ps", ["-eo", "pid,args"]);
  return stdout.split("\n").filter((line) => line.includes(root) || line.includes("src/data/late.txt.ts"));
}

const address = /Feedbook is at (http:\S+)/;
const ended = {timeout: 10_000};

describe("npm start", () => {
  it("loads the demo, shows the pages, and ends everything it started", async () => {
    const preview = start();
    expect((await fetch(await spoken(preview, address))).status).toBe(200);
    const demo = `SELECT simulated, updates >= 100000 AS enough, (SELECT count(*)::INTEGER FROM loads) AS loads,
      round((epoch(lastPublishedAt) - epoch(firstPublishedAt)) / 86400)::INTEGER AS days FROM meta`;
    expect(await recordsOf(root, demo)).toEqual([{simulated: true, enough: true, loads: 1, days: 7}]);
    preview.kill("SIGTERM");
    await preview;
    await expect.poll(running, ended).toEqual([]);
  });

  it("starts at once with a store, reports its first page, and ends with all it started when its listener is killed", async () => {
    written("src/index.md", `# One\n\n${"$"}{FileAttachment("data/late.txt").text()}`);
    written("src/data/late.txt.ts", late);
    const preview = start();
    const url = await spoken(preview, address);
    written("go", "");
    await spoken(preview, /made the first page in [\d.]+ s/);
    rmSync(`${root}/go`);
    written("src/data/late.txt.ts", `${late}\n`);
    fetch(`${url}_file/data/late.txt`).catch(() => {}); // runs it again
    await expect.poll(async () => (await running()).join(), {timeout: 60_000}).toContain("late.txt.ts");
    const listener = (await running()).find((line) => line.includes("observable.js preview"));
    process.kill(Number.parseInt(listener ?? "", 10), "SIGKILL");
    const {exitCode, stderr} = await preview;
    expect({exitCode, stderr}).toEqual({
      exitCode: 1,
      stderr: expect.stringMatching(/the preview ended with code 1: start it/)
    });
    expect(stderr).not.toContain("loading seven days");
    await expect.poll(running, ended).toEqual([]);
  });
});
