import {afterEach, describe, expect, it, vi} from "vitest";
import {oldestNode} from "../../loaders/config/package.js";
import {examineMachine} from "../../loaders/doctor/machine.js";

afterEach(() => vi.restoreAllMocks());

function pretend(node: string): void {
  vi.spyOn(process, "versions", "get").mockReturnValue({...process.versions, node});
}

describe("examineMachine()", () => {
  it("names the Node and the DuckDB that run here", async () => {
    expect(await examineMachine()).toEqual([
      {what: "node", ok: true, text: process.versions.node},
      {what: "duckdb", ok: true, text: expect.stringMatching(/^\S*\d+\.\d+\.\d+\S* answers$/)}
    ]);
  });

  it.each([
    ["9.11.2", false],
    ["20.9.0", false],
    [`${oldestNode}.0`, true],
    ["100.0.0", true]
  ])("compares versions as numbers: %s", async (version, ok) => {
    pretend(version);
    const [node] = await examineMachine();
    const text = ok ? version : `${version} is too old: install Node ${oldestNode} or newer`;
    expect(node).toEqual({what: "node", ok, text});
  });
});
