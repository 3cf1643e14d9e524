// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {busy, hideRepeats} from "../../src/lib/busy.js";

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

it("hideRepeats(message) hides what follows from a failed query, and no other error", async () => {
  hideRepeats("Binder Error: no column x");
  const texts = ["QueryError: Binder Error: no column x", "RuntimeError: Binder Error: no column x", "RuntimeError: y"];
  for (const text of texts) {
    const element = document.createElement("div");
    element.className = "observablehq observablehq--error";
    element.textContent = text;
    document.body.append(element);
  }
  await Promise.resolve();
  expect(Array.from(document.querySelectorAll("div"), ({hidden}) => hidden)).toEqual([false, true, false]);
});
