// @vitest-environment jsdom
import {beforeEach, describe, expect, it, vi} from "vitest";
import {controls} from "../../../src/components/inputs/controls.js";
import {zoomTo} from "../../../src/components/inputs/fields.js";
import type {Picked} from "../../../src/components/inputs/pick.js";
import {opening} from "../../lib/opening.js";

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
