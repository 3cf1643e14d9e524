import {mkdirSync, readFileSync} from "node:fs";
import {beforeEach, describe, expect, it} from "vitest";
import {cliFolder} from "../helpers/cli.js";
import {casesOf} from "../helpers/soak.js";
import {copyEmpty} from "../helpers/store.js";
import {holdFile} from "../helpers/stores/holder.js";

const {alter, path, run} = cliFolder();
const store = () => path("data", "feeds.duckdb");

// Commands that write, which wait ten seconds for a store in use, and commands that read; each ends with 1 and a sentence.
const writing = [
  ["load", "latest"],
  ["watch", "--every", "200ms", "--for", "2s"]
];
const reading = [["status"], ["publish"]];

async function expectRefused(reason: RegExp, tried = [...writing, ...reading]): Promise<void> {
  const before = readFileSync(store());
  for (const args of tried) {
    const {exitCode, stderr} = await run(...args);
    const lines = stderr.split("\n").filter((line) => !line.startsWith("sandbox: "));
    expect({args, exitCode, lines}).toEqual({args, exitCode: 1, lines: [expect.stringMatching(reason)]});
  }
  expect(readFileSync(store()).equals(before)).toBe(true);
}

describe("a store that can not be used", () => {
  beforeEach(async () => {
    mkdirSync(path("data"));
    await copyEmpty(store());
  });

  it("is refused while another process holds it, by name, and left as it is", async () => {
    const holder = await holdFile(store());
    try {
      await expectRefused(
        new RegExp(`^feedbook: store .* is in use by another process, .*PID ${holder.pid}.*: wait`),
        casesOf([["status"]], [["publish"], ...writing])
      );
    } finally {
      await holder.release();
    }
  });

  it("is refused where a newer Feedbook wrote it", async () => {
    await alter("INSERT INTO schema_migrations VALUES (99, now())");
    await expectRefused(
      /^feedbook: store version 99 is newer than this Feedbook's \d+: update Feedbook, or use another/
    );
  });
});
