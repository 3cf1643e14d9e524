// @vitest-environment jsdom
import {describe, expect, it, vi} from "vitest";
import {segments} from "../../../src/components/parts/segments.js";

describe("segments(label, labels, onPick)", () => {
  it("is a group of radio buttons of its own, labelled", () => {
    const {element, show} = segments("Basis", {"8h": "8 h", apr: "APR"}, () => {});
    const other = segments("Basis", {"8h": "8 h"}, () => {});
    show("apr");
    const radios = Array.from(element.querySelectorAll("input"));
    expect(element.querySelector("legend")?.textContent).toBe("Basis");
    expect(radios.map(({checked, parentElement}) => [parentElement?.textContent, checked])).toEqual([
      ["8 h", false],
      ["APR", true]
    ]);
    expect(radios[0]?.name).not.toBe(other.element.querySelector("input")?.name);
  });

  it("tells the reader's pick", () => {
    const onPick = vi.fn();
    const {element} = segments("Basis", {"8h": "8 h", apr: "APR"}, onPick);
    document.body.append(element); // a radio button outside a document does not change
    element.querySelector<HTMLInputElement>("input[value=apr]")?.click();
    expect(onPick).toHaveBeenCalledExactlyOnceWith("apr");
  });
});
