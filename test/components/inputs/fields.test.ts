// @vitest-environment jsdom
import {beforeEach, describe, expect, it} from "vitest";
import {
  choiceField,
  feedField,
  rangeField,
  stepField,
  zoneField,
  zoomField
} from "../../../src/components/inputs/fields.js";
import {readPick} from "../../../src/components/inputs/pick.js";
import {readState} from "../../../src/lib/state.js";
import {opening} from "../../lib/opening.js";

beforeEach(() => {
  history.replaceState(null, "", "/prices");
  document.body.replaceChildren();
  Element.prototype.scrollIntoView = () => {};
});

const pick = () => readPick(opening, readState());
const put = <E extends HTMLElement>(element: E): E => document.body.appendChild(element);

describe("feedField(opening, first, multiple)", () => {
  it.each([
    [false, ["?feed=2", ""]],
    [true, ["?feeds=1,2", "?feeds=2"]]
  ])("keeps the pick in the URL, but for the opening's own; several: %s", (multiple, searches) => {
    const {element} = feedField(opening, pick(), multiple);
    const input = put(element).querySelector("input");
    const searched = [1, 0].map((option) => {
      input?.focus();
      element.querySelectorAll<HTMLElement>("[role=option]")[option]?.click();
      input?.blur();
      return location.search;
    });
    expect(searched).toEqual(searches);
  });

  it("shows another pick", () => {
    const {element, show} = feedField(opening, pick(), false);
    show({...pick(), feed: 2});
    expect(element.querySelector("input")?.value).toBe("Crypto.ETH/USD");
  });
});

describe("rangeField(opening)", () => {
  it("keeps the range in the URL, without the zoom, which was of another", () => {
    history.replaceState(null, "", "/prices?feed=2&step=5&zoom=2026-05-12T10:00:00Z..2026-05-12T11:00:00Z");
    const {element, show} = rangeField(opening);
    show(pick());
    expect(put(element).querySelector("input:checked")).toHaveProperty("value", "24h");
    element.querySelector<HTMLInputElement>("input[value='6h']")?.click();
    expect(location.search).toBe("?feed=2&step=5&range=6h");
    element.querySelector<HTMLInputElement>("input[value='24h']")?.click();
    expect(location.search).toBe("?feed=2&step=5");
  });
});

describe("stepField()", () => {
  it("offers the steps that make few enough points, and says which it takes by itself", () => {
    const {element, show} = stepField();
    const select = element.querySelector("select");
    show(pick());
    const offered = Array.from(select?.options ?? []).filter(({disabled}) => !disabled);
    expect(offered.map(({textContent}) => textContent).join()).toBe(
      "1 min (auto),1 min,2 min,5 min,10 min,15 min,30 min,1 h,2 h,3 h,6 h,12 h,24 h"
    );
    expect(select?.value).toBe("");
    if (select) select.value = "3600";
    select?.dispatchEvent(new Event("change"));
    expect(location.search).toBe("?step=3600");
    show(pick());
    expect([select?.value, select?.options[0]?.textContent]).toEqual(["3600", "automatic"]);
  });

  it("shows a step that only the URL says", () => {
    history.replaceState(null, "", "/prices?step=240");
    const {element, show} = stepField();
    show(pick());
    const select = element.querySelector("select");
    expect(select?.selectedOptions[0]?.textContent).toBe("4 min");
    expect(Array.from(select?.options ?? []).map(({textContent}) => textContent)).toContain("automatic");
  });

  it("shows the finest where a finer one was picked for less time", () => {
    history.replaceState(null, "", "/prices?step=0.25");
    const {element, show} = stepField();
    show({...pick(), step: 180, finest: 180, pinned: true});
    expect(element.querySelector("select")?.selectedOptions[0]?.textContent).toBe("3 min (finest)");
  });
});

describe("zoneField()", () => {
  it("keeps the time zone in the URL, but for UTC, and tells the zoom in it", () => {
    const {element, show} = zoneField();
    const select = put(element).querySelector("select");
    show(pick());
    const chosen = ["new-york", "local", "utc"].map((value) => {
      if (select) select.value = value;
      select?.dispatchEvent(new Event("change"));
      return location.search;
    });
    expect(chosen).toEqual(["?tz=new-york", "?tz=local", ""]);
    history.replaceState(null, "", "/prices?tz=new-york&zoom=2026-05-12T10:00:00Z..2026-05-12T11:00:00Z");
    show(pick());
    expect(select?.value).toBe("new-york");
    const zoom = zoomField();
    zoom.show(pick());
    expect(zoom.element.textContent).toBe("2026-05-12 06:00 – 07:00 EDT ×");
  });

  it("is UTC where the URL names no zone", () => {
    history.replaceState(null, "", "/prices?tz=Mars");
    expect(pick().tz).toBe("utc");
  });
});

describe("choiceField(name, labels)", () => {
  it("keeps a choice in the URL under its name, but for the first", () => {
    const {element, show} = choiceField("basis", {"8h": "8 h", apr: "APR"});
    show({basis: "8h"});
    expect(put(element).querySelector("legend")?.textContent).toBe("Basis");
    const chosen = ["apr", "8h"].map((value) => {
      element.querySelector<HTMLInputElement>(`input[value="${value}"]`)?.click();
      return location.search;
    });
    expect(chosen).toEqual(["?basis=apr", ""]);
  });
});

describe("zoomField()", () => {
  it("says the zoom and leads out of it, and is hidden where there is none", () => {
    history.replaceState(null, "", "/prices?step=5&zoom=2026-05-12T10:00:00Z..2026-05-12T11:00:00Z");
    const {element, show} = zoomField();
    show(pick());
    expect([element.hidden, element.textContent]).toEqual([false, "2026-05-12 10:00 – 11:00 UTC ×"]);
    element.click();
    expect(location.search).toBe("?step=5");
    show(pick());
    expect(element.hidden).toBe(true);
  });
});
