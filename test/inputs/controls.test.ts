// @vitest-environment jsdom
import {beforeEach, describe, expect, it, vi} from "vitest";
import {controls, type Period, period} from "../../src/inputs/controls.js";
import {zoomTo} from "../../src/inputs/fields.js";
import type {Picked} from "../../src/inputs/pick.js";
import {inUrl} from "../../src/url/state.js";
import {find, goBack, texts, type} from "../charts/kit.js";
import {opening} from "../duckdb/sql/opening.js";

const heard = vi.fn();

function put<Value>(element: HTMLElement, address: string): HTMLElement & {value: Value} {
  history.replaceState(null, "", address);
  const form = document.body.appendChild(element) as HTMLElement & {value: Value};
  form.addEventListener("input", heard);
  return form;
}

beforeEach(() => {
  vi.useFakeTimers();
  heard.mockClear();
});

describe("controls(opening, options)", () => {
  const make = (address = "/prices", options = {}) => {
    history.replaceState(null, "", address);
    return put<Picked & Record<string, unknown>>(controls(opening, options), address);
  };
  const choose = (form: HTMLElement, value: string) => find(form, `input[value="${value}"]`).click();
  const checked = (form: HTMLElement) =>
    Array.from(form.querySelectorAll<HTMLInputElement>("input:checked"), ({value}) => value).join();

  it("shows the state of the URL", () => {
    const form = make("/prices?feed=2&range=6h&basis=apr", {choices: {basis: {"8h": "8 h", apr: "APR"}}});
    expect(form.value).toMatchObject({feed: 2, range: "6h", basis: "apr"});
    expect([find<HTMLInputElement>(form, "input").value, checked(form)]).toEqual(["Crypto.ETH/USD", "6h,apr"]);
  });

  it("writes a pick to the URL, unless it is the default, and Back undoes it", () => {
    const form = make();
    type(form, "x"); // typed, but not picked
    const states = ["7d", "24h", "1h"].map((range) => {
      choose(form, range);
      return `${location.search} ${form.value.range} ${heard.mock.calls.length}`;
    });
    expect(states).toEqual(["?range=7d 7d 1", " 24h 2", "?range=1h 1h 3"]);
    goBack("/prices");
    expect([form.value.range, checked(form)]).toEqual(["24h", "24h"]);
  });

  it.each([
    ["", "", "6 min (auto),2 min,5 min,10 min,15 min,30 min,1 h,2 h,3 h,6 h,12 h,24 h"],
    ["?step=0.25", "120", "automatic,2 min,5 min,10 min,15 min,30 min,1 h,2 h,3 h,6 h,12 h,24 h"]
  ])("offers the steps that fit, with the step of %j", (search, step, options) => {
    const resolution = find<HTMLSelectElement>(make(`/prices${search}`), "select[aria-label=Resolution]");
    expect([resolution.value, texts(resolution, "option:not([disabled])").join()]).toEqual([step, options]);
    resolution.value = "7200";
    resolution.dispatchEvent(new Event("change"));
    expect(location.search).toBe("?step=7200");
  });

  it("shows the zoom in its zone until its button or another range ends it", () => {
    const form = make("/prices?tz=new-york");
    const button = find(form, ".fb-zoomed");
    const ten = [Date.UTC(2026, 4, 12, 10), Date.UTC(2026, 4, 12, 11)] as const;
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
  const {meta} = opening;
  const make = (address = "/") => {
    history.replaceState(null, "", address);
    return put<Period>(period({meta, pick: {range: "24h", points: 48}}), address);
  };

  it("writes a search once the reader stops typing or leaves the field, and Back undoes it", () => {
    const form = make();
    const field = find<HTMLInputElement>(form, "[type=search]");
    const state = () => [heard.mock.calls.length, location.search, form.value.search];
    field.focus();
    for (const text of ["b", "bt", "btc"]) type(form, text);
    expect(state()).toEqual([0, "", ""]);
    vi.advanceTimersByTime(300);
    expect(state()).toEqual([1, "?search=btc", "btc"]);
    type(form, "btc eth");
    inUrl({range: null}).keep({range: "7d"});
    expect(field.value).toBe("btc eth"); // which is still being typed
    goBack("/");
    vi.advanceTimersByTime(300);
    expect([field.value, ...state().slice(1)]).toEqual(["", "", ""]);
    field.value = "sol";
    field.dispatchEvent(new Event("change", {bubbles: true}));
    expect(location.search).toBe("?search=sol");
  });
});
