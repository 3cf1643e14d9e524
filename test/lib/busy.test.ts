// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {busy} from "../../src/lib/busy.js";

const isBusy = () => document.documentElement.hasAttribute("data-busy");

describe("busy(work)", () => {
  it("marks the document until the last of the work is done, also when it fails", async () => {
    const main = document.body.appendChild(document.createElement("main"));
    let end = () => {};
    const long = busy(() => new Promise<void>((resolve) => (end = resolve)));
    await expect(busy(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect([isBusy(), main.getAttribute("aria-busy")]).toEqual([true, "true"]);
    end();
    await long;
    expect([isBusy(), main.getAttribute("aria-busy")]).toEqual([false, "false"]);
  });

  it("gives what the work gives", async () => expect(await busy(async () => 7)).toBe(7));
});
