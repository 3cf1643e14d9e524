// @vitest-environment jsdom
import {beforeEach, expect, it, vi} from "vitest";
import {html} from "../../../src/ui/elements/dom.js";
import {keepFocus} from "../../../src/ui/elements/focus.js";

beforeEach(() => void vi.useFakeTimers());

function make(name: string): [HTMLButtonElement, HTMLInputElement] {
  const fields: [HTMLButtonElement, HTMLInputElement] = [html("button"), html("input", {value: "abcd"})];
  keepFocus(name, html("div", {}, ...fields), () => fields);
  return fields;
}

// Puts fields on the page after some ms; returns the focused element a frame later.
function put([field]: HTMLElement[], afterMs = 0): Element | null {
  vi.advanceTimersByTime(afterMs);
  document.body.replaceChildren(field?.parentElement ?? "");
  vi.advanceTimersByTime(20);
  return document.activeElement;
}

it("keepFocus(name, element, fields) focuses the same field of the next element of its name, at its caret", () => {
  const old = make("feeds");
  put(old);
  old[1].focus();
  old[1].setSelectionRange(2, 2);
  const next = make("feeds");
  expect(put(next)).toBe(next[1]);
  expect(next[1].selectionStart).toBe(2);
});

it("keepFocus(name, element, fields) leaves elements alone that have another name, or come after the reader moved on", () => {
  const old = make("feeds");
  put(old);
  old[0].focus();
  expect(put(make("time"))).toBe(document.body);
  put(old);
  old[0].focus();
  const next = make("feeds");
  const other = html("button");
  document.body.replaceChildren(next[0].parentElement ?? "", other);
  other.focus();
  vi.advanceTimersToNextFrame();
  expect(document.activeElement).toBe(other);
  other.blur();
  const left = make("feeds");
  put(left);
  left[0].focus();
  left[0].blur();
  document.body.replaceChildren();
  vi.advanceTimersByTime(100);
  expect(put(make("feeds"))).toBe(document.body);
  vi.advanceTimersByTime(100);
  expect(put(make("feeds"))).toBe(document.body);
});
