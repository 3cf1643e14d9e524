// @vitest-environment jsdom
import {afterEach, describe, expect, it, vi} from "vitest";
import {saveTable} from "../../../src/charts/rows/run.js";

afterEach(() => vi.restoreAllMocks());

describe("saveTable(name, ask)", () => {
  it.each([
    [0, 1],
    [50_001, 2]
  ])("saves %d rows below their header, with %d queries", async (count, pieces) => {
    const saved: Blob[] = [];
    Object.assign(URL, {createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`, revokeObjectURL() {}});
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
    const asked: string[] = [];
    const ask = async (sql: string) => {
      asked.push(sql);
      if (sql === "DESCRIBE feeds") return [{column_name: "a"}, {column_name: "b,c"}];
      const [, most, at] = (/^FROM feeds LIMIT (\d+) OFFSET (\d+)$/.exec(sql) ?? []).map(Number);
      return Array.from({length: Math.min(Number(most), count - Number(at))}, (_, i) => ({
        a: Number(at) + i,
        "b,c": null
      }));
    };
    expect(await saveTable("feeds", ask)).toBeNull();
    const text = await new Promise((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result);
      reader.readAsText(saved[0] as Blob);
    });
    expect(text).toBe(['a,"b,c"', ...Array.from({length: count}, (_, i) => `${i},`), ""].join("\r\n"));
    expect(asked).toHaveLength(1 + pieces);
  });
});
