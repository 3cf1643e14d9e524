// @vitest-environment jsdom
import {expect, it} from "vitest";
import {figures} from "../../../src/charts/rows/figures.js";
import {textsByTerm} from "../kit.js";

it("figures(row) writes each column by its unit, and text as text", () => {
  const row = {last: 80639.53748222, spreadBps: 1.5, change: -0.0123, ageSeconds: 90, session: "<b>"};
  expect(textsByTerm(figures({...row, at: new Date(0), no: null}))).toEqual({
    ...{last: "80,639.54", spreadBps: "1.50 bps", change: "−1.23 %", ageSeconds: "2 min", session: "<b>"},
    ...{at: "1970-01-01 00:00:00 UTC", no: "–"}
  });
  expect(textsByTerm(figures(undefined))).toEqual({});
});

it("figures({label: {value, format, detail, tone}}) writes each value by its format", () => {
  const element = figures({
    Price: {value: 80639.53748222, format: "price", detail: "USD", tone: "positive"},
    Own: {value: 2, format: (value: number) => `${value}!`},
    Element: document.createElement("i")
  } satisfies Record<string, unknown>);
  expect(textsByTerm(element)).toEqual({Price: "80,639.53748222 | USD", Own: "2!", Element: ""});
  expect(element.querySelectorAll("[data-tone=positive], i")).toHaveLength(2);
  expect(() => figures({a: {value: 1, format: "bp"}})).toThrow('figures has no format "bp": bps?');
});
