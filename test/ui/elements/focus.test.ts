// @vitest-environment jsdom
import {afterEach, beforeEach, expect, it, vi} from "vitest";
import {html} from "../../../src/ui/elements/dom.js";
import {keepFocus} from "../../../src/ui/elements/focus.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function make(name: string): HTMLElement[] {
  const fields = [html("button"), html("input", {value: "abcd"})];
  keepFocus(name, html("div", {}, ...fields), () => fields);
  return fields;
}

function put([field]: HTMLElement[]): void {
  document.body.replaceChildren(field?.parentElement ?? "");
}

it("keepFocus(name, element, fields) focuses the same field of the next element of a name, with its caret", () => {
  const old = make("feeds");
  put(old);
  const field = old[1] as HTMLInputElement;
  field.focus();
  field.setSelectionRange(2, 2);
  const next = make("feeds");
  put(next);
  vi.advanceTimersToNextFrame();
  expect(document.activeElement).toBe(next[1]);
  expect((next[1] as HTMLInputElement).selectionStart).toBe(2);
  const late = make("feeds");
  document.body.replaceChildren();
  vi.advanceTimersByTime(500);
  put(late);
  vi.advanceTimersByTime(20);
  expect(document.activeElement).toBe(late[1]);
});

it("keepFocus(name, element, fields) focuses no element of another name, nor where the reader has moved on", () => {
  const old = make("feeds");
  put(old);
  old[0]?.focus();
  put(make("time"));
  vi.advanceTimersToNextFrame();
  expect(document.activeElement).toBe(document.body);
  old[0]?.blur();
  put(old);
  old[0]?.focus();
  const next = make("feeds");
  put(next);
  const other = html("button");
  document.body.append(other);
  other.focus();
  vi.advanceTimersToNextFrame();
  expect(document.activeElement).toBe(other);
});

it("keepFocus(name, element, fields) focuses nothing long after an element was removed, of which no event tells", async () => {
  const old = make("feeds");
  put(old);
  old[0]?.focus();
  const hide = (event: Event) => event.stopImmediatePropagation();
  addEventListener("focusout", hide, {capture: true});
  document.body.replaceChildren();
  removeEventListener("focusout", hide, {capture: true});
  await Promise.resolve(); // the page is told of the removal
  vi.advanceTimersByTime(4900);
  const soon = make("feeds");
  put(soon);
  vi.advanceTimersToNextFrame();
  expect(document.activeElement).toBe(soon[0]);
  addEventListener("focusout", hide, {capture: true});
  document.body.replaceChildren();
  removeEventListener("focusout", hide, {capture: true});
  await Promise.resolve();
  vi.advanceTimersByTime(5100);
  put(make("feeds"));
  vi.advanceTimersToNextFrame();
  expect(document.activeElement).toBe(document.body);
});
