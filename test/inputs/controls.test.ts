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
  const make = (address = "/prices", options = {}, meta = opening.meta) => {
    history.replaceState(null, "", address);
    return put<Picked & Record<string, unknown>>(controls({...opening, meta}, options), address);
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
    const resolution = find<HTMLSelectElement>(make(`/prices${search}`), "select[aria-label=Step]");
    expect([resolution.value, texts(resolution, "option:not([disabled])").join()]).toEqual([step, options]);
    resolution.value = "7200";
    resolution.dispatchEvent(new Event("change"));
    expect(location.search).toBe("?step=7200");
  });

  it("picks no range while it is zoomed, until its button or another range ends the zoom", () => {
    const form = make("/prices?tz=new-york");
    const button = find<HTMLButtonElement>(form, ".fb-zoomed");
    const ten = [Date.UTC(2026, 4, 12, 10), Date.UTC(2026, 4, 12, 11)] as const;
    zoomTo(ten);
    expect(form.value).toMatchObject({from: "2026-05-12T10:00:00.000Z", step: 5, range: "24h"});
    const title = "Show 24h instead of 2026-05-12 06:00 – 07:00 EDT";
    expect([checked(form), button.disabled, button.title]).toEqual(["", false, title]);
    button.click();
    expect([location.search, checked(form), button.disabled, form.value.zoom]).toEqual([
      "?tz=new-york",
      "24h",
      true,
      null
    ]);
    zoomTo(ten);
    choose(form, "6h");
    expect(location.search).toBe("?tz=new-york&range=6h");
  });

  it("zooms to any time in the zone of the charts, to presets, and to the last session", async () => {
    const form = make("/prices?tz=new-york", {
      lastSession: async () => [new Date("2026-05-12T13:30:00Z"), new Date("2026-05-12T14:00:00Z")]
    });
    const zoom = () => location.search.replace("?tz=new-york&zoom=", "");
    const press = (text: string, of = form) =>
      Array.from(of.querySelectorAll<HTMLElement>(".fb-presets button"))
        .find((button) => button.textContent === text)
        ?.click();
    const field = find<HTMLInputElement>(form, "input[aria-label='From (EDT)']");
    expect(field.value).toBe("2026-05-11T10:00");
    field.value = "2026-05-12T09:00:00";
    field.dispatchEvent(new Event("change"));
    expect(zoom()).toBe("2026-05-12T13:00:00Z..2026-05-12T14:00:00Z");
    press("Yesterday"); // from midnight to midnight in New York
    expect(zoom()).toBe("2026-05-11T04:00:00Z..2026-05-12T04:00:00Z");
    for (const [last, today, yesterday] of [
      [
        "2026-03-09T12:00:00Z",
        "2026-03-09T04:00:00Z..2026-03-09T12:00:00Z",
        "2026-03-08T05:00:00Z..2026-03-09T04:00:00Z"
      ],
      [
        "2026-03-09T04:00:00Z",
        "2026-03-08T05:00:00Z..2026-03-09T04:00:00Z",
        "2026-03-07T05:00:00Z..2026-03-08T05:00:00Z"
      ]
    ] as const) {
      const other = make("/prices?tz=new-york", {}, {...opening.meta, lastPublishedAt: last});
      press("Today", other);
      expect(zoom()).toBe(today);
      press("Yesterday", other);
      expect(zoom()).toBe(yesterday);
      other.remove();
    }
    history.replaceState(null, "", "/prices?tz=new-york");
    press("Last session");
    await vi.waitFor(() => expect(zoom()).toBe("2026-05-12T13:30:00Z..2026-05-12T14:00:00Z"));
  });

  it("keeps a time that is not edited to the millisecond, also in the hour that autumn repeats", () => {
    const form = make("/prices?tz=new-york&zoom=2025-11-02T06:30:00.500Z..2025-11-02T08:00:00Z");
    const [from, to] = [
      find<HTMLInputElement>(form, "[aria-label^=From]"),
      find<HTMLInputElement>(form, "[aria-label^=To]")
    ];
    const edit = (field: HTMLInputElement, value: string) => {
      field.value = value;
      field.dispatchEvent(new Event("change"));
    };
    edit(to, "2025-11-02T04:00:00");
    expect(location.search).toContain("zoom=2025-11-02T06:30:00.500Z..2025-11-02T09:00:00Z");
    edit(from, "");
    expect([from.validationMessage, to.validationMessage]).toEqual(["needs a time", ""]);
  });

  it("has choices in its menu Layers, which is marked while one is changed, and the row's own choices beside it", () => {
    const choices = {draw: {line: "Line", candles: "Candles"}, basis: {a: "A", b: "B", c: "C", d: "D"}};
    const form = make("/funding", {choices, row: ["basis"]});
    const layers = find(form, ".fb-menu:has(.fb-layers)");
    const basis = find<HTMLSelectElement>(form, "select[aria-label=Basis]");
    expect([layers.contains(basis), layers.classList.contains("fb-picked")]).toEqual([false, false]);
    choose(layers, "candles");
    expect([location.search, layers.classList.contains("fb-picked")]).toEqual(["?draw=candles", true]);
  });

  it("names the page after its feed, or the number of feeds", () => {
    document.body.innerHTML = '<main id="observablehq-main"><h1>Prices</h1></main>';
    document.title = "Prices | My desk";
    make("/prices?feed=2");
    const heading = find(document, "h1");
    expect([heading.textContent, document.title]).toEqual([
      "Crypto.ETH/USD · Prices",
      "Crypto.ETH/USD · Prices | My desk"
    ]);
    make("/funding?feeds=1,2", {multiple: true});
    expect(heading.textContent).toBe("2 feeds · Prices");
  });
});

describe("period(opening)", () => {
  const {meta} = opening;
  const make = (address = "/") => {
    history.replaceState(null, "", address);
    return put<Period>(period({meta, pick: {range: "24h", points: 48}}), address);
  };

  it("reads the time zone, and names one that it does not know", () => {
    expect(make("/?tz=new-york").value).toMatchObject({tz: "new-york"});
    expect(make("/?tz=mars").textContent).toContain("The time zone “mars” is none of");
  });

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
