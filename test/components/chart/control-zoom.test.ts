// @vitest-environment jsdom
import {beforeEach, describe, expect, it, vi} from "vitest";
import {rest} from "../../../src/components/chart/control.js";
import {timeChart} from "../../../src/components/chart/time.js";
import {zoomTo} from "../../../src/components/inputs/fields.js";
import {writeState} from "../../../src/lib/state.js";
import {find, wheel} from "./pointer.js";
import {line} from "./track.js";

const hour = 3_600_000;
let onZoom = vi.fn(zoomTo);

beforeEach(() => {
  vi.useFakeTimers();
  history.replaceState(null, "", "/prices");
  onZoom = vi.fn(zoomTo);
  const times = Array.from({length: 11}, (_, index) => index * hour);
  const chart = timeChart({title: "Test", series: [line(times, {times})], width: 640, onZoom});
  document.body.replaceChildren(chart);
  wheel(find(chart, ".fb-surface"), {deltaY: -100, ctrlKey: true, clientX: 200});
});

describe("showSoon(chart, range), before the wheel has rested", () => {
  it("leaves the last word to a pick that ends the zoom", () => {
    vi.advanceTimersByTime(rest - 1);
    writeState({range: "1h", zoom: null});
    vi.advanceTimersByTime(5 * rest);
    expect(location.search).toBe("?range=1h");
    expect(onZoom).toHaveBeenCalledOnce();
  });

  it("keeps the zoom under a pick that leaves it, as a step of its own", () => {
    const steps = history.length;
    writeState({draw: "candles"});
    expect(location.search).toMatch(/^\?zoom=1970-01-01T0\d:.*&draw=candles$/);
    expect(history.length).toBe(steps + 2);
    vi.advanceTimersByTime(5 * rest);
    expect(onZoom).toHaveBeenCalledOnce();
  });

  it("tells nothing of a chart that another has replaced", () => {
    document.body.replaceChildren();
    writeState({draw: "candles"});
    expect(location.search).toBe("?draw=candles");
  });
});
