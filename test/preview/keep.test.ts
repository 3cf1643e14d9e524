// @vitest-environment jsdom
import {beforeEach, expect, it, vi} from "vitest";

const frames: FrameRequestCallback[] = [];

beforeEach(async () => {
  vi.resetModules();
  frames.length = 0;
  vi.stubGlobal("requestAnimationFrame", (run: FrameRequestCallback) => frames.push(run));
  document.body.innerHTML = "<main><div id=cell></div><p>Words</p></main>";
  document.documentElement.removeAttribute("data-busy");
  await import("../../src/preview/keep.js");
  cell().append(line("12:00"));
  await settle();
});

const cell = () => document.querySelector("#cell") ?? document.body;
const shown = () =>
  Array.from(document.querySelectorAll<HTMLElement>(".fb-note"))
    .filter(({style}) => style.display !== "none")
    .map(({textContent}) => textContent);

function line(text: string): HTMLElement {
  const element = document.createElement("div");
  element.className = "fb-note";
  element.textContent = text;
  return element;
}

async function settle(count = 1): Promise<void> {
  for (let i = 0; i < count; ++i) {
    for (const run of frames.splice(0)) run(0);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

it("keeps the old line under the title until the figures below are up to date", async () => {
  cell().replaceChildren();
  await settle();
  expect(shown()).toEqual(["12:00"]);
  document.documentElement.toggleAttribute("data-busy", true);
  cell().append(line("12:30"));
  await settle(20);
  expect(shown()).toEqual(["12:00"]);
  document.documentElement.toggleAttribute("data-busy", false);
  await settle(10);
  expect(shown()).toEqual(["12:30"]);
});
