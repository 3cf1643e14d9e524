import {rmSync, writeFileSync} from "node:fs";
import {createServer} from "node:net";
import {setTimeout} from "node:timers/promises";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {previewSite, warmUp} from "../../../loaders/site/preview.js";
import {makeSnapshot} from "../../helpers/snapshot.js";
import {makeWorkspace} from "../../helpers/workspace.js";

const workspace = makeWorkspace();
const {root: cwd, env} = workspace;
beforeAll(() => makeSnapshot(workspace.snapshotPath, {hours: 1}));
afterAll(() => workspace.remove());

describe("previewSite({cwd, env, port, warn})", () => {
  it("takes another port where its own is taken, and ends with all it started", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => taken.once("listening", resolve));
    const address = taken.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const preview = await previewSite({cwd, env, ...(port !== undefined && {port})});
    expect(Number(new URL(preview.url).port)).not.toBe(port);
    expect((await fetch(preview.url)).status).toBe(200);
    await preview.close();
    expect(await preview.exited).toBe(1); // by a signal
    await expect(fetch(preview.url)).rejects.toThrow();
    taken.close();
  });

  it("fails with what it said, where it does not start", async () => {
    await expect(previewSite({cwd, env: {...env, FEEDBOOK_BASE: "notebook"}})).rejects.toThrow(
      /base must start with slash/
    );
  });

  it("tells why a data loader failed, once, and answers with it", async () => {
    writeFileSync(`${cwd}/src/data/odd.json.sql`, "SELECT 1,\n  nothing");
    let warned = "";
    const preview = await previewSite({cwd, env, warn: (text) => (warned += text)});
    const answer = () => fetch(`${preview.url}_file/data/odd.json`);
    for (let i = 0; i < 4; ++i) {
      const response = await answer();
      expect(response.status).toBe(500);
      expect(await response.text()).toMatch(/^src\/data\/odd\.json\.sql:2: Binder Error: /);
      await setTimeout(i * 500);
    }
    expect(warned.match(/Binder Error/g)).toHaveLength(1);
    expect(warned).toMatch(/^src\/data\/odd\.json\.sql:2: Binder Error: /);
    writeFileSync(`${cwd}/src/data/odd.json.sql`, "SELECT 1 AS x");
    expect(await (await answer()).text()).toBe('[{"x":1}]');
    rmSync(`${cwd}/src/data/odd.json.sql`);
    await preview.close();
  });

  it("makes what the first page names before it is asked for", async () => {
    const preview = await previewSite({cwd, env});
    await warmUp(preview.url);
    const asked = preview.said.match(/GET \/_\w+\/[\w./]+/g);
    expect(asked).toEqual(expect.arrayContaining(["GET /_file/data/index.json", "GET /_import/lib/kit.js"]));
    await preview.close();
  });

  it("shows what a page lacks in its place, tells it once, and goes on", async () => {
    writeFileSync(`${cwd}/src/mine.md`, `# Mine\n\n${"$"}{Plot.plot()} <b>\n`);
    let warned = "";
    const preview = await previewSite({cwd, env, warn: (text) => (warned += text)});
    for (let i = 0; i < 3; ++i) {
      const html = await (await fetch(`${preview.url}mine`)).text();
      expect(html).toContain("src/mine.md:3: Plot is not imported");
      expect(html).toContain("<title>Mine");
    }
    expect(warned.match(/src\/mine\.md:3: Plot is not imported: .*"\.\/lib\/notebook\.js";/g)).toHaveLength(1);
    writeFileSync(`${cwd}/src/mine.md`, "# Mine\n\nWords\n");
    expect(await (await fetch(`${preview.url}mine`)).text()).not.toContain("is not imported");
    rmSync(`${cwd}/src/mine.md`);
    await preview.close();
  });
});
