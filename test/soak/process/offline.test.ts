import {writeFileSync} from "node:fs";
import {join, resolve} from "node:path";
import {pathToFileURL} from "node:url";
import {execa} from "execa";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {makeSnapshot} from "../../helpers/snapshot.js";
import {makeWorkspace} from "../../helpers/workspace.js";

const workspace = makeWorkspace({fresh: true});
const {exitCode: denied} = await execa("unshare", ["-n", "true"], {reject: false});

beforeAll(() => makeSnapshot(workspace.snapshotPath, {hours: 1}));
afterAll(() => workspace.remove());

// A network namespace of its own, in which there is nothing but the loopback; only root on Linux may make one.
describe.skipIf(denied !== 0)("previewSite without a network", () => {
  it("goes on although a page wants what only a CDN has", async () => {
    const pages = {
      plot: `${"$"}{Plot.plot()}`,
      rows: "```sql\nFROM feeds\n```",
      npm: '```js\nimport "./remote.js";\n```'
    };
    writeFileSync(join(workspace.root, "src", "remote.ts"), 'import "npm:lodash@4";');
    for (const [name, text] of Object.entries(pages)) writeFileSync(join(workspace.root, "src", `${name}.md`), text);
    const code = `import {once} from "node:events";
      import {readFileSync, writeFileSync} from "node:fs";
      import {setTimeout} from "node:timers/promises";
      import {previewSite} from "${pathToFileURL(resolve("loaders/site/serve/preview.ts"))}";
      const preview = await previewSite();
      const answers = {};
      for (const page of ["plot", "rows", "npm", "funding"]) {
        const response = await fetch(preview.url + page);
        answers[page] = [response.status, /is not imported/.test(await response.text())];
      }
      const live = preview.url.replace("http", "ws") + "_observablehq";
      const complaints = {plot: "src/live.md:1: Plot is not imported", npm: "cannot update a page"};
      for (const page of ["plot", "npm"]) {
        writeFileSync("src/live.md", "# Live");
        const hash = /open\\({hash: "(\\w+)"/.exec(await (await fetch(preview.url + "live")).text())?.[1];
        const socket = new WebSocket(live);
        await once(socket, "open");
        socket.send(JSON.stringify({type: "hello", path: "/live", hash}));
        await once(socket, "message");
        await setTimeout(500); // it watches the page just after it said so
        writeFileSync("src/live.md", readFileSync("src/" + page + ".md"));
        for (let i = 0; i < 60 && !preview.warned.includes(complaints[page]); ++i) await setTimeout(500);
        socket.close();
      }
      answers.live = (await fetch(preview.url + "funding")).status;
      answers.warned = preview.warned.match(/(cannot update a page: .*|src.live.md.*imported)/g);
      console.log(JSON.stringify(answers));
      await preview.close();`;
    const script = join(workspace.root, "ask.mts");
    writeFileSync(script, code);
    const run = `ip link set lo up 2>/dev/null; exec node --experimental-websocket --import ${import.meta.resolve("tsx")} ${script}`;
    const {stdout} = await execa("unshare", ["-n", "sh", "-c", run], {cwd: workspace.root, env: workspace.env});
    expect(JSON.parse(stdout)).toEqual({
      plot: [200, true],
      rows: [200, true],
      npm: [500, false],
      funding: [200, false],
      live: 200,
      warned: [
        "src/live.md:1: Plot is not imported",
        expect.stringMatching(/^cannot update a page: refused to ask https/)
      ]
    });
  });
});
