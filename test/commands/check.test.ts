import {describe, expect, it} from "vitest";
import {readFaults} from "../../loaders/service/sandbox/faults.js";
import {startSandbox} from "../../loaders/service/sandbox/server.js";
import {cliFolder} from "../helpers/cli.js";
import {token} from "../helpers/loading.js";

const {configure, run, runWith} = cliFolder(async ({runWith}) => {
  const sandbox = await startSandbox({faults: readFaults("stale:2,spread:327,jump:937")});
  const range = ["--from", "2026-05-12T14:00:00Z", "--to", "2026-05-12T15:00:00Z", "--every", "5m"];
  const args = ["load", "history", ...range, "--feeds", "2,327,937", "--base-url", sandbox.url];
  await runWith({env: {FEEDBOOK_TOKEN: token}}, ...args);
  await sandbox.close();
});

describe("feedbook check", () => {
  it("lists open events, counts them by severity, and exits with 4", async () => {
    const {exitCode, stdout} = await run("check");
    expect(exitCode).toBe(4);
    expect(stdout).toMatch(/critical +stale +2 +Crypto\.ETH\/USD/);
    expect(stdout).toMatch(/2 events: 1 critical, 1 warning; newest update 2026-05-12T15:00:00Z$/);
  });

  it("exits with 0 if no event is of the rules", async () => {
    expect(await run("check", "--rules", "gap,crossed")).toMatchObject({
      exitCode: 0,
      stdout: "no events; newest update 2026-05-12T15:00:00Z"
    });
  });

  it("lists events that ended since a time, as JSON and CSV", async () => {
    const json = await run("check", "--since", "2026-05-12T14:35:00Z", "--rules", "jump", "--format", "json");
    expect(JSON.parse(json.stdout)).toMatchObject([
      {rule: "jump", priceFeedId: 937, endedAt: expect.stringMatching(/14:35:00/), symbol: "Equity.US.AMZN/USD"}
    ]);
    const later = await run("check", "--since", "2026-05-12T14:36:00Z", "--rules", "jump", "--format", "csv");
    expect(later).toMatchObject({exitCode: 0, stdout: expect.stringMatching(/^eventId,rule,[^\n]+$/)});
  });

  it("warns of rules that match no feed, and of rules that do not count yet", async () => {
    const reference = {rule: "apart", kind: "deviates", reference: 77777};
    configure({rules: [{kind: "stale", feeds: [2, 99999]}, {kind: "spread", feeds: "FX.ABC*"}, reference]});
    const lines = async (command: string) => (await run(command)).stderr.match(/^warning.*/gm)?.toSorted();
    const of = (rule: string, text: string) => `warning: rule ${rule} of feedbook.config.ts: ${text}`;
    const texts = [
      ...[of("apart", "feed 77777 is unknown"), of("spread", 'no feed matches "FX.ABC*"')],
      of("stale", "feed 99999 is unknown")
    ];
    expect(await lines("check")).toEqual([expect.stringContaining("events follow earlier rules"), ...texts]);
    expect(await lines("derive")).toEqual(texts);
    expect(await lines("check")).toEqual(texts);
  });

  it("refuses an unknown rule and format", async () => {
    const {exitCode, stderr} = await run("check", "--rules", "stael");
    expect({exitCode, stderr}).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining("no such rule: stael; there are ")
    });
    expect((await run("check", "--format", "xml")).exitCode).toBe(2);
  });

  it("refuses a sandbox's unknown fault", async () => {
    const {exitCode, stderr} = await runWith({}, "sandbox", "--fault", "stall:5");
    expect({exitCode, stderr}).toEqual({exitCode: 2, stderr: expect.stringContaining("invalid --fault: stall:5")});
  });
});
