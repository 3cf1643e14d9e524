import {cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {execa} from "execa";
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from "vitest";
import {freePort} from "../../../loaders/site/serve/preview.js";
import {serveFeeds} from "../../helpers/service.js";
import {answerTo} from "../../http/hostile.js";
import {containerCommand, readDockerfile} from "../../process/dockerfile.js";
import {token} from "../../service/loopback.js";

// Follows the Dockerfile in a folder: a fresh clone with the packages that users install.
const folder = mkdtempSync(join(tmpdir(), "feedbook-deployed-"));
const inFolder = (text: string) => text.replaceAll(/\/(?:opt\/)?feedbook\b(?!\.)/g, folder);
const none = {FEEDBOOK_BASE_URL: "", FEEDBOOK_TOKEN: "", FEEDBOOK_STORE: "", NODE_OPTIONS: "", NO_COLOR: "1"};
const at = {cwd: folder, env: none, reject: false, all: true} as const;
const catalogue = [{pyth_lazer_id: 1, symbol: "Crypto.BTC/USD", state: "stable"}];

beforeAll(async () => {
  const {stdout} = await execa("git", ["ls-files"]);
  for (const [name, rest] of readDockerfile()) {
    if (name === "COPY") {
      const given = rest.split(" ");
      const files = given[0] === "." ? stdout.split("\n") : given.slice(0, -1);
      for (const file of files) copy(file);
    } else if (name === "RUN") {
      const {exitCode, all} = await execa("sh", ["-c", inFolder(rest).replace("-o node -g node", "")], at);
      expect({exitCode, all}).toMatchObject({exitCode: 0});
    }
  }
}, 300_000);
afterAll(() => rmSync(folder, {recursive: true}));

function copy(file: string): void {
  mkdirSync(dirname(join(folder, file)), {recursive: true});
  cpSync(file, join(folder, file));
}

describe("Dockerfile", () => {
  it("installs what production needs, and nothing else", () => {
    const {packages} = JSON.parse(readFileSync(join(folder, "node_modules/.package-lock.json"), "utf8"));
    expect(Object.values<{dev?: boolean}>(packages).filter(({dev}) => dev)).toEqual([]);
    for (const name of ["vitest", "typescript", "playwright-core"])
      expect(existsSync(join(folder, "node_modules", name))).toBe(false);
  });

  it("loads, builds and serves, and builds anew beside that", async () => {
    const {url} = await serveFeeds({catalogue});
    const env = {FEEDBOOK_BASE_URL: url, FEEDBOOK_TOKEN: token};
    expect(await execa("npm", ["run", "load"], {...at, env: {...none, ...env}})).toMatchObject({exitCode: 0});
    const port = await freePort(0);
    const [file = "", ...args] = containerCommand().map((part) => part.replace(" serve ", ` serve --port ${port} `));
    const serving = execa(file, args, {...at, env: {...none, FEEDBOOK_HOST: "prices.example"}});
    onTestFinished(() => void serving.kill());
    const read = () => answerTo(`http://127.0.0.2:${port}`, "GET /", ["Host: prices.example"]).catch(String);
    await expect.poll(read, {timeout: 240_000}).toContain("200 OK");
    expect(await execa("npm", ["run", "build"], at)).toMatchObject({exitCode: 0});
    expect(await read()).toContain("200 OK");
  });
});
