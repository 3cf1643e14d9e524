// @vitest-environment jsdom
import {afterEach, describe, expect, it, vi} from "vitest";
import {windowedRows} from "../../../src/components/table/windowed.js";

afterEach(() => document.body.replaceChildren());

describe("windowedRows(body, make)", () => {
  // 100 px per row, in a window of 1 000 px; the body begins at `top`.
  let top = 0;
  Object.assign(globalThis, {innerHeight: 1000});
  const make = vi.fn((index: number) => Object.assign(document.createElement("tr"), {title: String(index)}));

  function open(count: number) {
    const body = document.body.appendChild(document.createElement("tbody"));
    body.getBoundingClientRect = () => new DOMRect(0, top, 300, 100 * count);
    Object.defineProperty(body, "offsetHeight", {get: () => 100 * count});
    const rows = windowedRows(body, make);
    rows.show(count);
    return {body, rows, there: () => Array.from(body.children, (row) => Number((row as HTMLElement).title))};
  }

  function scrollTo(y: number): void {
    top = -y;
    dispatchEvent(new Event("scroll"));
  }

  async function settled(): Promise<void> {
    for (let i = 0; i < 6; i++) await new Promise(requestAnimationFrame);
  }

  const range = (from: number, until: number): number[] => Array.from({length: until - from}, (_, i) => from + i);

  afterEach(() => {
    top = 0;
    make.mockClear();
  });

  it("has the rows of the viewport and twelve more on each side, in their order, at their places", async () => {
    const {body, there} = open(500);
    await settled();
    expect(there()).toEqual(range(0, 22));
    scrollTo(10_050);
    await settled();
    expect(there()).toEqual(range(88, 123));
    expect((body.firstElementChild as HTMLElement).style.getPropertyValue("--fb-index")).toBe("88");
    expect(body.style.getPropertyValue("--fb-rows")).toBe("500");
  });

  it("makes what is on the screen at once, and the others some at a time", async () => {
    const {there} = open(500);
    scrollTo(10_050);
    expect(there()).toEqual(expect.arrayContaining(range(100, 111)));
    expect(there().length).toBeLessThan(22);
    expect(there()).toEqual(there().toSorted((a, b) => a - b));
  });

  it("ends at the last row, also far behind it, and before the first, and has all of a few rows", async () => {
    const {there} = open(500);
    scrollTo(49_000);
    await settled();
    expect(there()).toEqual(range(478, 500));
    scrollTo(80_000);
    expect(there()).toEqual([]);
    scrollTo(-90_000);
    expect(there()).toEqual([]);
    expect([open(60).there(), open(0).there()]).toEqual([range(0, 60), []]); // all of a few rows
  });

  it("keeps one row wherever the reader scrolls, in its place", async () => {
    const {rows, there} = open(500);
    expect(rows.keep(3)?.title).toBe("3");
    scrollTo(20_000);
    await settled();
    expect(there()).toEqual([3, ...range(188, 222)]);
    rows.keep(400);
    expect(there()).toEqual([...range(188, 222), 400]);
    expect(rows.keep(500)).toBeUndefined();
  });

  it("shows another list from anew, and stops where it is taken out", async () => {
    const {body, rows, there} = open(500);
    rows.keep(5);
    rows.show(61);
    expect(body.style.getPropertyValue("--fb-rows")).toBe("61");
    expect(there()[0]).toBe(0);
    await settled();
    body.remove();
    const before = make.mock.calls.length;
    scrollTo(20_000);
    scrollTo(30_000);
    expect(make.mock.calls.length).toBe(before);
  });
});
