// @vitest-environment jsdom
import {afterEach, beforeEach, describe, expect, it, vi} from "vitest";
import {chartState, measureWidth} from "../../src/inputs/chart.js";
import {readPick, usualWidth} from "../../src/inputs/pick.js";
import {inUrl} from "../../src/url/state.js";
import {find} from "../charts/kit.js";
import {opening} from "../duckdb/sql/opening.js";

const at = (hour: number) => Date.UTC(2026, 4, 12, hour);
const zoomed = "zoom=2026-05-12T10:00:00Z..2026-05-12T11:00:00Z";
const picked = readPick(opening, {zoom: zoomed.slice(5), step: "3"});

beforeEach(() => {
  history.replaceState(null, "", "/prices");
  document.body.replaceChildren();
});

describe("chartState(pick)", () => {
  it("shows the zoom within the range, and hides what the chart hides", () => {
    const {domain, zoom: range, source} = picked;
    expect(chartState(picked)).toMatchObject({domain, range, hidden: null, stepMs: 5000, source, skipClosed: false});
    const other = {...picked, domain: undefined, zoom: null, closed: "skipped"};
    expect(chartState(other)).toMatchObject({domain: null, range: null, skipClosed: true});
  });

  it("keeps what is switched off in the URL, also of another chart of the page, and everything on too", () => {
    const steps = history.length;
    const searchOf = (hidden: string[], all: string[]) => {
      chartState(picked).onToggle?.(hidden, all);
      return location.search;
    };
    const lines = ["price", "ema", "bidAsk"];
    expect(searchOf(["ema", "bidAsk"], lines)).toBe("?hide=ema,bidAsk");
    expect(searchOf(["publishers"], ["publishers"])).toBe("?hide=ema,bidAsk,publishers");
    expect(chartState(picked).hidden).toEqual(["ema", "bidAsk", "publishers"]);
    expect([searchOf([], ["publishers"]), searchOf([], lines)]).toEqual(["?hide=ema,bidAsk", "?hide="]);
    expect(history.length).toBe(steps);
  });

  it("keeps a zoom in the URL, once the zoomed chart is painted", async () => {
    const steps = history.length;
    chartState(picked).onZoom?.([at(8), at(9)]);
    chartState(picked).onZoom?.([at(10), at(11)]);
    expect(location.search).toBe("");
    await vi.waitFor(() => expect(location.search).toBe(`?${zoomed}`));
    expect(history.length).toBe(steps + 1);
  });

  it("keeps it before anything else that is picked, as a step of its own, and once", async () => {
    chartState(picked).onZoom?.([at(10), at(11)]);
    inUrl({tz: null}).keep({tz: "local"});
    expect(location.search).toBe(`?${zoomed}&tz=local`);
    chartState(picked).onZoom?.(null);
    inUrl({range: null, zoom: null}).keep({range: "1h", zoom: null});
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(location.search).toBe("?tz=local&range=1h");
  });
});

describe("measureWidth()", () => {
  afterEach(() => document.body.replaceChildren());

  it.each([
    [1240, 1146],
    [200, 160],
    [0, usualWidth]
  ])("of a column of %d px leaves charts %d to draw time in", (clientWidth, width) => {
    document.body.innerHTML = '<main id="observablehq-main"></main>';
    Object.defineProperty(find(document, "main"), "clientWidth", {value: clientWidth});
    expect(measureWidth()).toBe(width);
  });
});
