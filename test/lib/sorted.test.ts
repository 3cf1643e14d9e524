// @vitest-environment jsdom
import {afterEach, describe, expect, it} from "vitest";
import {sortState} from "../../src/lib/sorted.js";

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
});
