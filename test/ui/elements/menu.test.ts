// @vitest-environment jsdom
import {beforeEach, describe, expect, it, vi} from "vitest";
import {html} from "../../../src/ui/elements/dom.js";
import {menu} from "../../../src/ui/elements/menu.js";
import {press} from "../../charts/kit.js";

describe("menu(text, panel, label)", () => {
  const [inside, outside] = [html("button"), html("button")];
  const panel = html("div", {}, inside);
  const {element, button} = menu("⋯", panel, "More");
  beforeEach(() => {
    document.body.replaceChildren(element, outside);
    element.open = true;
    inside.focus();
  });

  it("closes by Escape, which goes no further and returns the focus", () => {
    const heard = vi.fn();
    document.body.addEventListener("keydown", heard);
    press(inside, "Escape");
    press(button, "Escape"); // a closed menu leaves the key to the page
    expect([element.open, document.activeElement, heard.mock.calls.length]).toEqual([false, button, 1]);
  });

  it("closes when the focus leaves it, and stays open while the focus moves within", () => {
    button.focus();
    expect(element.open).toBe(true);
    outside.focus();
    expect(element.open).toBe(false);
  });

  it("moves its panel into the window", () => {
    panel.getBoundingClientRect = () => ({left: -40, right: 200, top: 30}) as DOMRect;
    element.dispatchEvent(new Event("toggle"));
    expect(panel.style.translate).toBe("48px");
  });
});
