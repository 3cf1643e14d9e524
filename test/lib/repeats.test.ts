// @vitest-environment jsdom
import {expect, it} from "vitest";
import {hideRepeats} from "../../src/lib/repeats.js";

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
