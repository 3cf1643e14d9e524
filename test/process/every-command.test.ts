import {execa} from "execa";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {isAlive} from "../../loaders/store/database/files.js";
import {spoken} from "../helpers/cli.js";
import {keepOnly, makeWorkspace} from "../helpers/workspace.js";

// Commands as users run them: through npm, in a project's folder.
const workspace = makeWorkspace();
beforeAll(() => keepOnly(workspace, {"index.md": "# One"}));
afterAll(() => workspace.remove());

function start(...args: string[]) {
  const {root: cwd, env} = workspace;
  const options = {cwd, env, stdin: "ignore", reject: false, all: true, detached: true} as const;
  return execa("npm", ["run", "-s", "feedbook", "--", ...args], options);
}

describe("npm run -s feedbook", () => {
  it.each([
    [["load", "latest", "--feeds", "1,112"], /^latest done.* 2 rows/m],
    [["sql", "SELECT 7 AS seven"], /^seven\n +7$/m],
    [["derive", "--rebuild"], /^derived [1-9]\d* hours of feeds/m],
    [["build"], /opening views/]
  ])("%j ends with 0, and prints its result", async (args, says) => {
    const {exitCode, all} = await start(...args);
    expect({exitCode, all}).toEqual({exitCode: 0, all: expect.stringMatching(says)});
  });

  it.each(["serve", "sandbox", "dev"])("%s runs until Ctrl-C", async (command) => {
    const running = start(command, "--port", "0");
    await spoken(running, /http:\/\/127/);
    const group = -Number(running.pid); // which a terminal interrupts whole
    process.kill(group, "SIGINT");
    await running;
    await expect.poll(() => isAlive(group), {timeout: 10_000}).toBe(false);
  });
});
