import {readFileSync} from "node:fs";
import {expect, it} from "vitest";
import {cliFolder, spoken} from "../helpers/cli.js";

const {path, start, startWith, write} = cliFolder();

it("feedbook watch --on-event gives a program each event on its input, its words as they are, and no secret", async () => {
  const sandbox = start("sandbox", "--port", "0", "--fault", "stale:2");
  const url = await spoken(sandbox, /(http\S+):/);
  const written = path("event.json");
  write(
    "on-event.cjs",
    `let all = ""; process.stdin.on("data", (part) => (all += part)).on("end", () => {
      require("fs").writeFileSync(${JSON.stringify(written)}, JSON.stringify({words: process.argv.slice(2), event: JSON.parse(all), env: process.env}));
      process.exit(3);
    })`
  );
  const command = `${process.execPath} ${path("on-event.cjs")} $(touch) ;x`;
  const watching = await startWith(
    {env: {FEEDBOOK_TOKEN: "s3cret-token", FEEDBOOK_CLICKHOUSE_PASSWORD: "s3cret-too"}},
    ...["watch", "--every", "200ms", "--for", "3s", "--feeds", "1,2", "--base-url", url, "--on-event", command]
  );
  sandbox.kill("SIGINT");
  expect(watching.exitCode).toBe(0);
  expect(watching.stderr).toMatch(/event began at \S+: critical stale: Crypto\.ETH\/USD \(2\), 300 s, limit 60 s/);
  expect(watching.stderr).toMatch(/--on-event failed: .* ended with 3/);
  const {words, event, env} = JSON.parse(readFileSync(written, "utf8"));
  expect(words).toEqual(["$(touch)", ";x"]);
  expect(event).toMatchObject({rule: "stale", priceFeedId: 2, symbol: "Crypto.ETH/USD", worst: 300, endedAt: null});
  expect(JSON.stringify(env)).not.toContain("s3cret");
});
