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
  others: [
    {priceFeedId: 112, symbol: "FundingRate.Binance.BTC/USDT"},
    {priceFeedId: 10, symbol: null}
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
    expect(offered.map(({textContent}) => textContent).join()).toBe(
      "1 min (auto),1 min,2 min,5 min,10 min,15 min,30 min,1 h,2 h,3 h,6 h,12 h,24 h"
    );
    if (select) select.value = "3600";
    select?.dispatchEvent(new Event("change"));
    expect(location.search).toBe("?step=3600");
  });

  it("shows a step that only the URL says", () => {
    history.replaceState(null, "", "/prices?step=240");
    const select = make().querySelector("select");
    expect(select?.selectedOptions[0]?.textContent).toBe("4 min");
  });

  it.each([
    ["feed=999999", "Feed 999999 is not in the store: showing Crypto.BTC/USD"],
    ["feed=112", "FundingRate.Binance.BTC/USDT (feed 112) has no prices: showing Crypto.BTC/USD"],
    ["feed=10", "Feed 10 has no prices: showing Crypto.BTC/USD"],
    ["feed=<b>", "“<b>” is no feed id: showing Crypto.BTC/USD"],
    ["range=9y", "The range “9y” is none of 1h, 6h, 24h, 7d, all: showing 24h"],
    ["zoom=<b>&range=6h", "The zoom “<b>” is no span of time: showing 6h"],
    ["step=1e300", "The step “1e300” does not fit: showing one point per 1 min"],
    [
      "feed=10&range=x&zoom=y&step=0",
      "Feed 10 has no prices; the range “x” is none of 1h, 6h, 24h, 7d, all; the zoom “y” is no span of time; the step “0” does not fit: showing Crypto.BTC/USD, 24h, one point per 1 min"
    ],
    [
      "feeds=2,7,112",
      "Feed 7 is not in the store; FundingRate.Binance.BTC/USDT (feed 112) has no prices: showing Crypto.ETH/USD"
    ]
  ])("says what of the URL it does not show, and why: %s", (search, text) => {
    history.replaceState(null, "", `/prices?${search}`);
    const form = make({missing: "prices", multiple: search.startsWith("feeds")});
    const note = form.querySelector<HTMLElement>(".fb-dropped");
    expect([note?.hidden, note?.textContent]).toEqual([false, text]);
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
