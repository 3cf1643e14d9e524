// @vitest-environment jsdom
import {expect, it, vi} from "vitest";
import {segments} from "../../../src/ui/elements/segments.js";
import {find, texts} from "../../charts/kit.js";

it("segments(label, labels, onPick) is a group of radio buttons of its own, labelled, and tells the reader's pick", () => {
  const onPick = vi.fn();
  const {element, show} = segments("Basis", {"8h": "8 h", apr: "APR"}, onPick);
  const other = segments("Basis", {"8h": "8 h"}, () => {});
  document.body.append(element); // a radio button outside a document does not change
  show("apr");
  expect(texts(element, "legend, label")).toEqual(["Basis", "8 h", "APR"]);
  expect(find(element, "input:checked")).toHaveProperty("value", "apr");
  expect(find<HTMLInputElement>(element, "input").name).not.toBe(find<HTMLInputElement>(other.element, "input").name);
  find(element, "input[value='8h']").click();
  expect(onPick).toHaveBeenCalledExactlyOnceWith("8h");
});
