// @vitest-environment jsdom
import {afterEach, beforeEach, describe, expect, it, vi} from "vitest";
import {controls, type Period, period} from "../../../src/components/inputs/controls.js";
import {zoomTo} from "../../../src/components/inputs/fields.js";
import type {Picked} from "../../../src/components/inputs/pick.js";
import type {Meta} from "../../../src/lib/opening.js";
import {writeState} from "../../../src/lib/state.js";
import {opening} from "../../lib/opening.js";

describe("controls", () => {
  beforeEach(() => {
    history.replaceState(null, "", "/prices");
    document.body.replaceChildren();
    Element.prototype.scrollIntoView = () => {};
  });

  describe("controls(opening, options)", () => {
    it("has the opening's pick as its value", () => {
      expect(make().value).toMatchObject({feed: 1, range: "24h", step: 60});
    });

    it("shows what the URL says", () => {
      history.replaceState(null, "", "/prices?feed=2&range=6h&basis=apr");
      const form = make({choices: {basis: {"8h": "8 h", apr: "APR"}}});
      expect(form.value).toMatchObject({feed: 2, range: "6h", basis: "apr"});
      expect(form.querySelector("input")?.value).toBe("Crypto.ETH/USD");
      expect(checked(form)).toEqual(["6h", "apr"]);
    });

    it("gives more than two choices a row of their own", () => {
      const labels = {a: "A", b: "B"};
      expect(make({choices: {one: labels, two: labels}}).querySelector(".fb-choices")).toBeNull();
      const form = make({choices: {one: labels, two: labels, three: labels}});
      expect(form.querySelectorAll(".fb-choices fieldset")).toHaveLength(3);
    });

    it("takes a pick to the URL, and tells; the default is not in the URL", () => {
      const form = make();
      const heard = vi.fn();
      form.addEventListener("input", heard);
      choose(form, "7d");
      expect([location.search, form.value.range, heard.mock.calls.length]).toEqual(["?range=7d", "7d", 1]);
      choose(form, "24h");
      expect([location.search, form.value.range, heard.mock.calls.length]).toEqual(["", "24h", 2]);
    });

    it("follows Back", () => {
      const form = make();
      choose(form, "1h");
      history.replaceState(null, "", "/prices");
      window.dispatchEvent(new PopStateEvent("popstate"));
      expect(form.value.range).toBe("24h");
      expect(checked(form)).toEqual(["24h"]);
    });

    it("tells nothing of what is typed into its fields", () => {
      const form = make();
      const heard = vi.fn();
      form.addEventListener("input", heard);
      const input = form.querySelector("input");
      input?.dispatchEvent(new Event("input", {bubbles: true}));
      expect(heard).not.toHaveBeenCalled();
    });

    it("says what of the URL it does not show, until the URL is another", () => {
      history.replaceState(null, "", "/prices?feed=999999");
      const note = make().querySelector<HTMLElement>(".fb-dropped");
      expect([note?.hidden, note?.textContent]).toEqual([
        false,
        "Feed 999999 is not in the store: showing Crypto.BTC/USD"
      ]);
      history.replaceState(null, "", "/prices?feed=2");
      window.dispatchEvent(new PopStateEvent("popstate"));
      expect([note?.hidden, note?.textContent]).toEqual([true, ""]);
    });

    it("makes the links to other pages keep the view", () => {
      history.replaceState(null, "", "/prices?feed=2");
      document.body.innerHTML = '<nav aria-label="Pages"><a href="/spreads"></a></nav>';
      const form = make();
      choose(form, "7d");
      expect(document.querySelector("a")?.getAttribute("href")).toMatch(/spreads\?feed=2&range=7d$/);
    });

    it("keeps several feeds in the URL", () => {
      const form = make({multiple: true});
      const input = form.querySelector("input");
      input?.focus();
      form.querySelectorAll<HTMLElement>("[role=option]")[1]?.click();
      expect([location.search, form.value.feeds]).toEqual(["?feeds=1,2", [1, 2]]);
    });

    it("says what an empty store lacks, and picks no feed", () => {
      const empty = {...opening, feeds: [], pick: {range: "24h", from: null, until: null, step: 1}};
      const element = controls(empty, {missing: "funding rates"});
      expect(element.textContent).toContain("No funding rates in the store yet");
      expect(element).toHaveProperty("value.feed", null);
    });
  });

  describe("zoomTo(range)", () => {
    it("zooms the view, and another range or the button leaves it", () => {
      const form = make();
      zoomTo([Date.UTC(2026, 4, 12, 10), Date.UTC(2026, 4, 12, 11)]);
      expect(form.value).toMatchObject({from: "2026-05-12T10:00:00.000Z", step: 5, range: "24h"});
      const button = form.querySelector<HTMLButtonElement>(".fb-zoomed");
      expect([button?.hidden, button?.textContent]).toEqual([false, "2026-05-12 10:00 – 11:00 UTC ×"]);
      button?.click();
      expect([location.search, button?.hidden, form.value.zoom]).toEqual(["", true, null]);
      zoomTo([Date.UTC(2026, 4, 12, 10), Date.UTC(2026, 4, 12, 11)]);
      choose(form, "6h");
      expect(location.search).toBe("?range=6h");
    });
  });

  type Form = HTMLElement & {value: Picked & Record<string, unknown>};

  function make(options: Parameters<typeof controls>[1] = {}): Form {
    const form = document.body.appendChild(controls(opening, options));
    if (!("value" in form)) throw new Error("no value");
    return form as Form;
  }

  function choose(form: HTMLElement, value: string): void {
    form.querySelector<HTMLInputElement>(`input[value="${value}"]`)?.click();
  }

  function checked(form: HTMLElement): string[] {
    return Array.from(form.querySelectorAll<HTMLInputElement>("input:checked"), (radio) => radio.value);
  }
});

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
  beforeEach(() => {
    vi.useFakeTimers();
    history.replaceState(null, "", "/");
  });
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
