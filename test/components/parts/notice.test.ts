// @vitest-environment jsdom
import {expect, it} from "vitest";
import {notice} from "../../../src/components/parts/notice.js";

it("notice(text, width, height) is a picture of the text alone, as text", () => {
  const picture = notice("<b>no rates</b>", 300, 120);
  expect(picture.textContent).toBe("<b>no rates</b>");
  expect(picture.getAttribute("viewBox")).toBe("0 0 300 120");
  expect(picture.querySelectorAll("*")).toHaveLength(1);
});
