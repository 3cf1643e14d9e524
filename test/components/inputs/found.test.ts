// @vitest-environment jsdom
import {afterEach, describe, expect, it, vi} from "vitest";
import {foundState, isTyping} from "../../../src/components/inputs/found.js";

afterEach(() => {
  history.replaceState(null, "", "/");
  document.body.replaceChildren();
});

describe("foundState()", () => {
  it("reads search and rows from the URL, and writes them there, but not what is usual", () => {
    history.replaceState(null, "", "/?search=btc&rows=all&basis=apr");
    const {finding, onFind} = foundState();
    expect(finding).toEqual({search: "btc", all: true});
    onFind({search: "eth", all: true});
    expect(location.search).toBe("?search=eth&rows=all&basis=apr");
    onFind({search: "", all: false});
    expect(location.search).toBe("?basis=apr");
  });

  it("has one step of history for a search, and one for each press of the button", () => {
    const {onFind} = foundState();
    const before = history.length;
    for (const search of ["b", "bt", "btc"]) onFind({search, all: false});
    expect(history.length - before).toBe(1);
    onFind({search: "btc", all: true});
    expect(history.length - before).toBe(2);
  });

  it("follows the URL as long as the element is in the document", () => {
    const [element, show] = [document.body.appendChild(document.createElement("div")), vi.fn()];
    const {follow, onFind} = foundState();
    follow(element, show);
    onFind({search: "x", all: false});
    expect(show.mock.calls).toEqual([[{search: "x", all: false}]]);
    element.remove();
    onFind({search: "y", all: false});
    expect(show).toHaveBeenCalledOnce();
  });
});

describe("isTyping(search)", () => {
  it.each([
    ["", "b", false],
    ["?search=b", "bt", true],
    ["?search=b", "b", false],
    ["?search=b", "", false]
  ])("after %j, %j: %s", (url, search, typing) => {
    history.replaceState(null, "", `/${url}`);
    expect(isTyping(search)).toBe(typing);
  });
});
