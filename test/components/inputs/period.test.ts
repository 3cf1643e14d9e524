// @vitest-environment jsdom
import {afterEach, beforeEach, describe, expect, it, vi} from "vitest";
import {type Period, period} from "../../../src/components/inputs/period.js";
import type {Meta} from "../../../src/lib/opening.js";
import {writeState} from "../../../src/lib/state.js";

const meta: Meta = {
  ...{snapshotAt: "2026-05-12T14:00:00Z", simulated: false, updates: 10, feeds: 3, rejected: 0, coercions: 0},
  ...{firstPublishedAt: "2026-05-01T00:00:00Z", lastPublishedAt: "2026-05-12T14:00:00Z"}
};
const pick = {range: "24h", from: "2026-05-11T14:00:00Z", until: "2026-05-12T14:00:00Z", step: 1800, points: 48};
const made = () => {
  const input = period({meta, pick}) as HTMLElement & {value: Period};
  document.body.append(input);
  const heard = vi.fn();
  input.addEventListener("input", heard);
  return {input, heard, field: input.querySelector<HTMLInputElement>("[type=search]")};
};

describe("period(opening)", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    history.replaceState(null, "", "/");
    document.body.replaceChildren();
  });

  it("is the page's opening, to the letter, where the URL says nothing, or has another page's feeds", () => {
    const {points, ...opening} = pick;
    expect(made().input.value).toMatchObject({...opening, search: ""});
    history.replaceState(null, "", "/?feed=77&feeds=1,2&step=60");
    expect(made().input.value).toMatchObject({...opening, dropped: []});
  });

  it("is what the URL says", () => {
    history.replaceState(null, "", "/?range=7d&search=btc");
    const {input, field} = made();
    expect(input.value).toMatchObject({from: "2026-05-05T14:00:00.000Z", step: 14_400, search: "btc"});
    expect(field?.value).toBe("btc");
    expect(input.querySelector<HTMLInputElement>(":checked")?.value).toBe("7d");
  });

  it("tells what is searched once the reader stops typing, and not each letter", () => {
    const {input, heard, field} = made();
    if (field === null) throw new Error("no field");
    for (const text of ["b", "bt", "btc"]) {
      field.value = text;
      field.dispatchEvent(new Event("input", {bubbles: true}));
    }
    expect([heard.mock.calls.length, location.search]).toEqual([0, ""]);
    vi.advanceTimersByTime(300);
    expect([heard.mock.calls.length, location.search, input.value.search]).toEqual([1, "?search=btc", "btc"]);
    field.value = "";
    field.dispatchEvent(new Event("change", {bubbles: true}));
    expect([heard.mock.calls.length, location.search, input.value.search]).toEqual([2, "", ""]);
  });

  it("goes back to an earlier search, also from within the field, but leaves what is being typed", () => {
    const {input, field} = made();
    if (field === null) throw new Error("no field");
    field.focus();
    const type = (text: string) => {
      field.value = text;
      field.dispatchEvent(new Event("input", {bubbles: true}));
    };
    const before = history.length;
    for (const text of ["b", "btc"]) {
      type(text);
      vi.advanceTimersByTime(300);
    }
    expect(history.length - before).toBe(1);
    type("btc eth");
    writeState({range: "7d"});
    expect(field.value).toBe("btc eth");
    history.replaceState(null, "", "/");
    window.dispatchEvent(new PopStateEvent("popstate"));
    vi.advanceTimersByTime(300);
    expect([field.value, location.search, input.value.search]).toEqual(["", "", ""]);
  });

  it("follows the URL, also out of a zoom, and says what cannot be shown", () => {
    const {input, heard} = made();
    writeState({zoom: "2026-05-12T10:00:00Z..2026-05-12T12:00:00Z"});
    expect(input.value).toMatchObject({from: "2026-05-12T10:00:00.000Z", until: "2026-05-12T12:00:00.000Z"});
    input.querySelector<HTMLElement>(".fb-zoomed")?.click();
    expect(input.value).toMatchObject({from: pick.from, zoom: null});
    expect(heard).toHaveBeenCalledTimes(2);
    writeState({range: "9y"});
    expect(input.querySelector(".fb-dropped")?.textContent).toContain("9y");
  });

  it("says that there is nothing in an empty store", () => {
    const none = period({
      meta: {...meta, firstPublishedAt: null, lastPublishedAt: null},
      pick: {...pick, from: null, until: null}
    }) as HTMLElement & {value: Period};
    expect(none.textContent).toContain("No updates in the store yet");
    expect(none.value.feed).toBeNull();
  });
});
