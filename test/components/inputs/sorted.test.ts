// @vitest-environment jsdom
import {afterEach, describe, expect, it, vi} from "vitest";
import {sortState} from "../../../src/components/inputs/sorted.js";

describe("sortState(name, usual)", () => {
  afterEach(() => history.replaceState(null, "", "/"));

  it("reads the sort from the URL, and writes it there, but not the usual one", () => {
    history.replaceState(null, "", "/?gaps=-longest&feeds=feed");
    const {sort, onSort} = sortState("gaps");
    expect(sort).toBe("-longest");
    onSort("share");
    expect(location.search).toBe("?gaps=share&feeds=feed");
    onSort("");
    expect(location.search).toBe("?feeds=feed");
  });

  it("is the usual one where the URL says none", () => {
    const {sort, onSort} = sortState("loads", "-startedAt");
    expect(sort).toBe("-startedAt");
    onSort("-startedAt");
    expect(location.search).toBe("");
  });

  it("has a step of history for each sort, and follows the URL while the table is there", () => {
    const [element, show] = [document.body.appendChild(document.createElement("div")), vi.fn()];
    const {onSort, follow} = sortState("gaps", "share");
    follow(element, show);
    const before = history.length;
    for (const sort of ["-longest", "longest"]) onSort(sort);
    expect(history.length - before).toBe(2);
    history.replaceState(null, "", "/");
    window.dispatchEvent(new PopStateEvent("popstate"));
    expect(show.mock.calls.flat()).toEqual(["-longest", "longest", "share"]);
    element.remove();
    onSort("feed");
    expect(show).toHaveBeenCalledTimes(3);
  });
});
