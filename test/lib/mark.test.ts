// @vitest-environment jsdom
import {beforeEach, describe, expect, it} from "vitest";
import {simulatedBanner} from "../../src/components/banner.js";
import {markPage} from "../../src/lib/mark.js";

beforeEach(() => {
  document.body.innerHTML = "<main><h1>Mine</h1></main>";
});

describe("markPage(simulated)", () => {
  it("marks a page once, however often its snapshot is opened", () => {
    markPage(true);
    markPage(true);
    expect(marks()).toEqual([expect.stringMatching(/^Simulated data\./)]);
    expect(document.querySelector("main")?.children.length).toBe(1);
  });

  it("takes the mark away when another snapshot has real data", () => {
    markPage(true);
    markPage(false);
    expect(marks()).toEqual([]);
  });

  it("never marks real data", () => {
    markPage(false);
    expect(marks()).toEqual([]);
  });

  it("leaves alone a page that shows the note itself", () => {
    document.querySelector("main")?.append(simulatedBanner({simulated: true}));
    markPage(true);
    expect(document.querySelectorAll(".fb-banner").length).toBe(1);
  });
});

function marks(): (string | null)[] {
  return Array.from(document.querySelectorAll(".fb-banner"), ({textContent}) => textContent);
}
