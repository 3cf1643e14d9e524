import {once} from "node:events";
import {mkdirSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {setTimeout} from "node:timers/promises";
import {WebSocket} from "undici";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {type Preview, previewSite} from "../../../loaders/site/serve/preview.js";
import {makeSnapshot} from "../../helpers/snapshot.js";
import {makeWorkspace} from "../../helpers/workspace.js";
import {answerTo, wronglyAnswered} from "../../http/hostile.js";

const workspace = makeWorkspace();
const {root: cwd, env} = workspace;
beforeAll(() => makeSnapshot(workspace.snapshotPath, {hours: 1}));
afterAll(() => workspace.remove());

// The tests share a preview, and run in this order.
describe("previewSite({cwd, env, warn})", () => {
  let preview: Preview;
  let warned = "";
  beforeAll(async () => {
    preview = await previewSite({cwd, env: {...env, NODE_OPTIONS: witness}, warn: (text) => (warned += text)});
  });
  afterAll(async () => {
    await preview.close();
  });

  it("sends each page with its policy", async () => {
    const page = await fetch(preview.url);
    const policy = page.headers.get("content-security-policy") ?? "";
    const scripts = (await page.text()).match(/<script(?![^>]* src)/g);
    expect(policy.match(/'sha256-/g)).toHaveLength(scripts?.length ?? 0);
    expect(policy).toMatch(/^default-src 'none'; .*; frame-ancestors 'self'$/);
    expect(page.headers.get("x-content-type-options")).toBe("nosniff");
    expect(page.headers.get("cross-origin-resource-policy")).toBe("same-origin");
  });

  it("reports a malformed message in one line, and goes on", async () => {
    const open = async () => {
      const socket = new WebSocket(`${preview.url.replace("http", "ws")}_observablehq`);
      await once(socket, "open");
      return socket;
    };
    for (const text of ["\u001b[31mx\n", "null", '{"type": "hello"}', '{"type": "hello", "path": "%"}']) {
      const socket = await open();
      socket.send(text);
      await once(socket, "close");
    }
    (await open()).close();
    const lines = warned.split("\n").filter((line) => line !== "");
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.filter((line) => !/^cannot update a page: [^\p{Cc}]{5,80}$/u.test(line))).toEqual([]);
    warned = "";
  });

  it("rejects requests of no browser, hides sources, and asks no other host", async () => {
    const cached = `${cwd}/src/.observablehq/cache/_npm/evil@1.0.0`;
    mkdirSync(cached, {recursive: true});
    writeFileSync(`${cached}/index.html`, "<script>");
    writeFileSync(`${cwd}/src/.env`, "secret");
    writeFileSync(`${cwd}/src/format/remote.ts`, 'import "npm:lodash@4";\nexport const a = 1;');
    writeFileSync(`${cwd}/src/format/vendor.min.js`, 'export const a = "vendor";');
    writeFileSync(`${cwd}/src/odd.json.ts`, "console.log(1)");
    writeFileSync(`${cwd}/src/remote.md`, '```js\nimport {a} from "./format/remote.js";\n```');
    expect(await wronglyAnswered(preview.url)).toEqual([]);
    for (const [path, status, sentence] of hidden) {
      const answer = await answerTo(preview.url, `GET ${path}`);
      expect([path, answer.slice(9, 12), answer.includes(sentence)]).toEqual([path, String(status), true]);
    }
    expect((await fetch(`${preview.url}_file/data/index.json`)).status).toBe(200);
    expect(warned).not.toContain("asks the host");
    for (const name of ["remote.md", "format/remote.ts", "format/vendor.min.js", "odd.json.ts", ".env"])
      rmSync(`${cwd}/src/${name}`);
    warned = "";
  });

  it("shows faults of pages and data loaders in their place, and reports each once", async () => {
    writeFileSync(`${cwd}/src/odd.json.sql`, "SELECT 1,\n  nothing");
    writeFileSync(`${cwd}/src/mine.md`, `# Mine\n\n${"$"}{Plot.plot()} <b>\n`);
    const get = (path: string) => fetch(preview.url + path);
    for (let i = 0; i < 3; ++i) {
      const response = await get("_file/odd.json");
      expect([response.status, await response.text()]).toEqual([
        500,
        expect.stringMatching(/^src\/odd\.json\.sql:2: Bin/)
      ]);
      expect(await (await get("mine")).text()).toMatch(/<title>Mine[\s\S]*src\/mine\.md:3: Plot is not imported/);
      await setTimeout(i * 500);
    }
    expect(warned.match(/Binder Error|Plot is not imported/g)?.toSorted()).toEqual([
      "Binder Error",
      "Plot is not imported"
    ]);
    writeFileSync(`${cwd}/src/odd.json.sql`, "SELECT 1 AS x");
    writeFileSync(`${cwd}/src/mine.md`, "# Mine\n\nWords\n");
    expect(await (await get("_file/odd.json")).text()).toBe('[{"x":1}]');
    expect(await (await get("mine")).text()).not.toContain("is not imported");
    for (const name of ["mine.md", "odd.json.sql"]) rmSync(`${cwd}/src/${name}`);
    warned = "";
  });

  it("follows its configuration, and keeps the last good one", async () => {
    const path = `${cwd}/observablehq.config.ts`;
    const text = readFileSync(path, "utf8");
    const shown = async () => (await fetch(preview.url)).text();
    const secret = (page: string) => /name="feedbook-edit" content="([^"]+)"/.exec(page)?.[1];
    const before = await shown();
    warned = "";
    writeFileSync(path, text.replace('name: "Quality"', 'name: "Renamed"'));
    const after = await shown();
    expect([before.includes(">Renamed<"), after.includes(">Renamed<")]).toEqual([false, true]);
    expect(secret(after)).toBe(secret(before)); // else it would take no edit
    writeFileSync(path, text.replace("const bar", "const const bar"));
    expect(await shown()).toContain(">Renamed<");
    expect(warned).toMatch(/observablehq\.config\.ts:\d+:\d+: ERROR: Expected/);
    writeFileSync(path, text);
    expect(await shown()).toContain(">Quality<");
    warned = "";
  });

  it("ends all that it started", async () => {
    await preview.close();
    expect(await preview.exited).toBe(1); // by a signal
    await expect(fetch(preview.url)).rejects.toThrow();
  });
});

