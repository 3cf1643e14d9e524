import {describe, expect, it} from "vitest";
import {findBrowser} from "./browser.js";

const debian = "/usr/bin/chromium";
const lacking = "no Chromium found: install Chromium or Chrome, or set CHROMIUM_PATH to one";

// What it does on a machine with these files, and where Debian's packages can be installed, or cannot (`breaks`).
async function find(files: string[], env: NodeJS.ProcessEnv, {install = true, breaks = false} = {}) {
  const done: string[] = [];
  const found = await findBrowser({
    install,
    env,
    exists: (path) => files.includes(path),
    log: (text) => done.push(`told: ${text}`),
    async run(command) {
      done.push(command);
      if (breaks) throw new Error("no network");
      if (command.endsWith("chromium")) files.push(debian);
    }
  }).catch(({message}: Error) => message);
  return {found, done};
}

describe("findBrowser({install})", () => {
  it("tells the very commands before it runs them, where there is none", async () => {
    const commands = ["apt-get update -qq", "apt-get install -y -qq --no-install-recommends chromium"];
    const told = `told: no Chromium found: running ${commands.join(" && ")} (once; FEEDBOOK_INSTALL=0 leaves the machine alone)`;
    expect(await find([], {})).toEqual({found: debian, done: [told, ...commands]});
  });

  it.each<[string, Parameters<typeof find>, string]>([
    ["is there", [[debian], {}], debian],
    ["is named", [[debian, "/opt/c"], {CHROMIUM_PATH: "/opt/c"}], "/opt/c"],
    ["is named, but not there", [[debian], {CHROMIUM_PATH: "/opt/c"}], lacking.replace("found", "found at /opt/c")],
    ["may not be installed", [[], {FEEDBOOK_INSTALL: "0"}], lacking],
    ["is only looked for", [[], {}, {install: false}], lacking]
  ])("leaves the machine alone where one %s", async (_, given, found) => {
    expect(await find(...given)).toEqual({found, done: []});
  });

  it("says what to do where the installation fails", async () => {
    expect((await find([], {}, {breaks: true})).found).toBe(lacking);
  });
});
