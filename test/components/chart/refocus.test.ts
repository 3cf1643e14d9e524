// @vitest-environment jsdom
import {beforeEach, describe, expect, it} from "vitest";
import {holdFocus, takeFocus} from "../../../src/components/chart/refocus.js";
import {html} from "../../../src/components/parts/dom.js";

let [before, after] = [html("button"), html("button")];

beforeEach(() => {
  [before, after] = [html("button"), html("button")];
  document.body.replaceChildren(before);
  before.focus();
  holdFocus("BTC", 42, before, 0);
  document.body.replaceChildren(after);
});

describe("takeFocus(title, surface, now)", () => {
  it("gives the held cursor to the chart that takes the place of a focused one, once", () => {
    expect(takeFocus("BTC", after, 900)).toBe(42);
    expect(takeFocus("BTC", after, 901)).toBeUndefined();
  });

  it("gives nothing to a chart of another title", () => {
    expect(takeFocus("ETH", after, 900)).toBeUndefined();
  });

  it("gives nothing after 5 s", () => {
    expect(takeFocus("BTC", after, 5001)).toBeUndefined();
  });

  it("does not take the focus from anything else", () => {
    const other = html("button");
    document.body.append(other);
    other.focus();
    expect(takeFocus("BTC", after, 900)).toBeUndefined();
  });

  it("waits until the chart is on the page", () => {
    expect(takeFocus("BTC", html("button"), 900)).toBeUndefined();
    expect(takeFocus("BTC", after, 900)).toBe(42);
  });
});

describe("holdFocus(title, time, surface, now)", () => {
  it("holds nothing for a chart without the focus", () => {
    holdFocus("BTC", 42, html("button"), 0);
    expect(takeFocus("BTC", after, 1)).toBeUndefined();
  });
});
