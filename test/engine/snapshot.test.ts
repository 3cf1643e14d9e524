// @vitest-environment jsdom
import {beforeEach, describe, expect, it, vi} from "vitest";

const connectFile = vi.hoisted(() => vi.fn());
vi.mock("../../src/engine/engine.js", () => ({connectFile}));

beforeEach(() => {
  vi.resetModules();
  connectFile.mockReset();
  history.replaceState(null, "", "/notebook/prices");
});

describe("connectSnapshot()", () => {
  it("opens the snapshot by its whole address", async () => {
    const {connectSnapshot} = await import("../../src/engine/snapshot.js");
    connectFile.mockResolvedValue("connection");
    expect(await connectSnapshot()).toBe("connection");
    expect(connectFile).toHaveBeenCalledExactlyOnceWith("http://localhost:3000/notebook/_file/data/feeds.duckdb");
  });
});