const nothing = "nothing here: ";
const cdn = `${nothing}no package comes from a CDN`;
const hidden: [path: string, status: number, sentence: string][] = [
  ["/_npm/lodash@4/+esm", 404, cdn],
  ["/%5fnpm/evil@1.0.0/index.html", 404, cdn],
  ["/_observablehq/stdlib/mermaid.js", 404, cdn],
  ["/_node/..%2f_npm/evil@1.0.0/index.html", 404, nothing],
  ["/_file/.observablehq/cache/_npm/evil@1.0.0/index.html", 404, nothing],
  ["/_file/.env", 404, nothing],
  ["/_file/data/index.json.sql", 404, "the source of a data loader"],
  ["/_import/odd.json.js", 404, "the source of a data loader"],
  ["/_import/kit.js", 200, "period"],
  ["/_import/format/vendor.min.js", 200, "vendor"],
  ["/remote", 500, "+esm: install the package, and import it by its name"]
];

// Reports each connection that the preview's process opens.
const witness = `--import=data:text/javascript,${encodeURIComponent(`
  import {Socket} from "node:net";
  const {connect} = Socket.prototype;
  Socket.prototype.connect = function (...args) {
    const asked = JSON.stringify(args, ["host", "port", "0", "1"]);
    if (/"port"/.test(asked)) console.error("asks the host", asked);
    return connect.apply(this, args);
  };
`)}`;
