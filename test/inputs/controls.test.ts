// @vitest-environment jsdom
import {afterEach, beforeEach, describe, expect, it, vi} from "vitest";
import type {Meta} from "../../src/duckdb/sql/opening.js";
import {controls, type Period, period} from "../../src/inputs/controls.js";
import {zoomTo} from "../../src/inputs/fields.js";
import type {Picked} from "../../src/inputs/pick.js";
import {inUrl} from "../../src/url/state.js";
import {find, goBack, type} from "../charts/kit.js";
import {opening} from "../duckdb/sql/opening.js";

const heard = vi.fn();

function put<Value>(element: HTMLElement): HTMLElement & {value: Value} {
  const form = document.body.appendChild(element) as HTMLElement & {value: Value};
  form.addEventListener("input", heard);
  return form;
}

const choose = (form: HTMLElement, value: string) => find(form, `input[value="${value}"]`).click();
const checked = (form: HTMLElement) =>
  Array.from(form.querySelectorAll<HTMLInputElement>("input:checked"), ({value}) => value).join();
const dropped = (form: HTMLElement) => [find(form, ".fb-dropped").hidden, find(form, ".fb-dropped").textContent];
const ten: [number, number] = [Date.UTC(2026, 4, 12, 10), Date.UTC(2026, 4, 12, 11)];

beforeEach(() => {
  vi.useFakeTimers();
  history.replaceState(null, "", "/prices");
  document.body.replaceChildren();
  Element.prototype.scrollIntoView = () => {};
  heard.mockClear();
});
afterEach(() => vi.useRealTimers());

describe("controls(opening, options)", () => {
  const make = (options = {}) => put<Picked & Record<string, unknown>>(controls(opening, options));

  it("shows what the URL says", () => {
    history.replaceState(null, "", "/prices?feed=2&range=6h&basis=apr");
    const form = make({choices: {basis: {"8h": "8 h", apr: "APR"}}});
    expect(form.value).toMatchObject({feed: 2, range: "6h", basis: "apr"});
    expect([find<HTMLInputElement>(form, "input").value, checked(form)]).toEqual(["Crypto.ETH/USD", "6h,apr"]);
  });

  it("takes a pick to the URL, and tells, but not what is typed; the default is not in the URL; Back undoes it", () => {
    const form = make();
    type(form, "x");
    const told = ["7d", "24h", "1h"].map((range) => {
      choose(form, range);
      return `${location.search} ${form.value.range} ${heard.mock.calls.length}`;
    });
    expect(told).toEqual(["?range=7d 7d 1", " 24h 2", "?range=1h 1h 3"]);
    goBack("/prices");
    expect([form.value.range, checked(form)]).toEqual(["24h", "24h"]);
  });

  it("says what of the URL it does not show, until the URL is another", () => {
    history.replaceState(null, "", "/prices?feed=999999");
    const form = make();
    expect(dropped(form)).toEqual([false, "Feed 999999 is not in the store: showing Crypto.BTC/USD"]);
    goBack("/prices?feed=2");
    expect(dropped(form)).toEqual([true, ""]);
  });

  it("says what an empty store lacks, and picks no feed", () => {
    const element = put<Picked>(controls({...opening, feeds: []}, {missing: "funding rates"}));
    expect(element.textContent).toContain("No funding rates in the store yet");
    expect(element.value.feed).toBeNull();
  });

  it("is zoomed by zoomTo(range), told in its zone, and another range or the button leaves it", () => {
    history.replaceState(null, "", "/prices?tz=new-york");
    const form = make();
    const button = find(form, ".fb-zoomed");
    zoomTo(ten);
    expect(form.value).toMatchObject({from: "2026-05-12T10:00:00.000Z", step: 5, range: "24h"});
    expect([button.hidden, button.textContent]).toEqual([false, "2026-05-12 06:00 – 07:00 EDT ×"]);
    button.click();
    expect([location.search, button.hidden, form.value.zoom]).toEqual(["?tz=new-york", true, null]);
    zoomTo(ten);
    choose(form, "6h");
    expect(location.search).toBe("?tz=new-york&range=6h");
  });
});

describe("period(opening)", () => {
  const meta: Meta = {
    ...{snapshotAt: "2026-05-12T14:00:00Z", simulated: false, updates: 10, feeds: 3, rejected: 0, coercions: 0},
    ...{firstPublishedAt: "2026-05-01T00:00:00Z", lastPublishedAt: "2026-05-12T14:00:00Z"}
  };
  const pick = {range: "24h", points: 48};
  const usual = {range: "24h", from: "2026-05-11T14:00:00.000Z", until: "2026-05-12T14:00:00Z", step: 1800};
  let form: HTMLElement & {value: Period};
  let field: HTMLInputElement;
  const state = () => [heard.mock.calls.length, location.search, form.value.search];
  const make = (address = "/") => {
    history.replaceState(null, "", address);
    form = put(period({meta, pick}));
    field = find<HTMLInputElement>(form, "[type=search]");
  };

  beforeEach(() => make());

  it("is as the page opens where the URL says nothing, or has another page's feeds", () => {
    expect(form.value).toMatchObject({...usual, search: ""});
    make("/?feed=77&feeds=1,2&step=60");
    expect(form.value).toMatchObject({...usual, dropped: []});
  });

  it("tells what is searched once the reader stops typing or leaves, and not each letter", () => {
    for (const text of ["b", "bt", "btc"]) type(form, text);
    expect(state()).toEqual([0, "", ""]);
    vi.advanceTimersByTime(300);
    expect(state()).toEqual([1, "?search=btc", "btc"]);
    field.value = "";
    field.dispatchEvent(new Event("change", {bubbles: true}));
    expect(state()).toEqual([2, "", ""]);
  });

  it("goes back to an earlier search, also from within the field, but leaves what is being typed", () => {
    field.focus();
    const before = history.length;
    for (const text of ["b", "btc"]) {
      type(form, text);
      vi.advanceTimersByTime(300);
    }
    expect(history.length - before).toBe(1);
    type(form, "btc eth");
    inUrl({range: null}).keep({range: "7d"});
    expect(field.value).toBe("btc eth");
    goBack("/");
    vi.advanceTimersByTime(300);
    expect([field.value, ...state().slice(1)]).toEqual(["", "", ""]);
  });

  it("says that there is nothing in an empty store", () => {
    const none = {meta: {...meta, firstPublishedAt: null, lastPublishedAt: null}, pick};
    const element = put<Period>(period(none));
    expect([element.textContent?.includes("No updates in the store yet"), element.value.feed]).toEqual([true, null]);
  });
});
