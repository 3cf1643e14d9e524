// @vitest-environment jsdom
import {beforeEach, describe, expect, it} from "vitest";
import {carryState, withTime} from "../../../src/components/inputs/state.js";

const state = "feed=2&closed=skipped&feeds=1,2&range=7d&zoom=a..b&step=60&tz=local&hide=ema&basis=apr";

beforeEach(() => {
  const links = ["./", "./prices", "./spreads", "./funding", "./mine"].map((href) => `<a href="${href}"></a>`).join("");
  document.body.innerHTML = `<nav aria-label="Pages">${links}</nav><a href="./prices"></a>`;
});

describe("carryState()", () => {
  it.each([
    [
      "/prices",
      [
        "",
        "?feed=2&closed=skipped&range=7d&zoom=a..b&step=60&tz=local",
        "?feed=2&closed=skipped&range=7d&zoom=a..b&step=60&tz=local",
        "?range=7d&zoom=a..b&step=60&tz=local",
        ""
      ]
    ],
    [
      "/notebook/spreads.html",
      [
        "",
        "?feed=2&closed=skipped&range=7d&zoom=a..b&step=60&tz=local",
        "?feed=2&closed=skipped&range=7d&zoom=a..b&step=60&tz=local",
        "?range=7d&zoom=a..b&step=60&tz=local",
        ""
      ]
    ],
    [
      "/feed",
      [
        "",
        "?feed=2&closed=skipped&range=7d&zoom=a..b&step=60&tz=local",
        "?feed=2&closed=skipped&range=7d&zoom=a..b&step=60&tz=local",
        "?range=7d&zoom=a..b&step=60&tz=local",
        ""
      ]
    ],
    [
      "/funding",
      [
        "",
        "?range=7d&zoom=a..b&step=60&tz=local",
        "?range=7d&zoom=a..b&step=60&tz=local",
        "?range=7d&zoom=a..b&step=60&tz=local",
        ""
      ]
    ],
    ["/", ["", "", "", "", ""]]
  ])("from %s keeps what the other page can show too", (path, kept) => {
    history.replaceState(null, "", `${path}?${state}`);
    carryState();
    expect(searches()).toEqual([...kept, ""]);
  });

  it("keeps of a page of quality the time alone, and brings no more there", () => {
    document.querySelector("nav")?.insertAdjacentHTML("beforeend", '<a href="./quality"></a>');
    for (const path of ["/quality", "/prices"]) {
      history.replaceState(null, "", `${path}?${state}`);
      carryState();
      expect(document.querySelector<HTMLAnchorElement>("a[href*=quality]")?.search).toBe(
        "?range=7d&zoom=a..b&tz=local"
      );
    }
    history.replaceState(null, "", `/quality?${state}`);
    carryState();
    expect(searches()[1]).toBe("?range=7d&zoom=a..b&tz=local");
  });

  it("lets go of what the view has left", () => {
    history.replaceState(null, "", "/prices?feed=2");
    carryState();
    history.replaceState(null, "", "/prices");
    carryState();
    expect(searches().join("")).toBe("");
  });
});

describe("withTime(href)", () => {
  it("has the time of the view, skipped hours where they can be, and nothing else of it", () => {
    history.replaceState(null, "", `/feed?${state}`);
    expect(withTime("./funding?feeds=112")).toBe("./funding?feeds=112&range=7d&zoom=a..b&step=60&tz=local");
    expect(withTime("./prices?feed=1")).toBe("./prices?feed=1&closed=skipped&range=7d&zoom=a..b&step=60&tz=local");
    history.replaceState(null, "", "/feed?feed=2");
    expect([withTime("./prices?feed=1"), withTime("./")]).toEqual(["./prices?feed=1", "./"]);
  });
});

function searches(): string[] {
  return [...document.querySelectorAll("a")].map(({search}) => search);
}
