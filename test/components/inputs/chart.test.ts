// @vitest-environment jsdom
import {afterEach, beforeEach, describe, expect, it, vi} from "vitest";
import {chartState, closedHours, measureWidth, offerClosed} from "../../../src/components/inputs/chart.js";
import {choiceField} from "../../../src/components/inputs/fields.js";
import type {Picked} from "../../../src/components/inputs/pick.js";
import {usualWidth} from "../../../src/components/inputs/pick.js";
import {writeState} from "../../../src/lib/state.js";

describe("chart", () => {
  const picked: Picked = {
    feeds: [1],
    feed: 1,
    symbol: "Crypto.BTC/USD",
    exponent: -8,
    range: "24h",
    from: "2026-05-12T10:00:00Z",
    until: "2026-05-12T11:00:00Z",
    step: 3,
    finest: 1,
    resolution: "raw",
    pinned: false,
    domain: ["2026-05-11T14:00:00Z", "2026-05-12T14:00:00Z"],
    zoom: ["2026-05-12T10:00:00Z", "2026-05-12T11:00:00Z"],
    first: "2026-05-11T14:00:00Z",
    last: "2026-05-12T14:00:00Z",
    whole: "raw",
    tz: "utc",
    dropped: [],
    source: "Feedbook"
  };

  beforeEach(() => history.replaceState(null, "", "/prices"));

  describe("chartState(pick)", () => {
    it("shows the zoom within the range, and hides what the chart hides", () => {
      expect(chartState(picked)).toMatchObject({
        domain: picked.domain,
        range: picked.zoom,
        hidden: null,
        stepMs: 3000,
        source: "Feedbook"
      });
      expect(chartState({...picked, domain: undefined, zoom: null})).toMatchObject({domain: null, range: null});
    });

    it("keeps what is switched off in the URL, and everything on too", () => {
      const steps = history.length;
      chartState(picked).onToggle?.(["ema", "bidAsk"], ["price", "ema", "bidAsk"]);
      expect(location.search).toBe("?hide=ema,bidAsk");
      expect(chartState(picked).hidden).toEqual(["ema", "bidAsk"]);
      chartState(picked).onToggle?.(["publishers"], ["publishers"]);
      expect(location.search).toBe("?hide=ema,bidAsk,publishers"); // of another chart of the page
      chartState(picked).onToggle?.([], ["publishers"]);
      chartState(picked).onToggle?.([], ["price", "ema", "bidAsk"]);
      expect(location.search).toBe("?hide=");
      expect(chartState(picked).hidden).toEqual([]);
      expect(history.length).toBe(steps);
    });

    const at = (hour: number) => Date.UTC(2026, 4, 12, hour);
    const zoomed = "zoom=2026-05-12T10:00:00Z..2026-05-12T11:00:00Z";

    it("keeps a zoom in the URL, once the zoomed chart is painted", async () => {
      chartState(picked).onZoom?.([at(8), at(9)]);
      chartState(picked).onZoom?.([at(10), at(11)]);
      expect(location.search).toBe("");
      const steps = history.length;
      await vi.waitFor(() => expect(location.search).toBe(`?${zoomed}`));
      expect(history.length).toBe(steps + 1);
    });

    it("keeps it before anything else that is picked, as a step of its own", async () => {
      chartState(picked).onZoom?.([at(10), at(11)]);
      writeState({tz: "local"});
      expect(location.search).toBe(`?${zoomed}&tz=local`);
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(location.search).toBe(`?${zoomed}&tz=local`);
      chartState(picked).onZoom?.(null);
      writeState({range: "1h", zoom: null});
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(location.search).toBe("?tz=local&range=1h");
    });
  });
});

describe("width", () => {
  afterEach(() => document.body.replaceChildren());

  describe("measureWidth()", () => {
    it.each([
      [1240, 1146],
      [358, 264],
      [200, 160]
    ])("of a column of %d px leaves charts %d to draw time in", (clientWidth, width) => {
      const main = document.body.appendChild(document.createElement("main"));
      main.id = "observablehq-main";
      Object.defineProperty(main, "clientWidth", {value: clientWidth});
      expect(measureWidth()).toBe(width);
    });

    it("is the usual one where nothing is laid out", () => expect(measureWidth()).toBe(usualWidth));
  });
});

it("offerClosed(rows) turns the control off where rows have no closed hours, and says why", () => {
  const {element} = choiceField("closed", closedHours);
  const other = choiceField("draw", {line: "Line", candles: "Candles"}).element as HTMLFieldSetElement;
  document.body.append(other, element);
  const state = () => [(element as HTMLFieldSetElement).disabled, element.title];
  offerClosed([{marketSession: "regular"}, {marketSession: null}, {}]);
  expect(state()).toEqual([true, "the time shown has no closed hours"]);
  offerClosed([{marketSession: "regular"}, {marketSession: "closed"}]);
  expect(state()).toEqual([false, ""]);
  offerClosed([]);
  expect([state()[0], other.disabled]).toEqual([true, false]);
  element.remove();
  offerClosed([]); // a store without updates has no controls
});
