import {readdirSync} from "node:fs";
import {describe, expect, it} from "vitest";
import {cliFolder} from "../../helpers/cli.js";

const {alter, path, run, sql} = cliFolder();

describe("feedbook load latest", () => {
  it("loads every stable feed from the sandbox, says so, and marks the load", async () => {
    const {exitCode, stdout, stderr} = await run("load", "latest");
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /^latest done in .* s: (\d+) rows, 1 response; \1 asked = \1 received \+ 0 missing \+ 0 refused; 0 already there, 0 rejected$/
    );
    expect(stderr).toContain("sandbox: simulated feeds at http://127.0.0.1:");
    const [row] = (await sql(
      "SELECT sandbox, status, (SELECT count(*) FROM feed_updates) AS n, (SELECT count(*) FROM feeds WHERE state = 'stable') AS stable FROM loads"
    )) as [{n: number; stable: number}];
    expect(row).toMatchObject({sandbox: true, status: "done"});
    expect(row.n).toBe(row.stable);
    expect(row.n).toBeGreaterThanOrEqual(40);
    expect(readdirSync(path("data")).sort()).toEqual(["feeds.duckdb", "feeds.snapshot.duckdb"]);
  });

  it("tells nothing under --quiet where nothing goes wrong", async () => {
    const {stdout, stderr} = await run("load", "latest", "--feeds", "1", "--quiet", "--json");
    expect({stderr, rows: JSON.parse(stdout).rows}).toEqual({stderr: "", rows: 1});
    expect(await run("publish", "--quiet")).toMatchObject({exitCode: 0, stdout: "", stderr: ""});
  });

  it("sends no control character to the terminal, whatever the user or the service writes", async () => {
    const {stderr} = await run("load", "latest", "--symbols", "\u001b[2Jgone");
    expect(stderr).toContain("unknown symbol: \\u001b[2Jgone");
    await run("feeds", "--refresh");
    await alter("UPDATE feeds SET symbol = concat(chr(27), '[2Jgone') WHERE symbol = 'Crypto.BTC/USD'");
    for (const command of [["feeds", "1"], ["status"], ["sql", "SELECT symbol FROM feeds WHERE priceFeedId = 1"]]) {
      const {stdout} = await run(...command);
      const [shown, sent] = [stdout.includes("\\u001b[2Jgone"), stdout.includes("\u001b")];
      expect({command, shown, sent}).toEqual({command, shown: true, sent: false});
    }
  });
});
