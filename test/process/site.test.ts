import {createServer} from "node:net";
import {afterAll, describe, expect, it} from "vitest";
import {buildSite} from "../../loaders/site/build.js";
import {previewSite} from "../../loaders/site/preview.js";
import {makeWorkspace} from "../helpers/workspace.js";

const workspace = makeWorkspace();
const {root: cwd, env} = workspace;
afterAll(() => workspace.remove());

describe("buildSite({cwd, env, base, log})", () => {
  it("fails with what stands in the way", async () => {
    let logged = "";
    const build = buildSite({cwd, env, log: (text) => (logged += text)});
    await expect(build).rejects.toThrow(
      /^cannot build the site \(exit code 1\)[\s\S]*no snapshot at .*: run npm run load/
    );
    expect(logged).toContain("no snapshot at");
  });

  it("refuses a base that is no path", async () => {
    await expect(buildSite({cwd, env, base: "notebook"})).rejects.toThrow(/base must start with slash: notebook/);
  });
});

describe("previewSite({cwd, env, port})", () => {
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
});
