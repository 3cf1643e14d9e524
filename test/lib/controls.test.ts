// @vitest-environment jsdom
import {beforeEach, describe, expect, it, vi} from "vitest";
import {controls} from "../../src/lib/controls.js";
import {zoomTo} from "../../src/lib/fields.js";
import type {Opening} from "../../src/lib/opening.js";
import type {Picked} from "../../src/lib/pick.js";

const opening: Opening = {
  meta: {
    snapshotAt: "2026-05-12T14:01:00Z",
    simulated: true,
    firstPublishedAt: "2026-05-05T14:00:00Z",
    lastPublishedAt: "2026-05-12T14:00:00Z",
    updates: 9,
    feeds: 2,
    rejected: 0,
    coercions: 0
  },
  feeds: [
    {priceFeedId: 1, symbol: "Crypto.BTC/USD", group: "crypto", exponent: -8},
    {priceFeedId: 2, symbol: "Crypto.ETH/USD", group: "crypto", exponent: -8}
  ],
  pick: {
    feed: 1,
    feeds: [1],
    range: "24h",
    from: "2026-05-11T14:00:00Z",
    until: "2026-05-12T14:00:00Z",
    step: 60
  }
};

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

  it("offers the steps that make few enough points, and says which it takes by itself", () => {
    const select = make().querySelector("select");
    const offered = Array.from(select?.options ?? []).filter(({disabled}) => !disabled);
    expect(offered.map(({textContent}) => textContent)).toEqual([
      "1 min (auto)",
      "1 min",
      "5 min",
      "15 min",
      "1 h",
      "4 h",
      "24 h"
    ]);
    if (select) select.value = "3600";
    select?.dispatchEvent(new Event("change"));
    expect(location.search).toBe("?step=3600");
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
    expect(form.value).toMatchObject({from: "2026-05-12T10:00:00.000Z", step: 3, range: "24h"});
    const button = form.querySelector<HTMLButtonElement>(".fb-zoomed");
    expect([button?.hidden, button?.textContent]).toEqual([false, "2026-05-12 10:00 UTC – 2026-05-12 11:00 UTC ×"]);
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
